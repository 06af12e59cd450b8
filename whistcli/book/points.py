"""The chapters on points and fines: the grid of every result, the revoke, the free deal, pot, money, penalties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import SimpleNamespace

from whistcli.book.teller import Teller
from whistcli.book.tree import Block, Code, Line, Para, Section, Table, line
from whistcli.expr import Expression, Value
from whistcli.grid import Cell, cells
from whistcli.model import Amount, Score
from whistcli.render.figures import number

Variant = tuple[int, tuple[str, ...], bool | None, int]
"""What sets the columns of a game's table apart: level, trumps, said directly, number of declarers."""

NONE = "–"
"""What stands where there are no points."""


def points(teller: Teller) -> Section | None:
    """The points of every result that the ruleset knows."""
    rules = teller.rules
    if not rules.scores:
        return None
    teller.section = "points"
    blocks: list[Block] = [teller.para("W-points"), teller.para(f"W-zero.{'sum' if rules.zero_sum else 'free'}")]
    blocks.extend(teller.basis("scores"))
    if "scores.sharing" in rules.bases:
        blocks.append(teller.para(f"W-sharing.{rules.sharing.remainder}", step=rules.sharing.step))
        blocks.extend(teller.basis("scores.sharing"))
    if rules.times is not None:
        blocks.append(teller.para("W-deal_times", times=teller.value(rules.times)))
        blocks.extend(teller.basis(*(place for place in rules.bases if place.startswith("scores.times"))))
    by_game: dict[str, list[Cell]] = {}
    for cell in cells(rules):
        by_game.setdefault(cell.game, []).append(cell)
    parts = tuple(_game(teller, kind, found) for kind, found in by_game.items())
    return Section("points", teller.say("W-chapter.points"), tuple(blocks), parts)


def _game(teller: Teller, kind: str, found: list[Cell]) -> Section:
    teller.section = f"points-{kind}"
    score = teller.rules.scores.get(kind)
    blocks: list[Block] = []
    together = [cell for cell in found if cell.tricks is not None]
    apart = [cell for cell in found if cell.tricks is None]
    if together:
        blocks.append(_by_tricks(teller, together))
    if apart:
        blocks.append(_by_made(teller, apart))
    if any(cell.points is None for cell in found):
        blocks.extend(_silences(teller, found, score))
    if score is not None and score.pot is not None:
        blocks.append(teller.para("W-pot.taken", amount=teller.value(score.pot)))
    inner = [place for place in teller.rules.bases if place.startswith(f"scores.games.{kind}.")]
    blocks.extend(teller.basis(f"scores.games.{kind}", *inner, quoted=False))
    return Section(teller.section, teller.capital(teller.name(kind)), tuple(blocks))


def _silences(teller: Teller, found: list[Cell], score: Score | None) -> Iterator[Block]:
    """Why some results have no points, each reason once."""
    reasons: dict[str, None] = {}
    for cell in found:
        if cell.why == "hole":
            reasons[teller.say("W-hole", place=cell.hole)] = None
        elif cell.why == "open":
            reasons[teller.say("W-tricks_decide")] = None
        elif cell.why == "pot":
            reasons[teller.say("W-pot_decides")] = None
        elif cell.why == "conflict":
            reasons[teller.say("W-conflict", names=cell.hole)] = None
        elif cell.why == "remainder":
            reasons[teller.say("W-remainder", rest=cell.hole)] = None
        elif cell.points is None:
            because = cell.because or (score.because if score is not None else {})
            reasons[teller.text(because) or teller.say("W-open")] = None
    for reason in reasons:
        yield teller.marked("silent", reason)


# -- a side together: rows by tricks, a column for each variant --------------------------------------------------------


