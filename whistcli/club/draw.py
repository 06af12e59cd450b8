"""Seats for rounds, so that as few as can be meet again; the same seats for the same seed, on every machine.

A round is drawn by local search on the meetings that it repeats: two players at two tables change places, the best such
change first, none of the last few undone. Rounds drawn together are then gone through again, each against all others.
The work is counted in changes, never in seconds, so that a seed always gives the same seats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

AGAIN = 64
"""What a meeting again weighs; a third one weighs more, but never as much as two second ones."""
CHANGES = 1200
"""The most changes that one search makes."""
PASSES = 3
"""How often rounds that are drawn together are gone through again."""
STARTS = 4
"""How many times everything is begun anew, while the bound is not reached."""

Tables = tuple[tuple[int, ...], ...]


class Drawn(NamedTuple):
    """The seats of one round: its tables, and who sits it out."""

    tables: Tables
    out: tuple[int, ...] = ()


class Meetings(NamedTuple):
    """How often pairs met over all rounds: `again` meetings of a pair that had met, and how many it takes at least.

    `by_times` counts the pairs that met so many times, those that never met among them.
    """

    again: int
    bound: int
    by_times: Mapping[int, int]


def sizes(count: int, allowed: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """The tables for so many players, and how many sit out: the fewest that can, then tables of the smallest size.

    >>> sizes(8, (4,)), sizes(10, (4,)), sizes(10, (4, 5, 6)), sizes(7, (4, 5, 6))
    (((4, 4), 0), ((4, 4), 2), ((5, 5), 0), ((6,), 1))
    """
    best: list[tuple[int, ...] | None] = [()]  # for so many players seated, the tables, of which the largest first
    for seated in range(1, count + 1):
        found: tuple[int, ...] | None = None
        for size in allowed:
            rest = best[seated - size] if size <= seated else None
            if rest is not None:
                tables = tuple(sorted((*rest, size), reverse=True))
                if found is None or (-len(tables), tables) < (-len(found), found):
                    found = tables
        best.append(found)
    seated = max(number for number, tables in enumerate(best) if tables is not None)
    return best[seated] or (), count - seated


def resting(players: Sequence[int], count: int, before: Sequence[Drawn], random: Random) -> tuple[int, ...]:
    """Who sits out: those who have done so least often, the lot among equals."""
    times = {player: sum(player in drawn.out for drawn in before) for player in players}
    order = list(players)
    random.shuffle(order)
    return tuple(sorted(sorted(order, key=times.__getitem__)[:count]))


def draw(
    rounds: Sequence[Sequence[int]], before: Sequence[Drawn], allowed: Sequence[int], seed: int
) -> list[Drawn]:
    """The next rounds, whose players are given, after those `before`.

    Who must sit out is chosen first; then the seats.
    """
    random = Random(seed)
    planned: list[tuple[list[int], tuple[int, ...], tuple[int, ...]]] = []
    so_far = list(before)
    for players in rounds:
        tables, idle = sizes(len(players), allowed)
        out = resting(players, idle, so_far, random)
        so_far.append(Drawn((), out))
        planned.append(([player for player in players if player not in out], tables, out))
    bound = meetings([*before, *(_blank(people, tables) for people, tables, _ in planned)]).bound
    best: list[Tables] | None = None
    least = (0, 0)
    for _ in range(STARTS):
        found = _attempt(planned, before, random)
        all_rounds = [*before, *(Drawn(tables) for tables in found)]
        met = meetings(all_rounds)
        cost = (met.again, sum(count * times * times for times, count in met.by_times.items()))
        if best is None or cost < least:
            best, least = found, cost
        if met.again <= bound:
            break
    assert best is not None
    return [Drawn(tables, out) for tables, (_, _, out) in zip(best, planned, strict=True)]


def _blank(people: Sequence[int], tables: Sequence[int]) -> Drawn:
    """Some seats for these people, of which only the sizes matter."""
    seats, at = [], 0
    for size in tables:
        seats.append(tuple(people[at : at + size]))
        at += size
    return Drawn(tuple(seats))


def _attempt(
    planned: Sequence[tuple[list[int], tuple[int, ...], tuple[int, ...]]], before: Sequence[Drawn], random: Random
) -> list[Tables]:
    """Each round against those before it; then each again, against all others."""
    found: list[Tables] = []
    for people, tables, _ in planned:
        order = list(people)
        random.shuffle(order)
        start = _blank(order, tables).tables
        found.append(_search(start, _met([*before, *map(Drawn, found)]), random))
    for _ in range(PASSES if len(found) > 1 else 0):
        for at, tables_now in enumerate(found):
            others = [*before, *(Drawn(tables) for place, tables in enumerate(found) if place != at)]
            found[at] = _search(tables_now, _met(others), random)
    return found


def _met(rounds: Sequence[Drawn]) -> dict[tuple[int, int], int]:
    """How often each pair has met, the lower number first."""
    met: dict[tuple[int, int], int] = {}
    for drawn in rounds:
        for table in drawn.tables:
            for pair in combinations(sorted(table), 2):
                met[pair] = met.get(pair, 0) + 1
    return met


def _search(tables: Tables, met: Mapping[tuple[int, int], int], random: Random) -> Tables:
    """The best seats found from these on."""
    people = [player for table in tables for player in table]
    where = [at for at, table in enumerate(tables) for _ in table]
    count = len(people)
    weight = [[0] * count for _ in people]
    for one in range(count):
        for other in range(one):
            times = met.get((min(people[one], people[other]), max(people[one], people[other])), 0)
            weight[one][other] = weight[other][one] = AGAIN + min(times, AGAIN - 1) if times else 0
    # what each would meet again at each table, which makes a change's gain four look-ups
    load = [[0] * len(tables) for _ in people]
    for one in range(count):
        for other in range(count):
            load[one][where[other]] += weight[one][other]
    cost = sum(load[one][where[one]] for one in range(count)) // 2
    best, kept = cost, list(where)
    barred = [[0] * len(tables) for _ in people]
    for turn in range(1, CHANGES + 1):
        if not best:
            break
        change = _best_change(where, load, weight, barred, turn, best - cost, random)
        if change is None:
            break
        one, other, gain = change
        here, there = where[one], where[other]
        term = turn + 4 + random.randrange(6)
        barred[one][here] = barred[other][there] = term
        where[one], where[other] = there, here
        cost += gain
        for each in range(count):
            moved = weight[each][other] - weight[each][one]
            load[each][here] += moved
            load[each][there] -= moved
        if cost < best:
            best, kept = cost, list(where)
    seats: list[list[int]] = [[] for _ in tables]
    for player, table in zip(people, kept, strict=True):
        seats[table].append(player)
    return tuple(tuple(sorted(table)) for table in seats)


def _best_change(
    where: Sequence[int], load: Sequence[Sequence[int]], weight: Sequence[Sequence[int]],
    barred: Sequence[Sequence[int]], turn: int, needed: int, random: Random,
) -> tuple[int, int, int] | None:
    """The change that costs least, of those who meet somebody again; a barred one only where it beats the best."""
    found: tuple[int, int, int] | None = None
    least, equal = 0, 0
    for one, here in enumerate(where):
        own, away = load[one], load[one][here]
        if not away:
            continue
        bars, heavy = barred[one], weight[one]
        for other, there in enumerate(where):
            if there == here:
                continue
            other_load = load[other]
            gain = own[there] + other_load[here] - 2 * heavy[other] - away - other_load[there]
            if found is not None and gain > least:
                continue
            if gain >= needed and (bars[there] >= turn or barred[other][here] >= turn):
                continue
            equal = equal + 1 if found is not None and gain == least else 1
            if equal == 1 or random.random() * equal < 1:
                found, least = (one, other, gain), gain
    return found


# -- what is reached, and what could be --------------------------------------------------------------------------------


def meetings(rounds: Sequence[Drawn]) -> Meetings:
    """How often people meet again over some rounds, and a number that no seats for the same people go below."""
    met = _met(rounds)
    everybody = sorted({player for drawn in rounds for table in drawn.tables for player in table})
    by_times: dict[int, int] = {}
    for times in met.values():
        by_times[times] = by_times.get(times, 0) + 1
    never = len(everybody) * (len(everybody) - 1) // 2 - len(met)
    if never:
        by_times[0] = never
    again = sum(met.values()) - len(met)
    return Meetings(again, max(_by_people(rounds, everybody), _by_rounds(rounds)), dict(sorted(by_times.items())))


def _by_people(rounds: Sequence[Drawn], everybody: Sequence[int]) -> int:
    """By counting: who has more neighbours in all than there are others meets some of them again."""
    extra = 0
    for player in everybody:
        neighbours = sum(len(table) - 1 for drawn in rounds for table in drawn.tables if player in table)
        extra += max(0, neighbours - (len(everybody) - 1))
    return (extra + 1) // 2


def _by_rounds(rounds: Sequence[Drawn]) -> int:
    """By pigeon-holes: a table of more people than an earlier round had tables repeats pairs of that round."""
    least = 0
    for at, drawn in enumerate(rounds):
        people = {player for table in drawn.tables for player in table}
        bounds = [0]
        for earlier in rounds[:at]:
            homes = len(earlier.tables)
            new = len(people - {player for table in earlier.tables for player in table})
            bounds.append(_spread_out([len(table) for table in drawn.tables], homes, new))
        least += max(bounds)
    return least


def _spread_out(tables: Sequence[int], homes: int, new: int) -> int:
    """The fewest pairs from one home, where people of so many homes, and `new` ones of none, sit at these tables.

    >>> _spread_out([4, 4], 2, 0), _spread_out([4, 4, 4], 3, 0), _spread_out([4] * 4, 4, 0), _spread_out([4, 4], 2, 2)
    (4, 3, 0, 2)
    """
    pairs: list[int] = []  # the pairs that each person beyond the first of every home adds, table by table
    for size in tables:
        pairs += [person // homes for person in range(size)]
    return sum(sorted(pairs)[: len(pairs) - new])


def by_standing(players: Sequence[int], allowed: Sequence[int], out: Sequence[int] = ()) -> Drawn:
    """The first of an order at the first table, the next at the second, and so on."""
    there = [player for player in players if player not in out]
    found, _ = sizes(len(there), allowed)
    return Drawn(tuple(tuple(sorted(table)) for table in _blank(there, tuple(reversed(found))).tables), tuple(out))
