"""The scouts' tournament rules for the oracle: `t` is its table, `c` its call."""

from __future__ import annotations

OVER_A_TRULL = ("grand_misere", "open_misere", "small_slam", "grand_slam")


def scouts_first_round_level(t, suit: str) -> int:
    """Nine over a concluded pair in a higher suit, else eight; solos and other games do not matter."""
    return 9 if any(s.kind == "pair" and t.rank(s.suit) > t.rank(suit) for s in t.sides) else 8


def scouts_may_accept_later(t, seat: str, suit: str) -> bool:
    """In round 2: the first speaker, or who proposed a lower suit."""
    return seat == t.first or (seat in t.proposed and t.rank(t.proposed[seat]) < t.rank(suit))


def scouts_fault(t, seat: str, c) -> str | None:
    kind, first_turn, side = c.kind, t.turns[seat] == 0, t.side.get(seat)
    if t.hands and first_turn and not t.caller and t.aces(seat) >= 3:
        due = "royal_trull" if t.aces(seat) == 4 else "trull"
        if kind not in (due, "grand_slam"):
            return f"who holds {t.aces(seat)} aces must say {due}"
    if kind in ("trull", "royal_trull"):
        wanted = 4 if kind == "royal_trull" else 3
        return "not the aces of that trull" if t.hands and t.aces(seat) != wanted else None
    if kind == "fourth_ace":
        if not t.caller or t.overcalled() or t.fourth or seat == t.caller:
            return "there is no trull to complete"
        if t.lap and t.lap != [seat]:
            return "others have still to say whether they have a higher game"
        if c.suit:
            return "the lead names trumps, not the call"
        return "he does not hold that card" if t.hands and t.fourth_ace_holder() != seat else None
    if t.caller and not t.overcalled() and not t.lap:
        return "only the fourth ace is still to be named"
    if kind == "pass":
        return None
    if kind == "drop":
        return None if not first_turn else "in the first round one passes"
    if kind == "agree":
        return "no such answer in these rules"
    if t.caller and kind not in OVER_A_TRULL:
        return "that game does not beat a trull"
    if side and side.kind == "pair" and seat == side.proposer and side.voice == seat and kind != "raise":
        return "after a hand-over the proposer raises or drops"
    if seat == t.waited and kind not in ("accept", "raise", "hand_over"):
        return "who waited may only accept a proposal"

    if kind == "wait":
        return None if seat == t.first and first_turn else "only the first speaker may wait"
    if kind == "propose":
        if not first_turn:
            return "proposals belong to the first round"
        if c.suit in t.proposed.values():
            return "that suit has been proposed"
        if any(s in t.lap for s in t.seats if s != seat):
            return None
        takers = [s for s in t.seats if s != seat and s not in t.out and s not in t.side]
        if t.lowest_pair(c.suit) and any(scouts_may_accept_later(t, s, c.suit) for s in takers):
            return None
        return "nobody is left who could accept it"
    if kind == "accept":
        if t.open_proposals().get(c.suit, seat) == seat:
            return "no such proposal is open"
        if side:
            return "he has a game of his own"
        if t.has_no(seat, c.suit):
            return "he has no trump"
        if first_turn:
            wanted = scouts_first_round_level(t, c.suit)
        else:
            if not scouts_may_accept_later(t, seat, c.suit):
                return "in round 2 only the first speaker or the proposer of a lower suit may accept"
            wanted = t.lowest_pair(c.suit)
            if wanted is None:
                return "no pair beats what stands"
        return None if t.accept_level(seat, c) == wanted else f"accepting takes {wanted}"
    if kind == "raise":
        if not side or side.kind != "pair" or side.voice != seat:
            return "only who speaks for a pair may raise it"
        return None if 8 <= c.level <= 13 and t.beats("pair", c.level, side.suit) else "that does not beat what stands"
    if kind == "hand_over":
        if not side or side.kind != "pair" or side.voice != seat:
            return "only an acceptor may hand the word over"
        return None if t.turns[seat] >= 2 else "he has to speak once himself in round 2"
    if kind == "solo":
        if t.has_no(seat, c.suit):
            return "he has no trump"
        if first_turn:
            return None if c.level == 6 else "in the first round a solo is for six"
        if seat not in t.proposed and t.round_one_solo.get(seat) != c.suit:
            return "in round 2 a solo takes a proposal, or the same solo, in round 1"
        return None if 6 <= c.level <= 8 and t.beats("solo", c.level, c.suit) else "that does not beat what stands"
    if kind in ("small_misere", "grand_misere"):
        if first_turn or t.joins(seat, kind) or t.beats(kind, 0, "notrump"):
            return None
        return "that does not beat what stands"
    if kind == "abundance" and c.level not in (9, 10):
        return "abundances are for nine or ten"
    if kind in ("abundance", "open_misere", "small_slam", "grand_slam"):
        return None if first_turn else "that game is called in the first round"
    return "no such call in these rules"