def _by_tricks(teller: Teller, found: list[Cell]) -> Table:
    variants: dict[Variant, dict[int, Cell]] = {}
    for cell in found:
        key = (cell.level, cell.suits, cell.direct, cell.declarers)
        variants.setdefault(key, {})[cell.tricks or 0] = cell
    variants = _apart(variants)
    head = [teller.line("W-col.tricks"), *(line(words) for words in _columns(teller, list(variants)))]
    most = max(cell.tricks or 0 for cell in found)
    if all(_two(column.values()) for column in variants.values()):
        rows = [
            (teller.line("W-made" if done else "W-lost"), *(
                line(_figures(next((c for c in column.values() if any(c.made) is done), None)))
                for column in variants.values()
            ))
            for done in (True, False)
        ]
        return Table((teller.line("W-col.result"), *head[1:]), tuple(rows), frozenset(range(1, len(head))))
    lines: list[tuple[int, int, tuple[tuple[str, bool], ...]]] = []
    for tricks in range(most + 1):
        now = tuple(
            (_figures(column.get(tricks)), tricks in column and any(column[tricks].made))
            for column in variants.values()
        )
        if lines and lines[-1][2] == now:
            lines[-1] = (lines[-1][0], tricks, now)
        else:
            lines.append((tricks, tricks, now))
    listed = tuple(
        (line(str(low) if low == high else f"{low}–{high}"), *(line(words) for words, _ in now))
        for low, high, now in lines
    )
    return Table(tuple(head), listed, frozenset(range(1, len(head))))


def _apart(variants: dict[Variant, dict[int, Cell]]) -> dict[Variant, dict[int, Cell]]:
    """The same columns; what holds said directly or not stands in the columns of both, where there are such columns."""
    found: dict[Variant, dict[int, Cell]] = {}
    for (level, suits, direct, count), column in variants.items():
        both = [key for key in variants if key[:2] == (level, suits) and key[3] == count and key[2] is not None]
        for key in both if direct is None and both else [(level, suits, direct, count)]:
            found.setdefault(key, {}).update(column)
    return found


def _two(column: Iterable[Cell]) -> bool:
    """Whether a made game has one worth and a lost one another, whatever the tricks."""
    listed = list(column)
    return all(
        len({_figures(cell) for cell in listed if any(cell.made) is done}) <= 1 for done in (True, False)
    )


def _columns(teller: Teller, variants: list[Variant]) -> list[str]:
    """What each column is called: only what sets it apart is said."""
    levels, suits, directs, counts = (len(set(part)) > 1 for part in zip(*variants, strict=True))
    found = []
    for level, trumps, direct, count in variants:
        words = [str(level)] if levels else []
        if suits and trumps:
            words.append("/".join(teller.suit(suit) for suit in trumps))
        if directs and direct is not None:
            words.append(teller.say(f"W-direct.{'yes' if direct else 'no'}"))
        if counts:
            words.append(teller.say("W-declarers", count=count))
        found.append(", ".join(words) or teller.say("W-col.points"))
    return found


def _figures(cell: Cell | None) -> str:
    """The points of each declarer and of each opponent."""
    if cell is None:
        return ""
    if cell.points is None:
        return NONE
    return " / ".join(_alike(values) for values in (cell.declarer, cell.opponent) if values)


def _alike(values: tuple[Amount, ...]) -> str:
    return ", ".join(map(number, values))


# -- several, each for himself -----------------------------------------------------------------------------------------


def _by_made(teller: Teller, found: list[Cell]) -> Table:
    several = len({cell.level for cell in found}) > 1
    head = [teller.line(f"W-col.{name}") for name in ("made_by", "who_made", "who_lost", "each_opponent", "balance")]
    rows: list[tuple[Line, ...]] = []
    for cell in _without_points(found):
        words = teller.say("W-made_by", made=cell.made_count, count=cell.declarers)
        if cell.points is None:
            words = teller.say("W-declarers", count=cell.declarers)
        if several:
            words = f"{cell.level}: {words}"
        if cell.points is None:
            figures = [NONE] * 4
        else:
            figures = [_alike(cell.role(role)) for role in ("made", "lost", "opponent")] + [number(cell.balance or 0)]
        rows.append((line(words), *(line(each) for each in figures)))
    return Table(tuple(head), tuple(rows), frozenset(range(1, len(head))))


def _without_points(found: list[Cell]) -> Iterator[Cell]:
    """The cells; of those for one number of declarers that all have no points only the first."""
    for cell in found:
        alike = [each for each in found if (each.level, each.declarers) == (cell.level, cell.declarers)]
        if any(each.points is not None for each in alike) or cell is alike[0]:
            yield cell


