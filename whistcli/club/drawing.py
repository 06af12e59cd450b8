"""The next rounds of a contest drawn, told, and written into its file without touching anything else there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from whistcli.club.contest import Tally
from whistcli.club.contestfile import Contest
from whistcli.club.draw import Drawn, Meetings, by_standing, draw, meetings, resting, sizes
from whistcli.yamlnodes import MapNode, Node, Scalar, load


class NextRounds(NamedTuple):
    """Rounds that were drawn, by number; `before` are those that went before; `standing` that places decided."""

    numbers: tuple[int, ...]
    drawn: tuple[Drawn, ...]
    before: tuple[Drawn, ...]
    seed: int
    standing: bool = False

    @property
    def met(self) -> Meetings:
        """How often people meet again over all rounds, these included."""
        return meetings([*self.before, *self.drawn])


def open_rounds(contest: Contest, tally: Tally) -> list[int]:
    """The rounds that nobody has seats for yet."""
    played = {table.played.round for table in tally.tables}
    return [number for number in range(1, contest.rounds + 1) if number not in contest.seats and number not in played]


def next_rounds(tally: Tally, numbers: Sequence[int], seed: int) -> NextRounds:
    """Draws these rounds; where the contest seats people by standing, the first of them by the places so far."""
    contest = tally.contest
    before = [_seated(tally, number) for number in range(1, contest.rounds + 1) if number not in numbers]
    before = [drawn for drawn in before if drawn.tables]
    people = [[number for number, player in sorted(contest.players.items()) if not player.missing(each)]
              for each in numbers]
    if contest.reseat == "standings" and tally.tables:
        from random import Random

        there = people[0]
        order = [each.player.number for each in tally.entrants if each.player.number in there]
        order += [number for number in there if number not in order]
        out = resting(there, sizes(len(there), contest.sizes)[1], before, Random(seed))
        found = (by_standing(order, contest.sizes, out),)
        return NextRounds((numbers[0],), found, tuple(before), seed, True)
    return NextRounds(tuple(numbers), tuple(draw(people, before, contest.sizes, seed)), tuple(before), seed)


def _seated(tally: Tally, number: int) -> Drawn:
    """Who sat where in a round: by the contest's file, else by its transcripts."""
    seats = tally.contest.seats.get(number)
    if seats is not None:
        return Drawn(tuple(table.players for table in seats.tables), seats.out)
    played = [table.played for table in tally.tables if table.played.round == number]
    return Drawn(tuple(tuple(filter(None, one.numbers)) for one in played))


def block(rounds: NextRounds, indent: str = "  ") -> Iterator[str]:
    """The lines of these rounds as they stand below `seats:`."""
    for number, drawn in zip(rounds.numbers, rounds.drawn, strict=True):
        yield f"{indent}{number}:"
        if not rounds.standing or drawn.out:
            yield f"{indent * 2}seed: {rounds.seed}"
        if drawn.out:
            yield f"{indent * 2}out: [{', '.join(map(str, drawn.out))}]"
        yield f"{indent * 2}tables:"
        for table, players in enumerate(drawn.tables, 1):
            yield f"{indent * 3}{table}: [{', '.join(map(str, players))}]"


def inserted(data: bytes, rounds: NextRounds) -> bytes | None:
    """The file with these rounds in it, or `None` where its form leaves no safe place for them."""
    text = data.decode("utf-8")
    root, _ = load(text)
    if not isinstance(root, MapNode):
        return None
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += end
    key, node = root.key("seats"), root.get("seats")
    indent = "  "
    head: list[str] = []
    at = len(lines)
    if key is None:
        head = ["seats:"]
    else:
        if isinstance(node, MapNode) and node.items:
            indent = " " * (node.items[0][0].span.column - 1) or indent
        later = [other.span.line for other, _ in root.items if other.span.line > key.span.line]
        at = min(later, default=at + 1) - 1
    while at > 0 and (not lines[at - 1].strip() or lines[at - 1].lstrip().startswith("#")):
        at -= 1
    new = "".join([*lines[:at], *(f"{line}{end}" for line in [*head, *block(rounds, indent)]), *lines[at:]])
    return new.encode("utf-8") if _only_added(root, load(new)[0], rounds) else None


def _only_added(before: Node, after: Node | None, rounds: NextRounds) -> bool:
    """Whether a file says what it said before, and these rounds."""
    old, new = plain(before), plain(after)
    added, _ = load("\n".join(["seats:", *block(rounds)]))
    fresh = plain(added)
    if not isinstance(old, dict) or not isinstance(fresh, dict):
        return False
    seats = old.get("seats") or {}
    return isinstance(seats, dict) and new == {**old, "seats": {**seats, **fresh["seats"]}}


def plain(node: Node | None) -> object:
    """What a node says, without places and quotes."""
    if node is None or isinstance(node, Scalar):
        return node.text if node is not None else None
    if isinstance(node, MapNode):
        return {key.text: plain(value) for key, value in node.items}
    return [plain(item) for item in node.items]
