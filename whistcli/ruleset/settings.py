"""`--set NAME=VALUE`: gives a club's parameter a value for one run."""

from __future__ import annotations

from collections.abc import Iterable

from whistcli.diag import Finding, Span, Unusable
from whistcli.model import Ruleset
from whistcli.ruleset.shape import Log, amount, near
from whistcli.yamlnodes import Scalar


def with_parameters(rules: Ruleset, settings: Iterable[tuple[str, str]]) -> Ruleset:
    """The ruleset with some parameters set.

    Raises Unusable, naming the setting, for an unknown name or a value that is no number.
    """
    parameters = dict(rules.parameters)
    for name, text in settings:
        written = f"--set {name}={text}"
        if name not in parameters:
            guess = near(name, list(parameters))
            args = {"name": name, "near": guess, "known": tuple(parameters) or "-"}
            hint = "R-key.near" if guess else "R-key.list"
            raise Unusable(written, (Finding("R-parameter", Span(0, 0), args=args, hint=hint),))
        log = Log()
        value = amount(Scalar(Span(0, 0), text), log)
        if value is None:
            args = {"name": name, "value": text}
            raise Unusable(written, (Finding("R-parameter", Span(0, 0), key="R-parameter.value", args=args),))
        parameters[name] = parameters[name]._replace(value=value, because={})
    return rules._replace(parameters=parameters)
