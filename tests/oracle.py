"""An independent judge of whist auctions, written by hand from the two French rule texts.

It shares nothing with the engine: no ruleset file, no expression language, no code. Tests compare the two.
Notation of calls: "A propose hearts", "A accept hearts 8", "arbiter yes", "lead D CA" (suit letter, then rank).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from random import Random

from oracle_amis import amis_fault
from oracle_scouts import scouts_fault, scouts_first_round_level

SUITS = ("hearts", "diamonds", "clubs", "spades")  # highest first
SUIT_RANK = {"hearts": 4, "diamonds": 3, "clubs": 2, "spades": 1, "notrump": 0, None: 0}
SUIT_OF_LETTER = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
PBN_ORDER = ("spades", "hearts", "diamonds", "clubs")

LADDER = {
    "scouts": [
        "pair 8", "solo 6", "pair 9", "solo 7", "pair 10", "solo 8", "pair 11", "pair 12", "pair 13",
        "small_misere", "abundance 9", "abundance 10", "trull", "grand_misere", "open_misere",
        "small_slam notrump", "small_slam suit", "grand_slam",
    ],
    "amis": [
        "pair 8", "pair 9", "solo 6", "pair 10", "solo 7", "pair 11", "small_misere", "pair 12", "solo 8", "pair 13",
        "trull", "abundance 9", "grand_misere", "abundance 10", "abundance 11", "open_misere",
        "small_slam notrump", "small_slam suit", "grand_slam",
    ],
}  # fmt: skip
JOINED = {"scouts": ("small_misere", "grand_misere"), "amis": ("small_misere",)}
FIXED_LEVEL = {"small_misere": 0, "grand_misere": 0, "open_misere": 0, "small_slam": 12, "grand_slam": 13}
BARE = (
    "pass", "wait", "small_misere", "piccolo", "grand_misere", "open_misere", "grand_slam", "trull", "royal_trull",
    "agree", "hand_over", "drop",
)  # fmt: skip

UNIVERSE = (
    ["pass", "wait", "drop", "hand_over", "agree", "fourth_ace", "trull", "royal_trull"]
    + ["small_misere", "grand_misere", "open_misere", "grand_slam", "small_slam notrump"]
    + [f"propose {s}" for s in SUITS]
    + [f"accept {s} {n}" for s in SUITS for n in range(8, 14)]
    + [f"raise {n}" for n in range(8, 14)]
    + [f"solo {s} {n}" for s in SUITS for n in range(6, 9)]
    + [f"abundance {n} {s}" for n in range(9, 12) for s in SUITS]
    + [f"small_slam {s}" for s in SUITS]
    + [f"fourth_ace {s}" for s in SUITS]
)


@dataclass
class Verdict:
    """What the auction came to; `illegal` is the 1-based place of the first illegal seat call."""

    illegal: int | None
    why: str
    status: str  # contract | redeal | unfinished | illegal
    next: str | None
    contract: dict | None


@dataclass(frozen=True)
class Call:
    kind: str
    suit: str | None = None
    level: int | None = None


@dataclass(eq=False)
class Side:
    """A game announced: a pair, or one player's own game. `voice` is who speaks for it, None once nobody does."""

    kind: str
    level: int | None
    suit: str | None
    seats: tuple[str, ...]
    voice: str | None

    @property
    def proposer(self) -> str:
        return self.seats[0]


@cache
def parse(text: str) -> Call | None:
    """Return the call of a text without its seat, None if it is no call."""
    kind, *rest = text.split()
    if kind in BARE:
        return None if rest else Call(kind)
    suits = [w for w in rest if w in SUITS or w == "notrump"]
    numbers = [int(w) for w in rest if w.isdigit()]
    if len(suits) + len(numbers) != len(rest) or len(suits) > 1 or len(numbers) > 1:
        return None
    suit, level = (suits or [None])[0], (numbers or [None])[0]
    if suit == "notrump" and kind != "small_slam":
        return None
    shape = (suit is not None, level is not None)
    wanted = {
        "propose": [(True, False)],
        "accept": [(True, True), (True, False)],
        "raise": [(False, True)],
        "solo": [(True, True)],
        "abundance": [(True, True)],
        "small_slam": [(True, False)],
        "fourth_ace": [(True, False), (False, False)],
    }
    return Call(kind, suit, level) if shape in wanted.get(kind, []) else None


