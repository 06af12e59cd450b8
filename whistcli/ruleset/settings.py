"""A club's parameters for one run: `--set NAME=VALUE`, and the values that hold on the day of the file."""

from __future__ import annotations

from collections.abc import Iterable

from whistcli.diag import Finding, Span, Unusable
from whistcli.model import Ruleset
from whistcli.ruleset.shape import Log, amount, near
from whistcli.say import LANGUAGES, sentence
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


def on_day(rules: Ruleset, day: str | None) -> Ruleset:
    """The ruleset with its dated parameters as they are on a day (year-month-day), the latest that holds by then.

    Before the first of them a plain `value` holds. Where the day is not known, or nothing holds on it, such a parameter
    is silent and says why.
    """
    parameters = dict(rules.parameters)
    for name, parameter in parameters.items():
        if not parameter.dated:
            continue
        held = [value for since, value in parameter.dated if day is not None and since <= day]
        if held:
            parameters[name] = parameter._replace(value=held[-1])
        elif parameter.value is None or day is None:
            key = "R-dated" if day is None else "R-dated.before"
            args = {"name": name, "first": parameter.dated[0][0]}
            why = {lang: sentence(key, args, lang) for lang in LANGUAGES}
            parameters[name] = parameter._replace(value=None, because=why)
    return rules._replace(parameters=parameters)
