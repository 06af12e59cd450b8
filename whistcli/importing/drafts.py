"""A deal as a point sheet has it, and the statements that say the same; what the sheet does not say stays unsaid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from whistcli import record as r
from whistcli.model import Amount, Ruleset
from whistcli.record import Header
from whistcli.say import sentence
from whistcli.transcript.write import Writer
from whistcli.vocabulary import Vocabulary


class Draft(NamedTuple):
    """One deal of a sheet. `said` is what stands for a game where none was played: the status, and the words for it.

    `tricks` are those of each declarer, or of the side (one); `None` where they are not written, "?" in the sheet being
    `(None,)`. `comments` are rows kept as they were.
    """

    number: str
    dealer: str | None = None
    free: bool = False
    contract: r.ContractLine | None = None
    said: tuple[str, str] = ("", "")
    tricks: tuple[int | None, ...] = ()
    made: tuple[bool, ...] = ()
    points: tuple[tuple[str, Amount], ...] = ()
    balance: Amount | None = None
    fines: tuple[tuple[str, Amount | None], ...] = ()
    revoked: tuple[str, ...] = ()
    corrections: tuple[r.Charge, ...] = ()
    multiplier: Amount | None = None
    pot: Amount | None = None
    notes: tuple[str, ...] = ()
    totals: tuple[tuple[str, Amount], ...] = ()
    comments: tuple[str, ...] = ()

    @property
    def only_points(self) -> bool:
        """Whether the sheet has points for it and no game."""
        return bool(self.points) and self.contract is None and self.said[0] not in ("void", "misdeal", "redeal")


def statements(draft: Draft, lang: str) -> Iterator[r.Statement]:
    """The lines of a deal below its heading."""
    if draft.multiplier is not None:
        yield r.Value(1, 1, "multiplier", draft.multiplier)
    if draft.pot is not None:
        yield r.Value(1, 1, "pot", draft.pot)
    if draft.contract is not None:
        yield draft.contract
        yield from _taken(draft, draft.contract)
    status, words = draft.said
    if status == "misdeal":
        yield r.Mark(1, 1, "misdeal")
    elif status in ("void", "redeal"):
        yield r.Remark(1, 1, "void", words)
    elif draft.contract is None and (draft.points or words):
        missing = sentence("I-note.points", {}, lang) if draft.points else ""
        yield r.Remark(1, 1, "note", "; ".join(filter(None, (words, missing))))
    for seat in draft.revoked:
        yield r.Charge(1, 1, "revoke", seat)
    yield from draft.corrections
    for seat, fine in draft.fines:
        yield r.Charge(1, 1, "fine", seat, fine)
    if draft.points:
        yield r.Amounts(1, 1, "points", draft.points)
    if draft.balance is not None:
        yield r.Value(1, 1, "balance", draft.balance)
    if draft.totals:
        yield r.Amounts(1, 1, "totals", draft.totals)
    for note in draft.notes:
        yield r.Remark(1, 1, "note", note)


def _taken(draft: Draft, contract: r.ContractLine) -> Iterator[r.Statement]:
    """The tricks, else whether it was made."""
    known = tuple(count for count in draft.tricks if count is not None)
    if draft.tricks and len(known) == len(draft.tricks):
        if len(known) == 1:
            yield r.Tricks(1, 1, known[0])
        else:
            yield r.Tricks(1, 1, None, tuple(zip(contract.declarers, known, strict=False)))
    elif len(set(draft.made)) == 1:
        yield r.Result(1, 1, draft.made[0])
    elif draft.made:
        yield r.Result(1, 1, None, tuple(zip(contract.declarers, draft.made, strict=False)))
    elif draft.tricks:
        yield r.Tricks(1, 1)


class Scribe:
    """Writes a whole transcript."""

    def __init__(self, vocabulary: Vocabulary, rules: Ruleset | None, lang: str) -> None:
        self.writer, self.rules, self.lang = Writer(vocabulary, lang), rules, lang

    def text(self, named: str | None, header: Header, drafts: Sequence[Draft], after: Sequence[str]) -> str:
        """The transcript: its header (with the ruleset as `named`), the deals, and rows kept `after` them."""
        seats, names = header.seats, header.names
        settings = [("rules", named)] if named else []
        settings += [("lang", self.lang), *header.settings.items()]
        lines = [self.writer.text(r.Setting(1, 1, name, value, 1), value) for name, value in settings]
        lines.append(self.writer.text(r.Players(1, 1, seats, names, (1,) * len(seats)), ""))
        for draft in drafts:
            lines.append("")
            lines += [comment(row) for row in draft.comments]
            heading = r.DealLine(1, 1, "deal", draft.number, 1, draft.dealer, 1, draft.free)
            lines.append(self.writer.text(heading, ""))
            lines += [self._line(statement, draft) for statement in statements(draft, self.lang)]
        if after:
            lines += ["", *map(comment, after)]
        return "".join(f"{line}\n" for line in lines)

    def _line(self, statement: r.Statement, draft: Draft) -> str:
        text = self.writer.text(statement, "")
        void = isinstance(statement, r.Remark) and statement.name == "void"
        if void and self.rules is not None and self.rules.session.redeal_consent is not None:
            text += f"  # accepted D-void: {sentence('I-note.void', {}, self.lang)}"
        return text


def comment(row: str) -> str:
    """A row that could not be read, as a comment."""
    return "# " + " ".join(row.replace("\0", " ").split("\n")).strip(" ")


def plain(text: str) -> str:
    r"""A text as a note may hold it: on one line, without what would open a comment.

    >>> plain("5 # late;\n  sorry")
    '5 late; sorry'
    """
    return " ".join(text.replace("#", " ").split())
