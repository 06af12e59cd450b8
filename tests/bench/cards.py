"""Deals with every card, and chess games with every ply: what a card costs beside what a ply costs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

SUITS = "♥♦♣♠"
RANKS = ("A", "K", "Q", "J", "10", *map(str, range(9, 1, -1)))
SEATS = "ABCD"
HEADER = "# Generated: every card of every deal\nrules: scouts\nlang: en\nplayers: A Ann, B Bea, C Cis, D Dre\n\n"

Card = tuple[int, int]


def full_play(count: int, seed: int = 2026) -> Iterator[str]:
    """Deals whose 52 cards are dealt, sorted into hands by the reader, and played by the rules; no two are equal."""
    random = Random(seed)
    yield HEADER
    for number in range(1, count + 1):
        pack = [(suit, rank) for suit in range(4) for rank in range(13)]
        random.shuffle(pack)
        hands = [sorted(pack[at : at + 13]) for at in range(0, 52, 13)]
        trumps, dealer = random.randrange(4), (number - 1) % 4
        leader = (dealer + 1) % 4
        lines = [f"deal {number}, dealer {SEATS[dealer]}",
                 f"contract: solo 6 {('hearts', 'diamonds', 'clubs', 'spades')[trumps]} by {SEATS[leader]}", "play:"]
        for _ in range(13):
            trick: list[Card] = []
            for step in range(4):
                hand = hands[(leader + step) % 4]
                follow = [card for card in hand if trick and card[0] == trick[0][0]]
                card = random.choice(follow or hand)
                hand.remove(card)
                trick.append(card)
            lines.append(f"  {SEATS[leader]}: " + " ".join(SUITS[suit] + RANKS[rank] for suit, rank in trick))
            order = [(suit == trumps, suit == trick[0][0], -rank) for suit, rank in trick]
            leader = (leader + order.index(max(order))) % 4
        yield "\n".join([*lines, "", ""])


def games(count: int, seed: int = 1) -> Iterator[str]:
    """Chess games of random legal moves, as PGN."""
    import chess
    import chess.pgn

    random = Random(seed)
    for _ in range(count):
        board, game = chess.Board(), chess.pgn.Game()
        node: chess.pgn.GameNode = game
        for _ in range(80):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(random.choice(moves))
            node = node.add_variation(board.peek())
        yield f"{game}\n\n"
