"""Knock-out games: rounds, eliminations, the choice of trumps, the dog's life."""
