"""What the neighbours are given to read: as many bridge boards, as many ledger transactions."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from random import Random

SEATS = "NESW"
STRAINS = "CDHS"
RANKS = "AKQJT98765432"
VULNERABLE = ("None", "NS", "EW", "All")
HINT = "not installed (pip install whistcli[bench])"


def installed(module: str) -> bool:
    """Whether a peer can be measured here."""
    return find_spec(module) is not None


def boards(count: int, seed: int = 1) -> Iterator[str]:
    """Bridge boards in PBN with the fifteen tags that a board must have, the cards among them, and the auction."""
    random = Random(seed)
    for number in range(1, count + 1):
        dealer = SEATS[(number - 1) % 4]
        opening = random.choice("12")
        strain, final = random.choice(STRAINS), random.choice("45")
        calls = ["Pass"] * random.choice((0, 0, 1, 2))
        declarer = SEATS[(SEATS.index(dealer) + len(calls)) % 4]
        calls += [opening + strain, "Pass", "2NT", "Pass", "3NT", "Pass", final + strain, "Pass", "Pass", "Pass"]
        rows = [" ".join(calls[at : at + 4]) for at in range(0, len(calls), 4)]
        tags = {"Event": "Club", "Site": "", "Date": "2026.11.28", "Board": str(number), "West": "W", "North": "N",
                "East": "E", "South": "S", "Dealer": dealer, "Vulnerable": random.choice(VULNERABLE),
                "Deal": cards(random), "Scoring": "IMP", "Declarer": declarer, "Contract": final + strain,
                "Result": str(random.randrange(6, 13)), "Auction": dealer}
        yield "\n".join([*(f'[{name} "{value}"]' for name, value in tags.items()), *rows, "", ""])


def cards(random: Random) -> str:
    """Four random hands as PBN writes them."""
    pack = [(suit, rank) for suit in range(4) for rank in range(13)]
    random.shuffle(pack)
    hands = (sorted(pack[at : at + 13]) for at in range(0, 52, 13))
    suits = ([[RANKS[rank] for suit, rank in hand if suit == wanted] for wanted in range(4)] for hand in hands)
    return "N:" + " ".join(".".join("".join(suit) for suit in hand) for hand in suits)


def transactions(count: int, seed: int = 1) -> Iterator[str]:
    """A beancount ledger of transactions with two postings."""
    random = Random(seed)
    yield "2020-01-01 open Assets:Cash EUR\n2020-01-01 open Expenses:Table EUR\n\n"
    for number in range(count):
        day = f"20{20 + number * 7 // count:02}-{number % 12 + 1:02}-{number % 28 + 1:02}"
        amount = f"{random.randrange(1, 100)}.{random.randrange(100):02}"
        yield (f'{day} * "Evening {number}"\n  Assets:Cash  -{amount} EUR\n  Expenses:Table  {amount} EUR\n\n')
