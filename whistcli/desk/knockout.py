"""The desk for knock-out games, one game a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from whistcli.desk import Desk, Json, Told
from whistcli.diag import Finding
from whistcli.knockout.case import Round
from whistcli.knockout.game import KnockoutGame
from whistcli.opening import Opening
from whistcli.request import Request

if TYPE_CHECKING:  # only sheets need it
    from whistcli.sheet.model import Sheet


class KnockoutDesk:
    """One game."""

    place = "U-place.round"

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.game = KnockoutGame(opening)
        self.own_findings = self.game.own_findings

    def check(self, request: Request) -> tuple[list[Finding], Json]:
        """Judges every round."""
        rounds = list(self.game)
        found = [finding for made in rounds for finding in made.found]
        if request.format != "json" and request.deal is None:
            return found, {}
        from whistcli.render.rounds import Rounds

        told = Rounds(self.game)
        wanted = [made for made in rounds if request.deal in (None, made.record.heading.number)]
        return found, told.checked([told.round(made) for made in wanted])

    def score(self, request: Request, lang: str) -> tuple[list[Finding], Json | Sheet]:
        """The table of the rounds and the order of finish."""
        rounds = list(self.game)
        found = [finding for made in rounds for finding in made.found]
        if request.format == "json":
            from whistcli.render.rounds import Rounds

            told = Rounds(self.game)
            return found, told.scored([told.round(made) for made in rounds])
        from whistcli.sheet.rounds import RoundSheet

        table = RoundSheet(self.game, lang)
        for made in rounds:
            table.add(made)
        return found, table.sheet()

    def together(self, desks: Sequence[Desk], request: Request, lang: str) -> Json | Sequence[Sheet]:
        """A match: who won how many of the games, and every place."""
        games = [desk.game for desk in desks if isinstance(desk, KnockoutDesk)]
        if request.format == "json":
            from whistcli.render.rounds import match_of

            return {"match": match_of(games)}
        from whistcli.sheet.rounds import match_sheet

        return [match_sheet(games, lang)]

    def _chosen(self, wanted: str | None) -> list[Round]:
        """The rounds with this number (several after a misdeal), or the last one."""
        rounds = list(self.game)
        return rounds[-1:] if wanted is None else [made for made in rounds if made.record.heading.number == wanted]

    def explain(self, request: Request, lang: str) -> Iterator[Told]:
        """Tells a round."""
        from whistcli.render.rounds_told import RoundTeller

        teller = RoundTeller(self.game, lang)
        for made in self._chosen(request.deal):
            yield Told(made.record.heading.number, list(teller.round(made)), made.found)

    def legal(self, request: Request, lang: str) -> Json | Sequence[str] | None:
        """Whose choice of trumps the next round is (or was the round asked for), and what a dog may do."""
        from whistcli.render.rounds_told import may, may_json

        chosen = self._chosen(request.deal)
        if not chosen:
            return None
        going_on = chosen[-1].status == "pending" and chosen[-1].after.number > chosen[-1].before.number
        made = chosen[-1] if request.deal is not None or going_on else None
        return may_json(self.game, made) if request.format == "json" else may(self.game, made, lang)