def holding(hand: str, suit: str) -> str:
    return hand.split(".")[PBN_ORDER.index(suit)]


@dataclass
class Table:
    """The state of an auction: who spoke, who is out, which games were announced."""

    rules: str
    seats: list[str]
    dealer: str
    lost: dict[str, int] = field(default_factory=dict)
    hands: dict[str, str] | None = None

    def __post_init__(self) -> None:
        left = self.seats.index(self.dealer) + 1
        order = self.seats[left:] + self.seats[:left]
        self.first = order[0]
        self.lap = list(order)  # who has still to speak in the first round
        self.last = self.dealer
        self.spoken = 0  # seat calls made, refused ones included
        self.turns = dict.fromkeys(order, 0)  # own turns taken, refused calls left out
        self.out: set[str] = set()
        self.waited: str | None = None
        self.proposed: dict[str, str] = {}  # in the first round
        self.paired_in_round_one: set[str] = set()  # acceptors
        self.round_one_solo: dict[str, str] = {}
        self.abundances: dict[str, str] = {}
        self.misere_called = False
        self.side: dict[str, Side] = {}
        self.sides: list[Side] = []
        self.refused: dict[str, int] = {}  # highest rung refused by the arbiter
        self.forced: str | None = None  # the proposer just after a hand-over
        self.caller: str | None = None  # of the trull
        self.royal = False
        self.fourth: str | None = None
        self.fourth_suit: str | None = None

    # cards ----------------------------------------------------------------------------------------------------------

    def aces(self, seat: str) -> int:
        return self.hands[seat].count("A")

    def has_no(self, seat: str, suit: str) -> bool:
        """By the cards the player has no card of the suit; False where they are unknown."""
        return bool(self.hands) and not holding(self.hands[seat], suit)

    # strength -------------------------------------------------------------------------------------------------------

    @staticmethod
    def rank(suit: str | None) -> int:
        return SUIT_RANK[suit]

    def rung(self, kind: str, level: int | None, suit: str | None) -> int:
        if kind in ("pair", "solo", "abundance"):
            name = f"{kind} {level}"
        elif kind == "small_slam":
            name = "small_slam notrump" if suit == "notrump" else "small_slam suit"
        else:
            name = kind
        ladder = LADDER[self.rules]
        return ladder.index(name) if name in ladder else -1

    def key(self, kind: str, level: int | None, suit: str | None) -> tuple[int, int]:
        return self.rung(kind, level, suit), SUIT_RANK[suit]

    @property
    def best(self) -> Side | None:
        """The game that stands; between equals the first announced."""
        top = None
        for side in self.sides:
            if top is None or self.key(side.kind, side.level, side.suit) > self.key(top.kind, top.level, top.suit):
                top = side
        return top

    def standing(self) -> list[Side]:
        top = self.best
        if top is None:
            return []
        if top.kind in JOINED[self.rules]:
            return [s for s in self.sides if s.kind == top.kind]
        return [top]

    def beats(self, kind: str, level: int | None, suit: str | None) -> bool:
        top = self.best
        return top is None or self.key(kind, level, suit) > self.key(top.kind, top.level, top.suit)

    def joins(self, seat: str, kind: str) -> bool:
        top = self.best
        return kind in JOINED[self.rules] and top is not None and top.kind == kind

    def lowest_pair(self, suit: str) -> int | None:
        return next((n for n in range(8, 14) if self.beats("pair", n, suit)), None)

    # who is who -----------------------------------------------------------------------------------------------------

    def open_proposals(self) -> dict[str, str]:
        """Suit -> proposer, of the proposals that can still be accepted."""
        return {s: p for p, s in self.proposed.items() if p not in self.out and p not in self.side}

    def overcalled(self) -> bool:
        top = self.best
        return self.caller is not None and top is not None and top.kind != "trull"

    def silent(self, seat: str) -> bool:
        """In a pair for which the partner speaks."""
        side = self.side.get(seat)
        return side is not None and side.kind == "pair" and side.voice is not None and side.voice != seat

    def fourth_ace_holder(self) -> str | None:
        """By the cards: the fourth ace, or at a royal trull the highest heart that its caller lacks."""
        if not self.hands or self.caller is None:
            return None
        others = [s for s in self.seats if s != self.caller]
        if not self.royal:
            return next((s for s in others if self.aces(s)), None)
        for rank in "KQJT98765432":
            if rank not in holding(self.hands[self.caller], "hearts"):
                return next((s for s in others if rank in holding(self.hands[s], "hearts")), None)
        return None

    def speakers(self) -> list[str]:
        """Who may speak now; several where only the cards tell; none when the auction is over."""
        if self.forced:
            return [self.forced]
        if self.lap:
            return [self.lap[0]]
        if self.caller and not self.overcalled():
            if self.royal or self.fourth:
                return []
            holder = self.fourth_ace_holder()
            return [holder] if holder else [s for s in self.seats if s != self.caller]
        busy = {s for side in self.standing() for s in side.seats}
        at = self.seats.index(self.last)
        for step in range(1, len(self.seats) + 1):
            seat = self.seats[(at + step) % len(self.seats)]
            if seat not in self.out and seat not in busy and not self.silent(seat):
                return [seat]
        return []

    # judging --------------------------------------------------------------------------------------------------------

    def fault(self, seat: str, call: Call) -> str | None:
        """Why the call is illegal, None if it is legal (or legal to ask of the arbiter)."""
        if seat not in self.seats:
            return "nobody sits there"
        if call.kind in ("trull", "royal_trull"):
            if self.spoken:
                return "a trull is announced before any other call"
        elif not (call.kind == "fourth_ace" and self.royal and not self.lap and seat != self.caller):
            speakers = self.speakers()
            if not speakers:
                return "the auction is over"
            if seat not in speakers:
                return "it is not this player's turn"
        return scouts_fault(self, seat, call) if self.rules == "scouts" else amis_fault(self, seat, call)

    def game_of(self, seat: str, call: Call) -> tuple[str, int | None, str | None] | None:
        """The game (kind, level, suit) that the call would announce, None if it announces none."""
        if call.kind == "accept":
            return "pair", self.accept_level(seat, call), call.suit
        if call.kind == "raise":
            side = self.side.get(seat)
            return "pair", call.level, side.suit if side else None
        if call.kind in ("solo", "abundance"):
            return call.kind, call.level, call.suit
        if call.kind in FIXED_LEVEL:
            suit = call.suit if call.kind == "small_slam" else "notrump"
            return call.kind, FIXED_LEVEL[call.kind], suit
        return None

    def accept_level(self, seat: str, call: Call) -> int | None:
        """The level of an acceptance, the lowest sufficient one where none is given."""
        if call.level is not None:
            return call.level
        if self.rules == "scouts" and self.turns[seat] == 0:
            return scouts_first_round_level(self, call.suit)
        return self.lowest_pair(call.suit)

    def needs_arbiter(self, seat: str, call: Call) -> bool:
        if self.rules != "amis":
            return False
        game = self.game_of(seat, call)
        if game is None:
            return False
        kind, level, _ = game
        if kind == "pair":
            return level is not None and level >= 11
        if kind in ("grand_misere", "open_misere", "small_slam", "grand_slam"):
            return True
        if kind == "abundance" and level >= 10:
            return True
        return self.lost.get(seat, 0) >= 2  # solo, small misere, abundance

    # moving ---------------------------------------------------------------------------------------------------------

    def refuse(self, seat: str, call: Call) -> None:
        """The arbiter refuses: the call is void, the same player speaks again."""
        self.spoken += 1
        self.refused[seat] = max(self.refused.get(seat, -1), self.rung(*self.game_of(seat, call)))

    def apply(self, seat: str, call: Call) -> None:
        kind = call.kind
        game = self.game_of(seat, call)
        first_turn = self.turns[seat] == 0
        self.spoken += 1
        if kind in ("trull", "royal_trull"):
            self.caller, self.royal = seat, kind == "royal_trull"
            at = self.seats.index(seat)
            self.lap = [self.seats[(at + i) % 4] for i in (0, 1, 2, 3)]
            self.enter(seat, Side("trull", None, None, (seat,), seat))
        if self.lap and self.lap[0] == seat:
            self.lap.pop(0)
        self.turns[seat] += 1
        self.last = seat
        self.forced = None
        side = self.side.get(seat)
        if kind in ("pass", "drop", "agree"):
            self.out.add(seat)
            if side and side.kind == "pair" and side.voice == seat:
                if seat == side.proposer:  # after a hand-over he takes his acceptor out with him
                    self.out.update(side.seats)
                side.voice = None
        elif kind == "fourth_ace":
            self.fourth, self.fourth_suit = seat, call.suit
            self.out.add(seat)
        elif kind == "wait":
            self.waited = seat
        elif kind == "propose":
            self.proposed[seat] = call.suit
        elif kind == "accept":
            proposer = self.open_proposals()[call.suit]
            if first_turn:
                self.paired_in_round_one.add(seat)
            pair = Side("pair", game[1], call.suit, (proposer, seat), seat)
            self.enter(proposer, pair)
            self.enter(seat, pair)
        elif kind == "raise":
            side.level = call.level
        elif kind == "hand_over":
            side.voice = self.forced = side.proposer
        elif game:
            if side and side.kind == "pair" and side.voice == seat:
                side.voice = None  # he leaves the pair; its proposer is free
            if kind == "solo" and first_turn:
                self.round_one_solo[seat] = call.suit
            if kind == "abundance":
                self.abundances.setdefault(seat, call.suit)
            if kind == "small_misere":
                self.misere_called = True
            self.enter(seat, Side(*game, (seat,), seat))

    def enter(self, seat: str, side: Side) -> None:
        """Put the player into a game of his; an own earlier one (outranked) is given up."""
        old = self.side.get(seat)
        if old is not None and old.kind != "pair":
            self.sides.remove(old)
        self.side[seat] = side
        if side not in self.sides:
            self.sides.append(side)

    # result ---------------------------------------------------------------------------------------------------------

    def contract(self, lead: tuple[str, str] | None) -> dict | None:
        games = self.standing()
        if not games:
            return None
        game = games[0]
        if game.kind == "trull":
            return self.trull_contract(lead)
        own_lead = ("abundance", "small_slam", "grand_slam") if self.rules == "scouts" else ("abundance", "small_slam")
        return {
            "kind": game.kind,
            "level": game.level,
            "suit": game.suit,
            "declarers": sorted(s for g in games for s in g.seats),
            "leader": game.seats[0] if game.kind in own_lead else self.first,
        }

    def trull_contract(self, lead: tuple[str, str] | None) -> dict:
        partner, level, suit = self.fourth, None, None
        if self.rules == "amis":
            level, suit = 9, self.fourth_suit
        elif self.royal:
            level, suit = 9, "hearts"
            partner = self.fourth_ace_holder() or (lead[0] if lead and lead[0] != self.caller else None) or partner
        elif lead and lead[0] == partner:
            led, rank = SUIT_OF_LETTER[lead[1][0]], lead[1][1:]
            if rank == "A":
                level, suit = 8, led
            elif not (self.hands and "A" in holding(self.hands[partner], led)):  # else: no such lead, it is redone
                level, suit = 9, led
        declarers = sorted(s for s in (self.caller, partner) if s)
        return {"kind": "trull", "level": level, "suit": suit, "declarers": declarers, "leader": partner}


