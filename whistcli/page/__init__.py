"""What every document shares that the program writes for the screen, paper or GitHub: the frame, escaping, charts."""

from __future__ import annotations


def shown(text: str) -> str:
    """A text without the characters that no page may hold: a mark stands for each."""
    return "".join(char if char >= " " or char in "\t\n" else "\ufffd" for char in text)
