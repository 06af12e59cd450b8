"""Judges one round: its size, its dealer, its trumps and who chose them, who leads, who plays, what was taken.

One cause gives one finding, at the very word. What a wrong line leaves doubtful is not judged by guessing: the next
round is then taken as it was written.
"""

from __future__ import annotations

from whistcli.auction.voice import Voice
from whistcli.cards import NOTRUMP
from whistcli.diag import Severity, Span
from whistcli.knockout.case import Case, Round
from whistcli.knockout.counting import count_tricks, play_cards
from whistcli.knockout.standing import Choice, Facts, Standing, expected_leader, follow, nearest
from whistcli.knockout.written import Said
from whistcli.model import Ruleset
from whistcli.model_knockout import KnockoutRules
from whistcli.record import DealRecord, Fact
from whistcli.speech import SaidSuit


class Judge:
    """The rules of one file's game, ready to judge its rounds; `game` holds what the header agreed on."""

    def __init__(self, rules: Ruleset, game: KnockoutRules, voice: Voice) -> None:
        self.rules, self.game, self.voice = rules, game, voice

    def judge(self, before: Standing, record: DealRecord, following: DealRecord | None) -> Round:
        """One round; `following` is the next one in the file, if any."""
        return _Judging(Case(self.rules, self.game, self.voice, before, record, following)).run()


