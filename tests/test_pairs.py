"""Every ordered pair of bids: whether the second may follow the first, and the contract when everybody then passes.

What beats what is compared here anew, in a few lines, from the ruleset's data; who may say what in which round is
written out below by hand. The two must agree with the engine on every pair that an auction can bring about.
"""

from __future__ import annotations

from functools import cache

import pytest

from whistcli.auction.facts import Known
from whistcli.auction.judge import Table
from whistcli.auction.outcome import conclude
from whistcli.record import Call
from whistcli.ruleset import load_ruleset

LADDERS = {
    "scouts": [
        "pair 8", "solo 6", "pair 9", "solo 7", "pair 10", "solo 8", "pair 11", "pair 12", "pair 13", "small_misere",
        "abundance 9", "abundance 10", "trull", "grand_misere", "open_misere", "small_slam notrump",
        "small_slam SUIT", "grand_slam",
    ],
    "amis": [
        "pair 8", "pair 9", "solo 6", "pair 10", "solo 7", "pair 11", "small_misere", "pair 12", "solo 8", "pair 13",
        "trull", "abundance 9", "grand_misere", "abundance 10", "abundance 11", "open_misere", "small_slam notrump",
        "small_slam SUIT", "grand_slam",
    ],
}  # fmt: skip
SUITS = ("hearts", "diamonds", "clubs", "spades")
NOTHING = Known.nothing(4)
A, B, C, D = range(4)


@cache
def table(rules):
    """A table under a shipped ruleset; A speaks first, D deals."""
    return Table(load_ruleset(rules).rules)


@pytest.mark.parametrize("rules", LADDERS)
def test_ladder(rules):
    """The ladder is the one that was decided, step by step."""
    assert [str(rung) for rung in table(rules).rules.ladder] == LADDERS[rules]


def bids(rules):
    """Every bid of a ruleset as (kind of game, suit or None, tricks or None): each rung in each suit it can have."""
    for rung in LADDERS[rules]:
        kind, _, key = rung.partition(" ")
        if kind in ("pair", "solo", "abundance"):
            yield from ((kind, suit, int(key)) for suit in SUITS)
        elif key == "SUIT":
            yield from ((kind, suit, None) for suit in SUITS)
        else:
            yield kind, key or None, None


def strength(rules, bid):
    """The rung of a bid, and its suit's rank where the suit decides between equals."""
    kind, suit, tricks = bid
    name = f"{kind} {tricks}" if tricks else kind
    if kind == "small_slam":
        name = "small_slam notrump" if suit == "notrump" else "small_slam SUIT"
    data = table(rules).rules
    decides = data.games[kind].equal == "suit" and suit in data.suits
    return LADDERS[rules].index(name), -data.suits.index(suit) if decides else -len(SUITS)


def may_follow(rules, first, second, turn):
    """Whether the second bid may be called over the first, as far as strength goes; `turn` is its speaker's own."""
    data = table(rules).rules
    one, two = strength(rules, first), strength(rules, second)
    game = data.games[second[0]]
    if two > one or (two[0] == one[0] and (game.equal == "joins" or game.may_equal)):
        return True
    return (data.auction.first_round_outranked if turn == 1 else data.auction.later_outranked) == "loses"


def winners(rules, first, second):
    """Which of the two stand once both are called: 1, 2, or both."""
    one, two = strength(rules, first), strength(rules, second)
    if two[0] == one[0] and table(rules).rules.games[second[0]].equal == "joins":
        return (1, 2)
    return (2,) if two > one else (1,)


def may_say(rules, first, second, turn):
    """Whether the rules on who says what when let the second bid be said at all, whatever stands.

    Its speaker has in his first turn said nothing before; in a later turn he has proposed or accepted in the first.
    """
    kind, suit, tricks = second
    if kind == "trull":
        return False  # it comes before all other calls
    if rules == "scouts":
        if first[0] == "trull":
            return kind in ("grand_misere", "open_misere", "small_slam", "grand_slam")
        if kind == "pair" and turn == 1:
            return tricks == (9 if first[0] == "pair" and SUITS.index(first[1]) < SUITS.index(suit) else 8)
        if kind == "solo" and turn == 1:
            return tricks == 6
        return turn == 1 or kind in ("pair", "solo", "small_misere", "grand_misere")
    if kind == "solo":
        return turn > 1 or (tricks == 8 and first[0] == "small_misere")
    if kind in ("abundance", "small_slam"):
        return turn == 1  # later only one's own is raised
    return kind != "grand_slam" or turn == 1 or first[0] == "small_slam"


def said(bid):
    """The call that bids for a lone player's game."""
    kind, suit, tricks = bid
    return Call(kind, suit, tricks)


def play(rules, calls):
    """The state after some calls by seat, the arbiter consenting; `None` where one of them is refused."""
    state = table(rules).start(D)
    for seat, call in calls:
        verdict = table(rules).judge(state, NOTHING, seat, call)
        if verdict.refusal is not None:
            return None
        state = table(rules).place(state, seat, verdict.call)
    return state


PASS = Call("pass")


