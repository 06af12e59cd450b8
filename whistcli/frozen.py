"""`dataclass`, `field` and `replace` as the standard library's, for classes that cost nothing until they are used.

The standard library writes six methods for every class as text and compiles them when the module is imported, and
imports `inspect` to do it. For the seventy data classes that a check meets that was two thirds of its time. Here a
constructor is compiled when many objects are made, most never are, and all other methods are shared. What
is offered is the part that is used: `frozen`, `slots`, defaults, `repr` and `compare`; no inheritance of fields.

>>> @dataclass(frozen=True, slots=True)
... class Point:
...     x: int
...     y: int = 0
>>> Point(1), replace(Point(1), y=2) == Point(1, 2)
(Point(x=1, y=0), True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter

TYPE_CHECKING = False
if TYPE_CHECKING:  # a type checker sees the classes that these are the equal of
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
    from typing import Any

_MISSING: Any = object()

SLOW_OBJECTS = 20
"""How many objects of a class are made without a constructor of its own: compiling one takes as long as they do."""


class _Field:
    """A default, and whether the field is printed and compared."""

    __slots__ = ("compare", "default", "factory", "repr")

    def __init__(self, default: Any, factory: Any, repr: bool, compare: bool) -> None:
        self.default, self.factory, self.repr, self.compare = default, factory, repr, compare


def _field(*, default: Any = _MISSING, default_factory: Any = _MISSING, repr: bool = True, compare: bool = True) -> Any:
    """A field with more than a plain default."""
    return _Field(default, default_factory, repr, compare)


def _dataclass(*, frozen: bool = False, slots: bool = False) -> Callable[[Any], Any]:
    """The decorator: fields from the annotations, in their order."""

    def made(cls: Any) -> Any:
        namespace = dict(cls.__dict__)
        fields: dict[str, _Field] = {}
        for name in namespace.get("__annotations__", ()):
            given = namespace.pop(name, _MISSING)
            fields[name] = given if isinstance(given, _Field) else _Field(given, _MISSING, True, True)
        if slots:
            namespace["__slots__"] = tuple(fields)
        for name in ("__dict__", "__weakref__"):
            namespace.pop(name, None)
        namespace["__qualname__"], namespace["__match_args__"] = cls.__qualname__, tuple(fields)
        shown = [name for name, value in fields.items() if value.repr]
        namespace.setdefault("__repr__", _repr(shown))
        equal, hashed = _comparison([name for name, value in fields.items() if value.compare])
        namespace.setdefault("__eq__", equal)
        namespace.setdefault("__hash__", hashed if frozen else None)
        if frozen:
            namespace["__setattr__"] = namespace["__delattr__"] = _refuse
        new: Any = type(cls)(cls.__name__, cls.__bases__, namespace)
        setters = [_setter(new, name) for name in fields]
        new.__getstate__, new.__setstate__ = _state(fields, setters)
        new.__replace__ = _replacer(new, fields, setters)

        new.__init__ = _first(new, fields, setters)
        return new

    return made


def _setter(cls: Any, name: str) -> Callable[[Any, Any], None]:
    """Sets one field, also of a frozen object."""
    member = cls.__dict__.get(name)
    if member is not None:
        set_slot: Callable[[Any, Any], None] = member.__set__
        return set_slot

    def set_entry(self: Any, value: Any) -> None:
        self.__dict__[name] = value

    return set_entry


def _first(cls: Any, fields: dict[str, _Field], setters: list[Callable[[Any, Any], None]]) -> Any:
    """The class's `__init__` for its first objects; it puts the compiled one in its place when there are more."""
    left = SLOW_OBJECTS
    members = list(zip(fields.items(), setters, strict=True))
    required = {name for name, value in fields.items() if value.default is value.factory}

    def __init__(self: Any, *args: Any, **named: Any) -> None:
        nonlocal left
        left -= 1
        given = dict(zip(fields, args, strict=False)) | named
        sound = len(given) == len(args) + len(named) and required <= given.keys() <= fields.keys()
        if left < 0 or not sound:  # of wrong arguments the compiled one says what is wrong
            cls.__init__ = _constructor(cls, fields, setters)
            cls.__init__(self, *args, **named)
            return
        for (name, value), setter in members:
            factory = value.factory
            setter(self, given[name] if name in given else value.default if factory is _MISSING else factory())

    return __init__


def _constructor(cls: type, fields: dict[str, _Field], setters: list[Callable[[Any, Any], None]]) -> Any:
    """The class's `__init__`, compiled; a class written by hand would have the same."""
    names: dict[str, Any] = {"_missing": _MISSING}
    params, body = ["self"], []
    for (name, value), setter in zip(fields.items(), setters, strict=True):
        names[f"_set_{name}"] = setter
        given = name
        if value.factory is not _MISSING:
            names[f"_new_{name}"] = value.factory
            given = f"_new_{name}() if {name} is _missing else {name}"
            params.append(f"{name}=_missing")
        elif value.default is not _MISSING:
            names[f"_default_{name}"] = value.default
            params.append(f"{name}=_default_{name}")
        else:
            params.append(name)
        body.append(f"    _set_{name}(self, {given})")
    code = f"def __init__({', '.join(params)}):\n" + ("\n".join(body) or "    pass")
    exec(code, names)
    made = names["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _values(names: Iterable[str]) -> Callable[[Any], Any]:
    """Reads some fields of an object, as a tuple."""
    listed = list(names)
    return attrgetter(*listed) if len(listed) > 1 else lambda self: tuple(getattr(self, name) for name in listed)


def _comparison(names: list[str]) -> tuple[Any, Any]:
    """`__eq__` and `__hash__` over some fields."""
    key = _values(names)

    def __eq__(self: Any, other: object) -> Any:
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(key(self))

    return __eq__, __hash__


def _repr(names: list[str]) -> Any:
    def __repr__(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join([f'{name}={getattr(self, name)!r}' for name in names])})"

    return __repr__


def _refuse(self: object, name: str, *value: object) -> None:
    raise AttributeError(f"{type(self).__name__}.{name} cannot be changed")


def _state(fields: dict[str, _Field], setters: list[Callable[[Any, Any], None]]) -> tuple[Any, Any]:
    """How objects are pickled and copied: by their values in order."""
    values = _values(fields)

    def __getstate__(self: Any) -> list[Any]:
        return list(values(self))

    def __setstate__(self: Any, state: list[Any]) -> None:
        for setter, value in zip(setters, state, strict=True):
            setter(self, value)

    return __getstate__, __setstate__


def _replacer(cls: Any, fields: dict[str, _Field], setters: list[Callable[[Any, Any], None]]) -> Any:
    values = _values(fields)
    setter_of = dict(zip(fields, setters, strict=True))

    def __replace__(self: Any, /, **changes: Any) -> Any:
        if not changes.keys() <= fields.keys():
            raise TypeError(f"{cls.__name__} has no field {', '.join(changes.keys() - fields.keys())}")
        other = cls.__new__(cls)
        for setter, value in zip(setters, values(self), strict=True):
            setter(other, value)
        for name, value in changes.items():
            setter_of[name](other, value)
        return other

    return __replace__


def _replace(obj: Any, /, **changes: Any) -> Any:
    """The same object with some fields changed."""
    return obj.__replace__(**changes)


if not TYPE_CHECKING:
    dataclass, field, replace = _dataclass, _field, _replace
