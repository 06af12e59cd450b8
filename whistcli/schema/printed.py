"""`rules schema`: prints the schema of one sort of file, or the tables of all keys."""

from __future__ import annotations

from whistcli.commands import CLEAN
from whistcli.console import emit


def printed(section: str, form: str) -> int:
    """Prints the schema of "ruleset", "clauses" or "cases" as JSON; as markdown the tables of every key."""
    if form == "markdown":
        from whistcli.schema.reference import tables

        for line in tables():
            emit(line)
        return CLEAN
    import json

    from whistcli.schema.build import file_schema, ruleset_schema

    schema = ruleset_schema() if section == "ruleset" else file_schema(section)
    emit(json.dumps(schema, ensure_ascii=False, indent=1))
    return CLEAN
