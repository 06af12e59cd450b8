"""Builds the switches of the auction: who may return, what is outranked, when it ends, what follows if nobody plays."""

from __future__ import annotations

from whistcli import facts
from whistcli.expr import BOOL, DECIMAL, Expression
from whistcli.model import Auction, Basis, NobodyPlays
from whistcli.ruleset.names import Names, expression
from whistcli.ruleset.shape import Keys, near

WAYS = ("illegal", "loses")
RETURNING = ("nobody", "opener", "anyone")
ORDERS = ("clockwise", "weakest_first")
AGAIN = ("stays", "multiplies", "adds")
_PLAIN = Auction("illegal", "illegal", "asked", NobodyPlays(), "higher_or_pass", "void", False)


def auction(root: Keys, names: Names) -> Auction:
    """The switches of the auction."""
    keys = root.map("auction", required=True)
    if keys is None:
        return _PLAIN
    found = _Sections(keys)
    begins = found.open("begins")
    if begins is not None:
        begins.choice("who", ("left_of_dealer",), "left_of_dealer")
        found.close("begins", begins)
    passed = found.open("passed")
    returning = "nobody"
    returns: tuple[str, ...] = ()
    if passed is not None:
        returning = passed.choice("may_return", RETURNING, "nobody")
        returns = known_kinds(passed, "saying", names)
        found.close("passed", passed)
    outranked = found.choices("outranked", first_round=WAYS, later=WAYS)
    order = found.choices("order", after_first_round=ORDERS, only_pass=("asked", "skipped"),
                           overtaken_pair=("in_turn", "at_once"))
    left = found.choices("freed_acceptor", **{"is": ("out", "asked")})
    beaten = found.choices("beaten_pair", speaks=("voice", "both"))
    freed = found.choices("freed_proposer", **{"is": ("asked", "out")})
    arbiter = found.choices(
        "arbiter", after_refusal=("higher_or_pass", "anything"), unasked=("void", "ignored")
    )
    ends: Expression | None = None
    inner = found.open("ends")
    if inner is not None:
        ends = expression(inner, "when", names.env(facts.BETWEEN, parameters=False), BOOL, required=True)
        found.close("ends", inner)
    nobody = _nobody(found, names)
    keys.done()
    return Auction(
        outranked["first_round"],  # type: ignore[arg-type]
        outranked["later"],  # type: ignore[arg-type]
        freed["is"],  # type: ignore[arg-type]
        nobody,
        arbiter["after_refusal"],  # type: ignore[arg-type]
        arbiter["unasked"],  # type: ignore[arg-type]
        "arbiter" in found.bases,
        found.bases,
        returning,  # type: ignore[arg-type]
        returns,
        order["after_first_round"],  # type: ignore[arg-type]
        ends,
        beaten["speaks"],  # type: ignore[arg-type]
        order["only_pass"] == "skipped",
        order["overtaken_pair"],  # type: ignore[arg-type]
        left["is"],  # type: ignore[arg-type]
    )


class _Sections:
    """The sections of `auction`, and what each rests on."""

    def __init__(self, keys: Keys) -> None:
        self.keys = keys
        self.bases: dict[str, Basis] = {}

    def open(self, name: str) -> Keys | None:
        """A section, where it is written."""
        return self.keys.map(name)

    def close(self, name: str, inner: Keys) -> None:
        """Takes what the section rests on; what nobody asked for in it is reported."""
        self.bases[name] = inner.basis()
        inner.done()

    def choices(self, name: str, **options: tuple[str, ...]) -> dict[str, str]:
        """A section of plain words, each with its choices, the default first."""
        inner = self.open(name)
        if inner is None:
            return {key: allowed[0] for key, allowed in options.items()}
        values = {key: inner.choice(key, allowed, allowed[0]) for key, allowed in options.items()}
        self.close(name, inner)
        return values


def _nobody(found: _Sections, names: Names) -> NobodyPlays:
    """What follows where nobody plays."""
    keys = found.open("nobody_plays")
    if keys is None:
        return NobodyPlays()
    keys.choice("then", ("redeal",), "redeal")
    dealer = keys.choice("dealer", ("same", "next"), "same")
    times, again = None, "stays"
    following = keys.map("next_deal")
    if following is not None:
        times = following.amount("times", required=True)
        again = following.choice("again", AGAIN, "stays")
        following.done()
    queens: Expression | None = None
    held = keys.map("queens")
    if held is not None:
        queens = expression(held, "points", names.env(facts.QUEENS), DECIMAL, required=True)
        held.basis()
        held.done()
    found.close("nobody_plays", keys)
    return NobodyPlays(dealer, times, again, queens)  # type: ignore[arg-type]


def known_kinds(keys: Keys, key: str, names: Names) -> tuple[str, ...]:
    """The calls and games that a list names; one that nobody knows is reported."""
    listed = keys.words(key)
    for scalar in listed:
        if scalar.text not in names.kinds:
            guess = near(scalar.text, sorted(names.kinds))
            hint = "R-key.near" if guess else None
            keys.log.add("R-call", scalar.span, hint=hint, name=scalar.text, near=guess)
    return tuple(scalar.text for scalar in listed)
