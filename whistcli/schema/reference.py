"""Makes the tables of keys in docs/reference.md, from the same list as the schema."""

from __future__ import annotations

from collections.abc import Iterator

from whistcli.schema.keys import VALUE, Key, Places, places, value_places

BEGIN, END = "<!-- keys: made by `whistcli rules schema --format markdown` -->", "<!-- end of keys -->"
"""The lines between which the tables stand."""

SECTIONS = (
    ("ruleset", "Of every ruleset"), ("auction", "Of games with an auction"), ("knockout", "Of knock-out games"),
    ("clauses", "clauses.yaml"), ("cases", "cases/*.yaml"),
)
"""The sections in the order of the page, with their titles."""

_TYPES = {
    "map": "keys below", "maps": "named, keys below", "list": "a list, keys below",
    "texts": "text, or texts by language",
    "flag": "`true` or `false`", "levels": "a number or a range", "needs": "`level`, a number or a range",
    "ids": "clause ids",
    "id": "a clause id", "names": "names", "integer": "a whole number",
    "cards": "cards (`hearts ace`)", "suits": "the four suits", "path": "an id or a path",
    "counts": "a whole number, or several",
    "any": "anything", "value": "[a value](#a-value)",
}


def tables() -> Iterator[str]:
    """The lines of all tables, a place each; the keys that a group brings are said once, above them."""
    for section, title in SECTIONS:
        yield f"### {title}"
        yield ""
        yield from _tables(places(section), section == "cases")
    yield "### A value"
    yield ""
    yield "An expression, or an expression with exceptions, of which all that hold count:"
    yield ""
    yield from _tables(value_places(), False)


def _tables(listed: Places, whole: bool) -> Iterator[str]:
    within = {
        ".".join(filter(None, (place, key.name, inner)))
        for place, keys in listed.items() for key in keys.values() if key.type == VALUE for inner in value_places()
    }
    for place, keys in listed.items():
        own = [key for key in keys.values() if key.name not in _BASIS or whole]
        if not own or place in within:
            continue
        yield f"#### `{place}`" if place else "#### At the top"
        yield ""
        yield "| key | type | default | |"
        yield "|---|---|---|---|"
        for key in own:
            yield _row(key)
        yield ""


def _row(key: Key) -> str:
    kind = ", ".join(f"`{word}`" for word in key.one_of)
    kind = kind or " or ".join(_TYPES.get(one, one) for one in key.type.split("|"))
    default = "needed" if key.needed else ""
    if key.default is not None:
        default = key.default if " " in key.default or "`" in key.default else f"`{key.default}`"
    name = "any name" if key.name == "*" else f"`{key.name}`"
    return f"| {name} | {kind} | {default} | {key.says} |".replace("  ", " ")


_BASIS = ("cite", "reading", "assumed")
