"""`compare`: the same evenings under two rulesets, file by file and together."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from whistcli.commands import CLEAN, FINDINGS, USAGE, Request, unusable
from whistcli.compare import Comparison, Differences, Standing
from whistcli.console import emit, language
from whistcli.diag import Unusable
from whistcli.evening import Evening
from whistcli.model import Ruleset
from whistcli.opening import Opening, Options
from whistcli.render.compare import ComparePage, named, totals_json, totals_text
from whistcli.render.machine import Json
from whistcli.ruleset.load import Loaded, load_ruleset, locate
from whistcli.say import sentence


class _NotCompared(Exception):
    """A file that is no evening of both rulesets; carries the sentence that says so."""


class _Rulesets:
    """The rulesets of a run, each loaded once, with the values of `--set` that it knows."""

    def __init__(self, settings: Sequence[tuple[str, str]]) -> None:
        self._settings = tuple(settings)
        self._loaded: dict[str, Loaded] = {}
        self._differences: dict[tuple[int, int], tuple[Ruleset, Ruleset, Differences]] = {}
        self._known: set[str] = set()

    def load(self, name: str, beside: str | None = None) -> Loaded:
        """A ruleset. Raises Unusable."""
        bare = load_ruleset(name, beside)
        path = os.path.realpath(locate(name if os.path.exists(name) else name.partition("@")[0], beside))
        if path not in self._loaded:
            fitting = tuple(setting for setting in self._settings if setting[0] in bare.rules.parameters)
            self._known |= {setting for setting, _ in fitting}
            self._loaded[path] = load_ruleset(name, beside, fitting) if fitting else bare
        return self._loaded[path]

    def unknown(self, loaded: Loaded) -> None:
        """Raises Unusable where a value is set that none of the rulesets has."""
        idle = tuple(setting for setting in self._settings if setting[0] not in self._known)
        if idle:
            from whistcli.ruleset.settings import with_parameters

            with_parameters(loaded.rules, idle)

    def differences(self, a: Ruleset, b: Ruleset) -> Differences:
        """The points that differ between two of them."""
        key = (id(a), id(b))
        if key not in self._differences:
            self._differences[key] = (a, b, Differences(a, b))
        return self._differences[key][2]


def compare(files: Sequence[str], rules: Sequence[str], request: Request) -> int:
    """Prints where files come out otherwise under the second ruleset than under the first (or their own).

    The exit code is 0 where nothing differs, 1 where something does, 2 where a file cannot be compared.
    """
    rulesets = _Rulesets(request.options.parameters)
    worst = CLEAN
    objects: list[Json] = []
    together: dict[str, Standing] = {}
    used = 0
    for file in files:
        try:
            comparison, lang = _opened(file, rules, rulesets, request)
        except Unusable as error:
            unusable(error, file, request)
            worst = USAGE
            continue
        except _NotCompared as reason:
            emit(f"{file}: {reason}", sys.stderr)
            worst = USAGE
            continue
        if used and request.format != "json":
            emit("")
        used += 1
        found = _told(file, comparison, lang, request)
        if found is not None:
            objects.append(found)
        for standing in comparison.standings():
            before = together.get(standing.player)
            together[standing.player] = standing if before is None else before.plus(standing)
        if comparison.different:
            worst = max(worst, FINDINGS)
    if request.format == "json":
        import json

        whole = {"files": objects, "totals": totals_json(list(together.values()))}
        emit(json.dumps(whole, ensure_ascii=False, indent=1))
    elif used > 1:
        lang = language(request.lang, None)
        emit("")
        emit(sentence("C-compare.together", {"count": used}, lang))
        for line in totals_text(list(together.values()), lang):
            emit(line)
    return worst


def _opened(file: str, rules: Sequence[str], rulesets: _Rulesets, request: Request) -> tuple[Comparison, str]:
    """Both evenings of a file, still to be read, and the language to tell of them. Raises Unusable, _NotCompared."""
    source: str | bytes = sys.stdin.buffer.read() if file == "-" else file
    beside = None if file == "-" else os.path.dirname(file)
    names: list[tuple[str, str | None]] = [(name, None) for name in rules]
    if len(names) < 2:
        written = Opening(source, Options(), beside).header.settings["rules"]
        names.insert(0, (written, beside))
    loaded = [rulesets.load(name, place) for name, place in names]
    rulesets.unknown(loaded[0])
    lang = request.lang
    evenings: list[Evening] = []
    for one in loaded:
        opening = Opening(source, Options(), beside, one)
        lang = language(request.lang, opening.header.settings.get("lang"))
        if one.rules.knockout is not None:
            raise _NotCompared(sentence("C-compare.knockout", {"rules": named(one.rules)}, lang))
        evening = Evening(opening)
        if not evening.playable:
            args = {"rules": named(one.rules), "needed": one.rules.players, "count": len(evening.header.seats)}
            raise _NotCompared(sentence("C-compare.players", args, lang))
        evenings.append(evening)
    assert lang is not None
    a, b = evenings
    return Comparison(a, b, rulesets.differences(a.rules, b.rules)), lang


def _told(file: str, comparison: Comparison, lang: str, request: Request) -> Json | None:
    """Tells of one file as it is read; as JSON it is given back."""
    page = ComparePage(comparison, lang)
    sides = {"a": named(comparison.a.rules), "b": named(comparison.b.rules)}
    if request.format == "json":
        deals = [page.deal_json(pair) for pair in comparison]
        counts = {"deals": comparison.deals, "different": comparison.different}
        return {"file": file, **sides, **counts, "differences": deals, "totals": totals_json(comparison.standings())}
    emit(f"{file}: A = {sides['a']}, B = {sides['b']}")
    for pair in comparison:
        for line in page.deal(pair):
            emit(line)
    emit(page.say("C-compare.count", deals=comparison.deals, different=comparison.different))
    for line in totals_text(comparison.standings(), lang):
        emit(line)
    return None
