"""The chapters before the play: players and cards, suits, the ladder, the auction, the calls."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

from whistcli.book.teller import Teller
from whistcli.book.tree import Block, Code, Items, Line, Para, Section, Strong, Table, joined, line, spelled
from whistcli.cards import RANK_NAMES
from whistcli.expr import Expression
from whistcli.model import CallRule, Condition, LadderReason

_TRIED = frozenset({"level", "lost_solos"})
"""What an expression may read whose every answer is tried out, to say it in words."""

_NEVER = 20
"""More lost games than an evening has."""


def players(teller: Teller) -> Section | None:
    """How many play, with how many cards."""
    rules = teller.rules
    if rules.knockout is not None:
        return None
    teller.section = "players"
    blocks: list[Block] = [teller.para("W-players", players=rules.players, cards=rules.cards)]
    for count, places in rules.sits_out.items():
        who = [teller.say("W-dealer") if place == 0 else teller.say("W-after_dealer", place=place) for place in places]
        blocks.append(teller.para("W-sits_out", count=count, who=who))
    blocks.extend(teller.basis("table", "table.sits_out"))
    return Section("players", teller.say("W-chapter.players"), tuple(blocks))


def suits(teller: Teller) -> Section | None:
    """How the suits rank."""
    rules = teller.rules
    if rules.knockout is not None:
        return None
    teller.section = "suits"
    blocks: list[Block] = [teller.para("W-suits", suits=[teller.suit(suit) for suit in rules.suits])]
    if any(game.suit == "named_or_notrump" for game in rules.games.values()):
        blocks.append(teller.para(f"W-notrump.{'high' if rules.notrump_high else 'low'}"))
    blocks.extend(teller.basis("suits"))
    return Section("suits", teller.say("W-chapter.suits"), tuple(blocks))


def ladder(teller: Teller) -> Section | None:
    """The games from the highest down, with the clauses that decide who beats whom."""
    rules = teller.rules
    if not rules.ladder:
        return None
    teller.section = "ladder"
    rows = []
    for place, rung in reversed(list(enumerate(rules.ladder))):
        beats = [_beats(teller, reason) for reason in rules.ladder_because if reason.above == rung]
        equal = teller.line(f"W-equal.{rules.games[rung.kind].equal}") if rung.kind in rules.games else ()
        number = line(str(len(rules.ladder) - rules.ties.get(place, place)))
        rows.append((number, line(teller.rung(rung)), equal, joined(beats)))
    head = tuple(teller.line(f"W-col.{name}") for name in ("place", "game", "equal", "beats"))
    because = [place for place in rules.bases if place.startswith("ladder.because.")]
    blocks: list[Block] = [teller.para("W-ladder")]
    if rules.ties:
        blocks.append(teller.para("W-tied"))
    blocks.append(Table(head, tuple(rows), frozenset({0})))
    blocks.extend(teller.basis("ladder", *because))
    return Section("ladder", teller.say("W-chapter.ladder"), tuple(blocks))


def _beats(teller: Teller, reason: LadderReason) -> Line:
    """The rung that is beaten, and the clauses that say so."""
    cite = reason.basis.cite
    return line(teller.rung(reason.below), *(line(" (", *teller.refs(cite), ")") if cite else ()))


# -- the auction -------------------------------------------------------------------------------------------------------


def bidding(teller: Teller) -> Section | None:
    """The switches of the auction, each with what it rests on, and the conditions on every call."""
    rules = teller.rules
    if not rules.calls:
        return None
    teller.section = "auction"
    blocks: list[Block] = []
    for section, said in switches(teller):
        blocks.extend(Para(each) for each in said)
        blocks.extend(teller.basis(f"auction.{section}"))
        if section == "nobody_plays":
            blocks.extend(teller.basis("auction.nobody_plays.queens"))
    if rules.every_call:
        blocks.append(Items(tuple(_condition(teller, each) for each in rules.every_call), teller.line("W-every")))
        blocks.extend(teller.basis(*(_place(each, "every_call") for each in rules.every_call)))
    return Section("auction", teller.say("W-chapter.auction"), tuple(blocks))


def switches(teller: Teller) -> Iterator[tuple[str, list[Line]]]:
    """The sections of the auction with their sentences."""
    auction = teller.rules.auction
    yield "begins", [teller.line("W-begins")]
    passed = [teller.line(f"W-returning.{auction.returning}")]
    if auction.returns:
        passed.append(teller.line("W-returns", calls=[teller.name(kind) for kind in auction.returns]))
    yield "passed", passed
    yield "outranked", [
        teller.line(f"W-outranked.first.{auction.first_round_outranked}"),
        teller.line(f"W-outranked.later.{auction.later_outranked}"),
    ]
    paired = any(rule.effect == "propose" for rule in teller.rules.calls.values())
    order = [teller.line(f"W-order.{auction.order}")]
    if paired:
        order.append(teller.line(f"W-overtaken.{auction.overtaken_pair}"))
    if auction.skips_passing:
        order.append(teller.line("W-skipped"))
    yield "order", order
    if paired:
        yield "freed_proposer", [teller.line(f"W-freed.{auction.freed_proposer}")]
        if any(rule.effect == "hand_over" for rule in teller.rules.calls.values()):
            yield "freed_acceptor", [teller.line(f"W-left.{auction.freed_acceptor}")]
        yield "beaten_pair", [teller.line(f"W-beaten.{auction.beaten_pair}")]
    if auction.ends_when is not None:
        yield "ends", [teller.line("W-ends", when=Code(auction.ends_when.text))]
    nobody = auction.nobody_plays
    said = [teller.line(f"W-nobody.{nobody.dealer}")]
    if nobody.next_times is not None:
        said.append(teller.line("W-nobody.times", times=nobody.next_times))
        said.append(teller.line(f"W-again.{nobody.again}"))
    if nobody.queens is not None:
        said.append(teller.line("W-nobody.queens", points=Code(nobody.queens.text)))
    yield "nobody_plays", said
    if auction.has_arbiter:
        yield "arbiter", [
            teller.line(f"W-refusal.{auction.after_refusal}"), teller.line(f"W-unasked.{auction.unasked}"),
        ]


# -- the calls ---------------------------------------------------------------------------------------------------------


def calls(teller: Teller) -> Section | None:
    """Every call: what it does, who may say it when, on which clause."""
    if not teller.rules.calls:
        return None
    parts = tuple(_call(teller, kind, rule) for kind, rule in teller.rules.calls.items())
    intro = teller.para("W-calls", command=Code(f"whistcli rules words {teller.rules.id}"))
    return Section("calls", teller.say("W-chapter.calls"), (intro,), parts)


def _call(teller: Teller, kind: str, rule: CallRule) -> Section:
    teller.section = f"call-{kind}"
    place = f"calls.{kind}"
    blocks: list[Block] = [Para(does(teller, rule))]
    more = tuple(facts(teller, rule))
    if more:
        blocks.append(Items(more))
    if rule.require:
        blocks.append(Items(tuple(_condition(teller, each) for each in rule.require), teller.line("W-refused")))
    lead, reveal = rule.by_lead, rule.by_reveal
    judged = [(f"{place}.by_lead", each) for each in (lead.require if lead is not None else ())]
    judged += [(f"{place}.by_reveal", each) for each in (reveal.require if reveal is not None else ())]
    if judged:
        blocks.append(Items(tuple(_condition(teller, each) for _, each in judged), teller.line("W-lead_refused")))
    places = [place, *(_place(each, place) for each in rule.require), f"{place}.partner", f"{place}.by_reveal",
              f"{place}.by_lead", f"{place}.by_lead.falls", *(_place(each, owner) for owner, each in judged)]
    blocks.extend(teller.basis(*places))
    return Section(teller.section, teller.capital(teller.name(kind)), tuple(blocks))


def _place(condition: Condition, owner: str) -> str:
    """The dotted place of a condition."""
    return f"{owner}.require.{condition.name.partition('.')[2]}"


def _condition(teller: Teller, condition: Condition) -> Line:
    """The sentence of the refusal, and the clauses; the expression where the ruleset gives no sentence."""
    said = teller.text(condition.says)
    words = spelled(said) if said else line(Code(condition.that.text))
    cite = condition.basis.cite
    return line(*words, " [", *teller.refs(cite), "]") if cite else words


def does(teller: Teller, rule: CallRule) -> Line:
    """What a call does, and the game that it makes."""
    said = teller.line(f"W-effect.{rule.effect}")
    if rule.game is not None:
        key = "W-makes.levels" if rule.levels else "W-makes"
        more = teller.line(key, game=Strong(teller.name(rule.game)), levels=teller.numbers(rule.levels))
        said = line(*said, " ", *more)
    return said


def facts(teller: Teller, rule: CallRule) -> Iterator[Line]:
    """All else that is said of a call."""
    if rule.suit != "none":
        yield teller.line(f"W-suit.{rule.suit}")
    if rule.by_both:
        yield teller.line("W-by_both")
    if rule.any_turn:
        yield teller.line("W-any_turn")
    if rule.locks:
        yield teller.line("W-locks", calls=[teller.name(kind) for kind in rule.locks])
    if rule.gives:
        yield teller.line("W-gives", calls=[teller.name(kind) for kind in rule.gives])
    if rule.word_returns:
        yield teller.line("W-word_returns")
    if rule.ask_arbiter is not None:
        yield from _arbiter(teller, rule, rule.ask_arbiter)
    if rule.fixed_level is not None:
        yield teller.line("W-fixed.level", level=rule.fixed_level)
    if rule.fixed_suit is not None:
        yield teller.line("W-fixed.suit", suit=teller.suit(rule.fixed_suit))
    if rule.partner is not None:
        yield teller.line("W-partner", cards=[card.text(teller.lang) for card in rule.partner.cards])
        yield teller.line(f"W-partner.{'cards' if rule.partner.known_by_cards else 'says'}")
    if rule.by_lead is not None:
        lead = rule.by_lead
        yield teller.line("W-by_lead", suit=Code(lead.suit.text), level=Code(lead.level.text))
        if lead.falls is not None:
            rank = next(name for name, number in RANK_NAMES.items() if number == lead.falls.rank)
            yield teller.line("W-falls", when=Code(lead.falls.when.text), rank=teller.say(f"W-rank.{rank}"),
                              trick=lead.falls.trick)
    if rule.by_reveal is not None:
        yield teller.line("W-by_reveal", level=Code(rule.by_reveal.level.text))
        if rule.by_reveal.partner_leads is not None:
            yield teller.line("W-by_reveal.leads", when=Code(rule.by_reveal.partner_leads.text))


def _arbiter(teller: Teller, rule: CallRule, when: Expression) -> Iterator[Line]:
    """When the arbiter is asked: always, at some numbers, after some lost games; else as the expression says."""
    levels = rule.levels or (0,)
    asked = {level: _after(when, level) for level in levels} if when.reads <= _TRIED else {}
    if not asked or None in asked.values():
        yield teller.line("W-arbiter.when", when=Code(when.text))
        return
    for count in sorted(set(asked.values()), key=lambda count: count or 0):
        at = [level for level in levels if asked[level] == count]
        if count == _NEVER:
            continue
        sort = "always" if len(at) == len(levels) else "levels"
        key = f"W-arbiter.{sort}" if not count else f"W-arbiter.lost.{sort}"
        yield teller.line(key, levels=teller.numbers(at), count=count)


def _after(when: Expression, level: int) -> int | None:
    """After how many lost solo games the arbiter is asked at a level; `None` where it is not from a number on."""
    asks = when.bind()
    found = [bool(asks(SimpleNamespace(level=level, lost_solos=lost))) for lost in range(_NEVER)]
    first = found.index(True) if True in found else _NEVER
    return first if all(found[first:]) else None