# -- fines and the rest ------------------------------------------------------------------------------------------------


def fines(teller: Teller) -> Section | None:
    """Fines, the revoke, offences with a price, free deals, the pot, money."""
    rules = teller.rules
    if rules.knockout is not None:
        return None
    teller.section = "fines"
    blocks: list[Block] = []
    for fine in rules.fines:
        name = fine.name.replace("_", " ")
        blocks.append(teller.para("W-fine", name=name, amount=teller.value(fine.amount), when=_when(teller, fine.when)))
        if fine.paid_to != "nobody":
            blocks.append(teller.para(f"W-paid.{fine.paid_to}"))
        inner = [place for place in rules.bases if place.startswith(f"fines.{fine.name}.")]
        blocks.extend(teller.basis(f"fines.{fine.name}", *inner))
    if rules.revoke is not None:
        revoke = rules.revoke
        blocks.append(teller.para("W-revoke", offender=revoke.offender, others=revoke.others, balance=revoke.balance))
        blocks.append(teller.para(f"W-revoke.{'instead' if revoke.replaces_deal else 'beside'}"))
        if revoke.times is not None:
            blocks.append(teller.para("W-times", times=teller.value(revoke.times)))
        blocks.extend(teller.basis("revoke"))
    for penalty in rules.penalties:
        said = penalty.names.get(teller.lang) or penalty.names.get("en") or (penalty.name.replace("_", " "),)
        blocks.append(teller.para(f"W-penalty.{penalty.column}", name=said[0],
                                  offender=_price(teller, penalty.offender), others=_price(teller, penalty.others)))
        if penalty.times is not None:
            blocks.append(teller.para("W-times", times=teller.value(penalty.times)))
        inner = [place for place in rules.bases if place.startswith(f"penalties.{penalty.name}.")]
        blocks.extend(teller.basis(f"penalties.{penalty.name}", *inner))
    if "free_deal" in rules.bases:
        blocks.append(Para(free(teller)))
        blocks.extend(teller.basis("free_deal"))
    blocks.extend(_money(teller))
    return Section("fines", teller.say("W-chapter.fines"), tuple(blocks)) if blocks else None


def free(teller: Teller) -> Line:
    """What a free deal brings."""
    found = teller.rules.free_deal
    return teller.line(f"W-free.{'points' if found.points else 'none'}.{'fines' if found.fines else 'none'}")


def _price(teller: Teller, price: Value | None) -> Line:
    """A figure of an offence; nothing written is nothing, a bare number needs no type of its own."""
    if price is None:
        return line("0")
    return line(price.text) if not price.reads and price.text.lstrip("-").isdecimal() else teller.value(price)


def _when(teller: Teller, when: Expression) -> Line:
    """A condition on the result: in words where it only asks whether the game was made."""
    if when.reads == {"made"}:
        holds = when.bind()
        made, lost = (bool(holds(SimpleNamespace(made=made))) for made in (True, False))
        if made is not lost:
            return teller.line("W-when.made" if made else "W-when.lost")
    return line(Code(when.text))


def _money(teller: Teller) -> Iterator[Block]:
    for place, said in purse(teller):
        yield from map(Para, said)
        yield from teller.basis(place)


def purse(teller: Teller) -> Iterator[tuple[str, list[Line]]]:
    """The pot, what a point is worth, how a night is paid: each with its dotted place."""
    pot, money = teller.rules.pot, teller.rules.money
    if pot is not None:
        more = [teller.line("W-pot.dealer", pays=pot.dealer_pays)] if pot.dealer_pays else []
        yield "pot", [teller.line("W-pot", start=pot.start), *more]
    if money is not None:
        worth = [] if money.point is None else [teller.line("W-money", point=money.point, currency=money.currency)]
        yield "money", [
            *worth, teller.line(f"W-money.{money.fines}", currency=money.currency),
            teller.line(f"W-settle.{money.settle}"), teller.line(f"W-transfers.{money.transfers}"),
        ]
