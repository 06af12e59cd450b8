"""What the options of `score` ask for: the format of the sheets, the form of CSV, colours."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from whistcli.cli_words import refused

if TYPE_CHECKING:  # most sheets are text
    from whistcli.scoring import Output
    from whistcli.sheet.csv import CsvForm

SHEETS = ("text", "markdown", "csv", "json", "html", "xlsx")
"""The formats of sheets."""

_ENDINGS = {".txt": "text", ".md": "markdown", ".csv": "csv", ".json": "json", ".html": "html", ".htm": "html",
            ".xlsx": "xlsx"}

_COLOURS = ("auto", "always", "never")


def sheet_format(format: str | None, out: str | None, csv: str | None) -> str:
    """The format: as asked for, else CSV where its form is chosen, else as the ending of the file has it.

    >>> sheet_format(None, "a.HTML", None), sheet_format(None, None, "plain"), sheet_format(None, "sheet", None)
    ('html', 'csv', 'text')
    """
    if format is not None:
        return format
    if csv is not None:
        return "csv"
    return _ENDINGS.get(os.path.splitext(out or "")[1].lower(), "text")


def sheet_output(
    out: str | None, csv: str | None, separator: str | None, decimal: str | None, color: str, lang: str | None
) -> Output:
    """Where and how the sheets are written; wrong words end the program with exit code 2."""
    from whistcli.scoring import Output

    if color not in _COLOURS:
        refused("H-wrong.choice", "--color", lang, found=color, allowed=_COLOURS)
    form = None if csv is separator is decimal is None else _form(csv, separator, decimal, lang)
    return Output(out, form, color)


def _form(csv: str | None, separator: str | None, decimal: str | None, lang: str | None) -> CsvForm:
    from whistcli.sheet.csv import FORMS

    if csv is not None and csv not in FORMS:
        refused("H-wrong.choice", "--csv", lang, found=csv, allowed=tuple(FORMS))
    form = FORMS[csv or "plain"]
    form = form._replace(separator=separator or form.separator, decimal=decimal or form.decimal)
    if form.decimal not in (".", ","):
        refused("H-wrong.decimal", "--decimal", lang)
    if len(form.separator) != 1 or form.separator in f"{form.decimal}\"\r\n":
        refused("H-wrong.separator", "--separator", lang)
    return form