class _Judging:
    """One round while it is being judged."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.heading, self.lines, self.round = case.heading, case.lines, case.round

    # -- the round ---------------------------------------------------------------------------------------------------

    def run(self) -> Round:
        """Judges it all, in the order of the game."""
        lines, made = self.lines, self.round
        if lines.idle is not None:
            self.case.add("K-idle", lines.idle.span(), severity="warning")
        if lines.again:
            made.status = lines.again
            made.after = self.case.before._replace(dealers=None)
            return made
        self._number()
        self._size()
        self._dealer()
        self._trumps()
        self._choice()
        self._who_plays()
        self._leader()
        play_cards(self.case)
        count_tricks(self.case)
        self._outcome()
        if any(finding.severity == "error" for finding in made.found):
            made.status = "illegal"
        elif made.tricks is None:
            made.status = "pending"
        return made

    def _number(self) -> None:
        """Rounds follow one another from 1; after a gap nothing is known of who is in."""
        case, before, number = self.case, self.case.before, self.heading.number
        wanted = int(before.last) + 1 if before.last is not None and before.last.isdecimal() else before.number
        if not number.isdecimal() or int(number) == wanted:
            return
        span = case.at(self.heading.number_column, len(number))
        if int(number) < wanted:
            case.add("K-number.order", span, severity="warning", wanted=wanted)
            return
        case.add("K-number.gap", span, severity="warning", wanted=wanted)
        case.before = before._replace(
        number=int(number), size=case.game.size_of(int(number)) or 1, full=before.playing,
            dogs=frozenset(), sure=False, choice=Choice("unknown"), casualty=before.casualty or None, dealers=None,
        )
        self.round.cards = case.before.size

    def _size(self) -> None:
        written = self.heading.cards
        if written is None or written == self.case.before.size:
            return
        span = self.case.at(self.heading.cards_column, len(str(written)))
        self.case.add("K-size", span, place="hand", cards=written, right=self.case.before.size)

    def _dealer(self) -> None:
        dealer, may = self.case.voice.seat(self.heading.dealer), self.case.before.dealers
        if dealer is not None and may is not None and dealer not in may:
            span = self.case.at(self.heading.dealer_column, len(self.heading.dealer or ""))
            self.case.add("K-dealer", span, dealer, "dealer", right=self.case.names(sorted(may)))

    def _trumps(self) -> None:
        """Trumps are a suit, the same wherever they are written."""
        case, heading, lines = self.case, self.heading, self.lines
        line = lines.trump.statement if lines.trump is not None else None
        span = lines.trump.span() if lines.trump is not None else case.at(heading.trump_column, 1)
        both = isinstance(line, Fact) and not {heading.trump, line.value} & {None, "?"}
        if both and isinstance(line, Fact) and heading.trump != line.value:
            suits = [SaidSuit(case.rules.vocabulary, suit or "") for suit in (heading.trump, line.value)]
            case.add("K-trump.differs", span, heading=suits[0], line=suits[1])
        if self.round.trump == NOTRUMP:
            span = case.at(heading.trump_column, 1) if heading.trump == NOTRUMP else span
            case.add("K-trump.none", span, place="trump")
            self.round.trump = None

    def _choice(self) -> None:
        """In round 1 nobody chooses trumps, later who took most tricks does."""
        case, made, before = self.case, self.round, self.case.before
        made.choice = choice = self._resolved()
        written = case.voice.seat(self.heading.chooser)
        among, last = case.names(choice.among), before.last
        if written is None:
            if choice.how == "dealer" and case.game.tie_dealer == "next":
                case.add("K-dealer.missing", None, None, "tie", "K-dealer.missing.hint", "note", among=among)
            return
        span = case.at(self.heading.chooser_column, len(self.heading.chooser or ""))
        if choice.how == "nobody":
            case.add(f"K-trump.{case.game.first_trump}", span, written, "trump")
        elif choice.seat is not None:
            if written != choice.seat:
                place = "chooser" if choice.how == "most" else "tie"
                right = case.voice.name(choice.seat)
                case.add(f"K-chooser.{choice.how}", span, written, place, right=right, last=last, among=among)
        elif choice.among and written not in choice.among:
            case.add("K-chooser.tied", span, written, "chooser", last=last, among=among)
        elif before.fell(written) is not None:
            self._plays_on(written, span)
        else:
            made.choice = choice._replace(seat=written)

    def _resolved(self) -> Choice:
        """Who chooses, now that this round's dealer is known."""
        choice, dealer = self.case.before.choice, self.case.voice.seat(self.heading.dealer)
        if choice.how == "dealer" and self.case.game.tie_dealer == "next" and dealer is not None:
            return nearest(dealer, choice.among, len(self.case.voice.seats))
        return choice

    # -- who plays -----------------------------------------------------------------------------------------------------

    def _who_plays(self) -> None:
        """Dogs who may be dogs; nobody who is out."""
        lines, before = self.lines, self.case.before
        told: set[int] = set()
        for dog in lines.dogs:
            key, place = self._not_a_dog(dog.seat)
            if key:
                told.add(dog.seat)
                hint = "K-dog.off.hint" if key == "K-dog.off" else None
                self.case.add(key, dog.span, dog.seat, place, hint, fell=before.fell(dog.seat))
                if before.fell(dog.seat) is not None:
                    self.case.beside.add(dog.seat)
        for seat, said in (lines.tricks or {}).items():
            if before.fell(seat) is not None and seat not in told and said.value != "0":
                self._plays_on(seat, said.span)
        for entry in lines.entries:
            holder = self.case.voice.seat(getattr(entry.statement, "seat", None))
            if holder is not None:
                self._plays_on(holder, entry.span())
        dogs = {dog.seat for dog in lines.dogs} - told
        self.round.dogs = (before.dogs | dogs | (told & self.case.beside)) if before.sure else frozenset(dogs)

    def _plays_on(self, seat: int, span: Span) -> None:
        """A player who is out and plays on; said once a round."""
        fell = self.case.before.fell(seat)
        if fell is not None and seat not in self.case.beside:
            self.case.beside.add(seat)
            self.case.add("K-out", span, seat, "out", fell=fell)

    def _not_a_dog(self, seat: int) -> tuple[str, str]:
        """Why a seat does not play this round as a dog, and the rule that says so; empty where it may."""
        before, rules = self.case.before, self.case.game.dog
        if not rules.agreed:
            return "K-dog.off", "dog.agreed"
        if seat in before.dogs:
            return "", ""
        if before.fell(seat) is None and before.sure:
            return "K-dog.full", "dog.who"
        if before.lives[seat] >= rules.lives:
            return "K-dog.second", "dog.again"
        if before.fell(seat) is None and not (rules.who == "first_round" and before.number > 2):
            return "", ""  # what came before is not known: taken as written
        return f"K-dog.{rules.who}", "dog.who"

    # -- who leads -------------------------------------------------------------------------------------------------

    def _leader(self) -> None:
        """Round 1: left of the dealer. Later the chooser, or left of the dealer where the rules say so."""
        made, lines = self.round, self.lines
        by_choice = self.case.game.leader == "chooser" and made.choice.how != "nobody"
        dealer = self.case.voice.seat(self.heading.dealer)
        made.leader = right = expected_leader(self.case.game, self.case.before, made.choice, dealer)
        if lines.lead is None:
            return
        written = lines.lead.seat
        if right is None:
            fell = self.case.before.fell(written)
            among = made.choice.among if by_choice else ()
            if fell is not None:
                self._plays_on(written, lines.lead.span)
            elif among and written not in among:
                self.case.add("K-leader.tied", lines.lead.span, written, "lead", among=self.case.names(among))
            else:
                made.leader = written
        elif written != right:
            if self.case.has("K-chooser") and by_choice and written == self.case.voice.seat(self.heading.chooser):
                return  # who was taken for the chooser led: one cause
            key = "K-leader.chooser" if by_choice else "K-leader.left"
            self.case.add(key, lines.lead.span, written, "lead", right=self.case.voice.name(right))

    # -- what follows --------------------------------------------------------------------------------------------------

    def _outcome(self) -> None:
        """Who is out, who chooses next; and whether a cut was needed."""
        made, lines = self.round, self.lines
        ruled = tuple(dict.fromkeys(said.seat for said in lines.revokes))
        facts = Facts(
            self.heading.number, made.cards, None if self.case.doubt else made.tricks, made.dogs,
            self.case.voice.seat(self.heading.dealer), lines.cut.seat if lines.cut is not None else None,
            ruled if self.case.game.revoke == "disqualified" else (), frozenset(self.case.beside),
        )
        made.outcome, made.after = follow(self.case.game, self.case.before, facts)
        choice = made.after.choice
        if lines.cut is not None:
            self._cut(lines.cut, choice)
        elif choice.how == "uncut":
            self._undecided("K-cut.missing", choice)
        elif choice.how == "dealer" and self.case.game.tie_dealer == "this":
            self._undecided("K-dealer.missing", choice)

    def _cut(self, cut: Said, choice: Choice) -> None:
        if self.case.game.tie != "cut":
            self.case.add("K-cut.rule", cut.span, cut.seat, "tie", "K-cut.rule.hint")
        elif choice.how == "most" or self.round.after.over:
            self.case.add("K-cut.none", cut.span, cut.seat, "tie")
        elif choice.how == "uncut":
            self.case.add("K-cut.who", cut.span, cut.seat, "tie", among=self.case.names(choice.among))

    def _undecided(self, key: str, choice: Choice) -> None:
        """A fact that is missing to know who chooses; the next heading may supply it."""
        next_ = self.case.following.heading if self.case.following is not None else None
        open_ = next_ is None or self.case.voice.seat(next_.chooser) is not None
        severity: Severity = "note" if open_ or choice.how == "dealer" else "warning"  # a dealer may be left out
        entry = self.lines.tricks_entry if choice.how == "uncut" else None
        span = entry.span() if entry is not None else None
        self.case.add(key, span, None, "tie", f"{key}.hint", severity, among=self.case.names(choice.among))