def ways(rules, first, second):
    """Histories that end with the first bid standing and the second to come: (calls, who calls it, call, its turn, seats)."""
    kind, suit, tricks = first
    other = next(s for s in reversed(SUITS) if s not in (suit, second[1]))
    pair = second[0] == "pair"
    yours = (C, Call("accept", second[1], second[2])) if pair else None
    if kind == "pair":
        opened = [(A, Call("propose", suit)), (B, Call("accept", suit, tricks))]
        if not pair:
            yield opened, C, said(second), 1, ((A, B), (C,))
            # the pair is raised to its number by B, over a solo of A's
            raised = [
                (A, Call("propose", other)), (B, Call("propose", suit)), (C, Call("accept", suit, 8)), (D, PASS),
                (A, Call("solo", "hearts", 6)), (C, Call("raise", None, tricks)),
            ]  # fmt: skip
            yield raised, A, said(second), 3, ((B, C), (A,))
        elif second[1] != suit:
            yield [*opened, (C, Call("propose", second[1]))], D, Call("accept", second[1], second[2]), 1, ((A, B), (C, D))
            for start in (8, 9):
                eight = [
                    (A, Call("propose", suit)), (B, Call("accept", suit, 8)),
                    (C, Call("propose", second[1])), (D, Call("accept", second[1], start)),
                ]  # fmt: skip
                if tricks > 8:
                    yield [*eight, (B, Call("raise", None, tricks))], D, Call("raise", None, second[2]), 2, ((A, B), (C, D))
    elif pair:
        yield [(A, Call("propose", second[1])), (B, said(first))], *yours[:1], yours[1], 1, ((B,), (A, C))
        accepted = [(A, Call("propose", second[1])), (B, Call("accept", second[1], 8))]
        yield [*accepted, (C, said(first)), (D, PASS)], B, Call("raise", None, second[2]), 2, ((C,), (A, B))
        later = [*accepted, (C, Call("propose", other)), (D, PASS), (C, said(first))]
        yield later, B, Call("raise", None, second[2]), 2, ((C,), (A, B))
    else:
        yield [(A, said(first))], B, said(second), 1, ((A,), (B,))
        proposed = [(A, Call("propose", other)), (B, said(first)), (C, PASS), (D, PASS)]
        yield proposed, A, said(second), 2, ((B,), (A,))
        both = [(A, Call("propose", "spades")), (B, Call("propose", "hearts")), (C, PASS), (D, PASS), (A, said(first))]
        yield both, B, said(second), 2, ((A,), (B,))


def passed_out(rules, state):
    """The outcome once everybody who is asked passes, or agrees where that is the answer."""
    judge = table(rules).judge
    for _ in range(12):
        if state.speaker is None:
            return conclude(table(rules), state, NOTHING, None)
        kinds = [kind for kind in ("pass", "agree") if judge(state, NOTHING, state.speaker, Call(kind)).refusal is None]
        state = table(rules).place(state, state.speaker, Call(kinds[0]))
    raise AssertionError(f"it never ends: {state}")


def own_below(rules, state, seat, second):
    """Whether the speaker's own game so far is not below the second bid: then he may not call it, whoever stands."""
    side = state.own(seat)
    return side is not None and strength(rules, second) <= strength(rules, (side.kind, side.suit, side.level or None))


def unheard(first, second):
    """Whether no auction gets to the second bid: its proposal is refused (a second time the same suit, over a trull)."""
    return second[0] == "pair" and (first[0] == "trull" or (first[0] == "pair" and first[1] == second[1]))


@pytest.mark.parametrize("rules", LADDERS)
def test_pairs_that_nobody_can_propose(rules):
    """The same suit is not proposed twice, and nobody proposes over a trull."""
    for first in bids(rules):
        for suit in SUITS:
            if unheard(first, ("pair", suit, 8)) and first[2] in (None, 8):
                opened = [(A, Call("propose", suit)), (B, Call("accept", suit, 8))]
                state = play(rules, opened if first[0] == "pair" else [(A, Call("trull"))])
                verdict = table(rules).judge(state, NOTHING, state.speaker, Call("propose", suit))
                assert verdict.refusal is not None, (first, suit)
                assert verdict.refusal.code == "A-rule"


@pytest.mark.parametrize("rules", LADDERS)
def test_every_ordered_pair_of_bids(rules):
    """The second bid is legal exactly where its strength and its round allow it, and the right one is played."""
    tried: dict[tuple[object, object], int] = {}
    everything = list(bids(rules))
    for first in everything:
        for second in everything:
            for calls, seat, call, turn, seats in ways(rules, first, second):
                state = play(rules, calls)
                if state is None:
                    continue
                where = (calls, seat, call)
                assert state.speaker == seat, where
                assert state.turns[seat] + 1 == turn, where
                verdict = table(rules).judge(state, NOTHING, seat, call)
                legal = (
                    may_say(rules, first, second, turn)
                    and may_follow(rules, first, second, turn)
                    and not own_below(rules, state, seat, second)
                )
                assert (verdict.refusal is None) is legal, (where, verdict.refusal)
                tried[first, second] = tried.get((first, second), 0) + 1
                if not legal:
                    continue
                outcome = passed_out(rules, table(rules).place(state, seat, verdict.call))
                assert outcome.status == "contract", (where, outcome)
                check_contract(rules, first, second, seats, outcome.contract, where)
    for first in everything:
        for second in everything:
            assert ((first, second) in tried) is not unheard(first, second), (first, second)


def check_contract(rules, first, second, seats, contract, where):
    """The contract is the game of the winner or winners, in its seats."""
    won = winners(rules, first, second)
    kind, suit, tricks = (first, second)[won[-1] - 1]
    players = tuple(sorted(seat for place in won for seat in seats[place - 1]))
    assert (contract.kind, contract.declarers) == (kind, players), (where, contract)
    if kind != "trull":
        assert contract.suit == (suit or "notrump"), (where, contract)
        level = tricks or table(rules).rules.games[kind].levels[0]
        assert contract.level == level, (where, contract)
