"""Opens a transcript: its header is read and its ruleset loaded; what game follows, the ruleset says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from whistcli.auction.voice import Voice
from whistcli.diag import Finding, Span, Unusable
from whistcli.model import Ruleset
from whistcli.record import Entry, Header, Players, Setting
from whistcli.ruleset.load import Loaded, load_ruleset
from whistcli.transcript.reader import Reader
from whistcli.vocabulary import Vocabulary


class Options(NamedTuple):
    """What the person who runs the program asks for; `parameters` are `--set` values."""

    rules: str | None = None
    parameters: tuple[tuple[str, str], ...] = ()
    strict: bool = False


class Opening:
    """A transcript whose header is read, with its ruleset; its deals are still to come from `reader`.

    A ruleset that is `given` is used whatever the file names. Raises Unusable where the file or its ruleset cannot be
    used.
    """

    def __init__(
        self,
        source: str | bytes,
        options: Options | None = None,
        beside: str | None = None,
        given: Loaded | None = None,
    ) -> None:
        self.options = options or Options()
        self._beside = beside
        self.loaded: Loaded | None = given
        self.reader = Reader(source, self._vocabulary)
        assert self.loaded is not None
        self.rules: Ruleset = self.loaded.rules
        if any(parameter.dated for parameter in self.rules.parameters.values()):
            from whistcli.ruleset.settings import on_day

            self.rules = on_day(self.rules, self.reader.header.settings.get("date"))
        self.header: Header = self.reader.header
        self.voice: Voice = Voice(self.rules, self.header.seats, self.header.names)

    def _vocabulary(self, settings: Mapping[str, str]) -> Vocabulary:
        if self.loaded is not None:
            return self.loaded.rules.vocabulary
        written = settings.get("rules")
        name = self.options.rules or written
        if not name:
            raise Unusable("", (Finding("T-rules", Span(0, 0), hint="T-rules.hint"),))
        beside = None if self.options.rules else self._beside
        self.loaded = load_ruleset(name, beside, self.options.parameters)
        return self.loaded.rules.vocabulary

    @property
    def players(self) -> Entry | None:
        """The line that names the players, where it can be used."""
        return next((e for e in self.header.entries if isinstance(e.statement, Players)), None)

    def findings(self) -> Iterator[Finding]:
        """What there is to say whatever the game: that other rules are used than those that the file names."""
        written = self.header.settings.get("rules")
        if self.options.rules and written and written != self.options.rules:
            settings = (e for e in self.header.entries if isinstance(e.statement, Setting))
            entry = next(e for e in settings if getattr(e.statement, "name", "") == "rules")
            args: dict[str, object] = {"used": self.options.rules, "written": written}
            yield Finding("R-override", entry.span(), "note", args=args)
