"""What the expressions of a ruleset may name: its suits, kinds and rungs, the facts of each place, its definitions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from whistcli import facts
from whistcli.diag import Finding
from whistcli.expr import Define, Env, Expression, Fact, Type, compile_expression, define
from whistcli.expr.check import RESERVED
from whistcli.model import Rung
from whistcli.ruleset.shape import NAME, Keys
from whistcli.yamlnodes import MapNode, Scalar

_PLACES = (
    (facts.AUCTION,), (facts.AUCTION, facts.WITH_SUIT), (facts.AUCTION, facts.WITH_LEVEL),
    (facts.AUCTION, facts.WITH_SUIT, facts.WITH_LEVEL), (facts.BETWEEN,), (facts.LEAD,), (facts.REVEAL,),
    (facts.RESULT,), (facts.QUEENS,), (facts.OFFENCE,),
)
"""Where expressions stand, by the facts that are known there: a definition must mean something in one of them."""


@dataclass(slots=True)
class Names:
    """What expressions may name: the suits in order, the kinds of calls and games, the ladder.

    `defines` are the definitions in their order, `failed` those of them that mean nothing anywhere.
    """

    suits: tuple[str, ...]
    kinds: frozenset[str]
    ladder: tuple[Rung, ...] = ()
    parameters: Mapping[str, Fact] = field(default_factory=dict)
    defines: tuple[tuple[str, Scalar], ...] = ()
    failed: frozenset[str] = frozenset()
    ties: Mapping[int, int] = field(default_factory=dict)
    _envs: dict[tuple[str, ...], Env] = field(default_factory=dict)

    def env(self, *groups: tuple[Fact, ...], parameters: bool = True) -> Env:
        """The environment of an expression that may read these groups of facts, and, where so, the parameters.

        Definitions are typed in it anew, so that one that reads `suit` works where there is a suit, and only there.
        """
        named = facts.by_name(*groups) | (dict(self.parameters) if parameters else {})
        key = tuple(named)
        if key not in self._envs:
            env = self._bare(named)._replace(failed=self.failed)
            for name, scalar in self.defines:
                if name not in self.failed:
                    env, _ = _with(env, name, scalar)
            self._envs[key] = env
        return self._envs[key]

    def _bare(self, named: Mapping[str, Fact]) -> Env:
        rungs: dict[tuple[str, int | str | None], int] = {}
        for at, rung in enumerate(self.ladder):
            place = self.ties.get(at, at)
            rungs[rung.kind, rung.key] = place
            if rung.key == "suit":
                rungs.update({(rung.kind, suit): place for suit in self.suits})
        return Env(named, facts.FIELDS, self.kinds, self.suits, rungs)

    def define(self, root: Keys, parameters: Mapping[str, Fact]) -> None:
        """Takes the definitions of a ruleset; one that means nothing in any place is reported, and never again."""
        self.defines = tuple(self._written(root, parameters))
        envs = [self._bare(facts.by_name(*groups) | dict(parameters)) for groups in _PLACES]
        for place, (name, scalar) in enumerate(self.defines):
            later = frozenset(other for other, _ in self.defines[place:])
            tries = [_with(env._replace(pending=later), name, scalar) for env in envs]
            sound = [found for env, found in tries if name in env.defines]
            fewest = min(len(found) for _, found in tries)
            root.log.findings.extend([*sound, *(found for _, found in tries if len(found) == fewest)][0])
            envs = [env for env, _ in tries]
            if not sound:
                self.failed |= {name}
                envs = [env._replace(failed=self.failed) for env in envs]

    def _written(self, root: Keys, parameters: Mapping[str, Fact]) -> Iterator[tuple[str, Scalar]]:
        node = root.take("define")
        if node is None:
            return
        if not isinstance(node, MapNode):
            root.log.add("R-shape", node.span, "R-shape.map", name="define")
            return
        every = facts.by_name(*(group for place in _PLACES for group in place))
        for name, value in node.items:
            if not NAME.fullmatch(name.text):
                root.log.add("R-name", name.span, name=name.text)
            elif name.text in RESERVED or name.text in every or name.text in parameters or name.text in self.kinds:
                root.log.add("X-name", name.span, "X-name.taken", name=name.text)
            elif not isinstance(value, Scalar):
                root.log.add("R-shape", value.span, "R-shape.scalar", name=f"define.{name.text}")
            else:
                yield name.text, value


def _with(env: Env, name: str, scalar: Scalar) -> tuple[Env, list[Finding]]:
    """An environment with one more definition, or with its name barred, and what is wrong with it there."""
    made, found = define(scalar, env)
    if made is not None:
        defines: Mapping[str, Define] = {**env.defines, name: made}
        return env._replace(defines=defines), found
    missing = (each.args.get("missing") or each.args.get("name") for each in found if each.code == "X-name")
    return env._replace(barred={**env.barred, name: str(next(missing, name))}), found


def expression(keys: Keys, key: str, env: Env, expected: Type, *, required: bool = False) -> Expression | None:
    """The compiled expression under `key`."""
    scalar = keys.scalar(key, required=required)
    if scalar is None:
        return None
    compiled, found = compile_expression(scalar, env, expected)
    keys.log.findings.extend(found)
    return compiled