# the three questions ------------------------------------------------------------------------------------------------


def replay(
    rules, seats, dealer, calls, lost_solos=None, hands=None
) -> tuple[Table, tuple[int, str] | None, tuple | None]:
    """Play the entries through; returns the table, the first fault (place, reason) and the lead."""
    table = Table(rules, list(seats), dealer, dict(lost_solos or {}), hands)
    place, lead = 0, None
    for at, entry in enumerate(calls):
        seat, _, text = entry.partition(" ")
        if seat == "arbiter":
            continue  # read with the call before it; without effect on a call that needs no ruling
        if seat == "lead":
            lead = lead or tuple(text.split())
            continue
        place += 1
        call = parse(text) if text.strip() else None
        fault = "no such call" if call is None else table.fault(seat, call)
        if fault:
            return table, (place, fault), lead
        if table.needs_arbiter(seat, call):
            ruling = calls[at + 1] if at + 1 < len(calls) else ""
            if ruling == "arbiter no":
                table.refuse(seat, call)
                continue
            if ruling != "arbiter yes":
                return table, (place, "that game needs the arbiter's consent"), lead
        table.apply(seat, call)
    return table, None, lead


def judge(rules, seats, dealer, calls, lost_solos=None, hands=None) -> Verdict:
    """Judge an auction, entries as in the case files; `hands` by seat in PBN suit order."""
    table, fault, lead = replay(rules, seats, dealer, calls, lost_solos, hands)
    if fault:
        return Verdict(fault[0], fault[1], "illegal", None, None)
    speakers = table.speakers()
    if speakers:
        return Verdict(
            None, "somebody has still to speak", "unfinished", speakers[0] if len(speakers) == 1 else None, None
        )
    contract = table.contract(lead)
    if contract is None:
        return Verdict(None, "nobody announced a game", "redeal", None, None)
    return Verdict(None, "", "contract", None, contract)


