"""The contest rules of Les Amis du whist for the oracle: `t` is its table, `c` its call."""

from __future__ import annotations


def amis_may_accept(t, seat: str, suit: str) -> bool:
    """In no game of his own, and if he proposed, then a lower suit."""
    own = t.proposed.get(seat)
    return seat not in t.out and seat not in t.side and (own is None or t.rank(own) < t.rank(suit))


def amis_acceptable(t, seat: str) -> bool:
    """His open proposal could still be accepted by somebody at his next turn."""
    suit = t.proposed.get(seat)
    if suit is None or t.open_proposals().get(suit) != seat or t.lowest_pair(suit) is None:
        return False
    return any(amis_may_accept(t, s, suit) for s in t.seats if s != seat)


def amis_fault(t, seat: str, c) -> str | None:
    kind, first_turn, side, top = c.kind, t.turns[seat] == 0, t.side.get(seat), t.best
    if t.hands and first_turn and not t.caller and t.aces(seat) == 3 and kind != "trull":
        return "who holds three aces must say trull"
    if kind == "trull":
        return "a trull takes exactly three aces" if t.hands and t.aces(seat) != 3 else None
    if kind == "fourth_ace":
        if not t.caller or t.overcalled() or t.fourth or seat == t.caller:
            return "there is no trull to complete"
        if t.lap:
            return "the others have first to agree"
        if not c.suit:
            return "he has to name trumps"
        return "he does not hold the fourth ace" if t.hands and t.fourth_ace_holder() != seat else None
    if t.caller and not t.overcalled():
        if not t.lap:
            return "only the fourth ace is still to be named"
        if kind == "agree":
            return None
        if kind == "pass":
            return "the answer to a trull is agree"
    if kind == "agree":
        return "there is no trull to agree to"
    if kind == "pass":
        return None
    if kind == "drop":
        return None if not first_turn else "in the first round one passes"

    game = t.game_of(seat, c)
    if seat in t.refused and (game is None or t.rung(*game) <= t.refused[seat]):
        return "after a refusal: pass, or a game higher than the one refused"
    if seat == t.waited and kind not in ("accept", "raise"):
        return "who waited may only make a pair"

    if kind == "wait":
        return None if seat == t.first and first_turn and not t.caller else "only the first speaker may wait"
    if kind == "propose":
        if t.misere_called:
            return "no proposal after a small misere"
        if not first_turn:
            return "nobody proposes twice, nor after another call"
        if c.suit in t.proposed.values():
            return "that suit has been proposed"
        return None if t.lowest_pair(c.suit) else "no pair in that suit beats what stands"
    if kind == "accept":
        if t.open_proposals().get(c.suit, seat) == seat:
            return "no such proposal is open"
        if side:
            return "he has a game of his own"
        if not amis_may_accept(t, seat, c.suit):
            return "who proposed may accept only a higher suit"
        if t.has_no(seat, c.suit):
            return "he has no trump"
        level = t.accept_level(seat, c)
        good = level is not None and 8 <= level <= 13 and t.beats("pair", level, c.suit)
        return None if good else "that does not beat what stands"
    if kind == "raise":
        if not side or side.kind != "pair" or side.voice != seat:
            return "only the acceptor may raise his pair"
        return None if 8 <= c.level <= 13 and t.beats("pair", c.level, side.suit) else "that does not beat what stands"
    if kind == "solo":
        if not 6 <= c.level <= 8:
            return "a solo is for six, seven or eight"
        over_misere = first_turn and c.level == 8 and top is not None and top.kind == "small_misere"
        if not over_misere and seat not in t.proposed and seat not in t.paired_in_round_one:
            return "a solo takes a proposal or an acceptance in round 1"
        if amis_acceptable(t, seat):
            return "his proposal may still be accepted"
        return None if t.beats(*game) else "that does not beat what stands"
    if kind == "small_misere":
        return None if t.joins(seat, kind) or t.beats(*game) else "that does not beat what stands"
    if kind in ("grand_misere", "open_misere"):
        return None if t.beats(*game) else "that does not beat what stands"
    if kind == "abundance":
        if c.level not in (9, 10, 11):
            return "abundances are for nine, ten or eleven"
        if not first_turn and c.level == 9:
            return "an abundance of nine is called in the first round"
        if not first_turn and t.abundances.get(seat) != c.suit:
            return "a later abundance only raises one's own, in its suit"
        equal = top is not None and top.kind == "abundance" and top.level == c.level
        equal = equal and (side is None or t.key(*game) > t.key(side.kind, side.level, side.suit))
        return None if equal or t.beats(*game) else "that does not beat what stands"
    if kind == "small_slam":
        if not first_turn:
            return "a small slam is called in the first round"
        return None if t.beats(*game) else "that does not beat what stands"
    if kind == "grand_slam":
        if not first_turn and (top is None or top.kind != "small_slam"):
            return "a grand slam is called in the first round or over a small slam"
        return None
    return "no such call in these rules"
