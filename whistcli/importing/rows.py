"""Reads the rows of a table, one deal each: with its contract, or with no more than each player's points."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from whistcli.diag import Finding
from whistcli.importing import columns as c
from whistcli.importing.cells import Cell, Row, Table
from whistcli.importing.drafts import Draft, plain
from whistcli.logbook.words import keyword_of
from whistcli.model import Amount, Ruleset
from whistcli.record import Call, ContractLine
from whistcli.say import LANGUAGES, catalogue
from whistcli.transcript.tables import driver
from whistcli.vocabulary import Vocabulary, WordFault
from whistcli.words import fold

_NUMBER = re.compile(r"\w*\d\w*")
_BRACKETS = re.compile(r"\s*\(([^()]*)\)\s*$")
_WRITTEN_BY = re.compile(r"\w+")


class Sheet:
    """The deals of a table; `findings` and `after` (rows kept behind the last deal) grow while they are read."""

    def __init__(self, columns: c.Columns, vocabulary: Vocabulary, rules: Ruleset | None, lang: str) -> None:
        self.columns, self.vocabulary, self.rules, self.lang = columns, vocabulary, rules, lang
        self.header = columns.header
        self.findings: list[Finding] = []
        self.drafts: list[Draft] = []
        self.after: list[str] = []
        self._number = 0

    def read(self, table: Table) -> None:
        """Reads all rows."""
        for row in table.rows:
            self._row(row)

    def _row(self, row: Row) -> None:
        cells: dict[str, list[Cell]] = {}
        mine: dict[str, list[tuple[int, Cell]]] = {"points": [], "fine": []}
        beyond = [cell for cell in row.cells[len(self.columns.roles) :] if cell.text]
        for role, player, cell in zip(self.columns.roles, self.columns.players, row.cells, strict=False):
            if role in mine and player is not None:
                mine[role].append((player, cell))
            elif cell.text:
                cells.setdefault(role, []).append(cell)
        one = {role: found[0] for role, found in cells.items()}
        before = len(self.findings)
        if self._is_total(one):
            self._totals(mine["points"])
            return
        figures = any(c.amount(cell.text) is not None for _, cell in mine["points"])
        if not figures and not one.keys() & {"contract", "tricks", "deal"}:
            self._keep(row)
            return
        points = self._figures(mine["points"])
        draft = self._draft(one, points)
        fines = self._figures(mine["fine"])
        due = self._due(one.get("due"))
        notes = [plain(cell.text) for cell in (*cells.get("note", ()), *beyond)]
        draft = draft._replace(
            points=tuple((self.header.seats[player], value) for player, value in points),
            fines=(*((self.header.seats[player], value) for player, value in fines), *((key, None) for key in due)),
            balance=self._amount(one.get("balance")), notes=(*draft.notes, *notes),
            multiplier=self._amount(one.get("multiplier")) or draft.multiplier,
        )
        if len(self.findings) > before or "pot" in one:
            draft = draft._replace(comments=(row.written,))  # whatever was lost of it can be read there
        self.drafts.append(draft)

    def _is_total(self, one: Mapping[str, Cell]) -> bool:
        named = [cell for role, cell in one.items() if role in ("deal", "dealer", "contract", "by", "tricks", "note")]
        if "deal" in one:
            return c.is_total(one["deal"].text)
        return any(c.is_total(cell.text) for cell in named)

    def _totals(self, mine: list[tuple[int, Cell]]) -> None:
        """The sums below the deals are those after the last one."""
        found = tuple((self.header.seats[player], value) for player, value in self._figures(mine))
        if self.drafts and found:
            self.drafts[-1] = self.drafts[-1]._replace(totals=found)

    def _keep(self, row: Row) -> None:
        """Keeps a row that is no deal."""
        first = next(cell for cell in row.cells if cell.text)
        self.findings.append(Finding("I-row", first.span, "warning"))
        self.after.append(row.written)

    # -- cells ---------------------------------------------------------------------------------------------------------

    def _bad(self, kind: str, cell: Cell, **args: object) -> None:
        self.findings.append(Finding("I-cell", cell.span, "error", f"I-cell.{kind}", {"text": cell.text, **args}))

    def _figures(self, mine: list[tuple[int, Cell]]) -> list[tuple[int, Amount]]:
        """The figures of players; a cell without one is nothing."""
        return [(player, value) for player, cell in mine if (value := self._amount(cell)) is not None]

    def _amount(self, cell: Cell | None) -> Amount | None:
        if cell is None or (c.is_figure(cell.text) and c.amount(cell.text) is None):
            return None
        found = c.amount(cell.text)
        if found is None:
            self._bad("figure", cell)
        return found

    def _due(self, cell: Cell | None) -> tuple[str, ...]:
        """Who owes a fine without an amount."""
        if cell is None:
            return ()
        found = c.seats(cell.text, self.header)
        if found is None:
            self._bad("who", cell, players=self.header.names)
        return found or ()

    def _draft(self, one: Mapping[str, Cell], points: list[tuple[int, Amount]]) -> Draft:
        number = self._deal(one.get("deal"))
        dealer: str | None = None
        if "dealer" in one and one["dealer"].text != "?":
            dealer = c.seat(one["dealer"].text, self.header)
            if dealer is None:
                self._bad("who", one["dealer"], players=self.header.names)
        draft = Draft(number, dealer)
        if "contract" in one:
            draft = self._game(draft, one)
        return self._result(draft, one)

    def _deal(self, cell: Cell | None) -> str:
        if cell is not None and _NUMBER.fullmatch(cell.text):
            self._number = int(cell.text) if cell.text.isdecimal() else self._number + 1
            return cell.text
        if cell is not None:
            self._bad("deal", cell)
        self._number += 1
        return str(self._number)

    def _game(self, draft: Draft, one: Mapping[str, Cell]) -> Draft:
        """The draft with what its contract says, marks in brackets behind it included."""
        cell = one["contract"]
        text = cell.text
        while found := _BRACKETS.search(text):
            draft, known = self._mark(draft, found[1])
            if not known:
                draft = draft._replace(notes=(*draft.notes, plain(found[1])))
            text = text[: found.start()]
        status = statuses().get(fold(text)) or {"misdeal": "misdeal", "void": "void"}.get(keyword_of(text), "")
        if not status and self._is_pass(text):
            status = "redeal"
        if status:
            words = plain(text)
            return draft._replace(said=(status, words))
        words, colon, by = text.rpartition(":")
        if not colon:
            words = text
        declarers = self._declarers(cell, by) if colon else None
        if "by" in one and declarers is None:
            declarers = self._declarers(one["by"], one["by"].text)
        elif declarers is None and not colon:
            words, declarers = self._split_by(text)
        call = self._call(" ".join([words, *(one[role].text for role in ("level", "suit") if role in one)]), cell)
        if call is None:
            return draft._replace(said=("", plain(cell.text)))
        if not declarers:
            if "by" not in one and not colon:
                self._bad("by", cell)
            return draft._replace(said=("", plain(cell.text)))
        call = self._joined(call, len(declarers))
        if self.rules is not None and call.kind not in self.rules.games:
            self._bad("contract", cell, word=words)
            return draft._replace(said=("", plain(cell.text)))
        return draft._replace(contract=ContractLine(1, 1, call, declarers))

    def _joined(self, call: Call, declarers: int) -> Call:
        """The game that a proposal became: that which accepting it makes, where two are named for it."""
        calls = self.rules.calls if self.rules is not None else {}
        if declarers != 2 or call.kind not in calls or calls[call.kind].effect != "propose":
            return call
        games = [rule.game for rule in calls.values() if rule.effect == "accept" and rule.game]
        return call._replace(kind=games[0]) if games else call

    def _mark(self, draft: Draft, words: str) -> tuple[Draft, bool]:
        """What stands in brackets behind a game: a free deal, a revoke, how often it counts, what became of it."""
        bare = fold(words)
        if keyword_of(words) == "free":
            return draft._replace(free=True), True
        status = statuses().get(bare)
        if status == "pending":
            return draft._replace(tricks=(None,)), True
        if status:
            return draft, True
        for revoke in (fold(said) for said in catalogue("U")["U-revoke"].values()):
            keys = c.seats(words[len(revoke) :], self.header) if bare.startswith(revoke + " ") else None
            if keys:
                return draft._replace(revoked=keys), True
        for said in catalogue("U")["U-times"].values():
            found = re.fullmatch(re.escape(fold(said)).replace(r"\{times\}", r"(\S+)"), bare)
            times = c.amount(found[1]) if found else None
            if times is not None:
                return draft._replace(multiplier=times), True
        return draft, False

    def _is_pass(self, text: str) -> bool:
        """Whether a cell says that all passed ("passe", "4 passes")."""
        kinds = {kind for kind, rule in self.rules.calls.items() if rule.effect == "pass"} if self.rules else set()
        try:
            return self.vocabulary.read(text, self.lang).kind in kinds
        except WordFault:
            return False

    def _declarers(self, cell: Cell, text: str) -> tuple[str, ...] | None:
        found = c.seats(text, self.header)
        if found is None:
            self._bad("who", cell, players=self.header.names)
        return found

    def _split_by(self, text: str) -> tuple[str, tuple[str, ...] | None]:
        """A game and its declarers in one cell: "solo 8 clubs by Jan"."""
        words = [flat for by in driver().keywords["by"].values() for flat in by]
        for found in reversed(list(_WRITTEN_BY.finditer(text))):
            if fold(found[0]) in map(fold, words):
                keys = c.seats(text[found.end() :], self.header)
                if keys is not None:
                    return text[: found.start()].strip(), keys
        return text, None

    def _call(self, words: str, cell: Cell) -> Call | None:
        try:
            return self.vocabulary.read(words, self.lang, contract=True)
        except WordFault as fault:
            written = words[fault.start : fault.start + fault.width]
            self._bad("contract", cell, word=written or words)
            return None

    def _result(self, draft: Draft, one: Mapping[str, Cell]) -> Draft:
        """The draft with its tricks, or with "made" or "lost"."""
        for role in ("tricks", "result"):
            cell = one.get(role)
            if cell is None:
                continue
            text = cell.text.removeprefix("'")
            made = _made(text)
            if text == "?":
                draft = draft._replace(tricks=(None,))
            elif made:
                draft = draft._replace(made=made)
            elif re.fullmatch(r"\d{1,2}(?:[\s/+,;]+\d{1,2})*", text):
                draft = draft._replace(tricks=tuple(int(count) for count in re.findall(r"\d+", text)))
            elif text not in ("-", "–"):
                self._bad("tricks", cell)
        several = draft.contract is not None and 1 < len(draft.tricks) != len(draft.contract.declarers)
        if several or max((count for count in draft.tricks if count is not None), default=0) > 13:
            self._bad("tricks", one.get("tricks") or one["result"])
            draft = draft._replace(tricks=())
        return draft


def _made(text: str) -> tuple[bool, ...]:
    """What "made", "lost" or several of them say, in any language; `()` where they say nothing."""
    found = []
    for word in re.split(r"[\s,;/]+", text.strip()):
        keyword = keyword_of(word)
        if keyword not in ("made", "won", "lost", "yes", "no"):
            return ()
        found.append(keyword not in ("lost", "no"))
    return tuple(found)


@cache
def statuses() -> Mapping[str, str]:
    """What became of a deal that has no game, by the words that sheets have for it."""
    return {fold(said[lang]): key.partition(".")[2] for key, said in _statuses() for lang in LANGUAGES}


def _statuses() -> Iterator[tuple[str, Mapping[str, str]]]:
    return ((key, said) for key, said in catalogue("U").items() if key.startswith("U-status."))