def legal_calls(rules, seats, dealer, calls, lost_solos=None, hands=None) -> set[str]:
    """All legal calls of the next speaker; where only the cards tell who that is, of whoever it may be."""
    table, fault, _ = replay(rules, seats, dealer, calls, lost_solos, hands)
    if fault:
        return set()
    return {text for seat in table.speakers() for text in UNIVERSE if table.fault(seat, parse(text)) is None}


@dataclass
class Auction:
    """A finished random auction: the arguments of `judge`, and its verdict."""

    rules: str
    seats: list[str]
    dealer: str
    calls: list[str]
    lost_solos: dict[str, int]
    verdict: Verdict


WEIGHT = {
    "pass": 5, "drop": 1, "wait": 4, "propose": 8, "accept": 12, "raise": 12, "hand_over": 5, "solo": 5, "agree": 9,
    "fourth_ace": 9, "small_misere": 1.5, "grand_misere": 1, "open_misere": 0.4, "abundance": 1, "small_slam": 0.3,
    "grand_slam": 0.3, "trull": 0.3, "royal_trull": 0.2,
}  # fmt: skip


def random_auction(rng: Random, rules: str, limit: int = 200) -> Auction:
    """Play random legal calls to the end of the auction, at most `limit` entries."""
    seats = ["A", "B", "C", "D"]
    dealer = rng.choice(seats)
    lost = {s: rng.choice([0, 0, 0, 1, 2, 3]) for s in seats} if rules == "amis" and rng.random() < 0.3 else {}
    calls: list[str] = []
    if rng.random() < 0.08:
        royal = rules == "scouts" and rng.random() < 0.4
        calls.append(f"{rng.choice(seats)} {'royal_trull' if royal else 'trull'}")
    while len(calls) < limit:
        table, _, _ = replay(rules, seats, dealer, calls, lost)
        speakers = table.speakers()
        if not speakers:
            break
        seat = rng.choice(speakers)
        by_kind: dict[str, list[str]] = {}
        for text in UNIVERSE:
            if table.fault(seat, parse(text)) is None:
                by_kind.setdefault(text.split()[0], []).append(text)
        kind = rng.choices(list(by_kind), [WEIGHT[k] for k in by_kind])[0]
        texts = by_kind[kind]
        text = (
            texts[min(rng.randrange(len(texts)), rng.randrange(len(texts)))] if kind == "raise" else rng.choice(texts)
        )
        calls.append(f"{seat} {text}")
        if table.needs_arbiter(seat, parse(text)):
            calls.append(rng.choice(["arbiter yes", "arbiter yes", "arbiter no"]))
    return Auction(rules, seats, dealer, calls, lost, judge(rules, seats, dealer, calls, lost))
