"""whistcli reads the written record of a whist game, judges it by a club's own rules and scores it."""

__version__ = "0.1.0"
