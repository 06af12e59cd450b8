"""What packaging rests on, as far as a moment's test can show; `.ci/run` builds and installs."""

from __future__ import annotations

import importlib.metadata
import re
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import whistcli
from whistcli import resources

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_what_the_wheel_takes_is_there() -> None:
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    for folder in wheel["only-include"]:
        assert any((ROOT / folder).iterdir()), folder
    for source, target in wheel["sources"].items():
        assert (ROOT / source).is_dir(), source
        assert target.startswith("whistcli/"), target


def test_what_the_sdist_takes_is_there() -> None:
    for path in PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]:
        assert (ROOT / path.lstrip("/")).exists(), path


def test_data_is_found_as_text() -> None:
    for folder in ("grammar", "rulesets"):
        assert any(Path(resources.folder(folder)).iterdir())


def test_files_that_the_project_names_are_there() -> None:
    project = PROJECT["project"]
    assert (ROOT / project["readme"]).read_text(encoding="utf-8").startswith("# whistcli")
    for name in project["license-files"]:
        assert "the whistcli authors" in (ROOT / name).read_text(encoding="utf-8")


def test_version() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", whistcli.__version__)
    assert f"## [{whistcli.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    ran = subprocess.run([sys.executable, "-m", "whistcli", "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout == f"whistcli {whistcli.__version__}\n"


def test_entry_point() -> None:
    module, _, function = PROJECT["project"]["scripts"]["whistcli"].partition(":")
    assert callable(getattr(importlib.import_module(module), function))
    installed = [e for e in importlib.metadata.entry_points(group="console_scripts") if e.name == "whistcli"]
    assert all(entry.value == f"{module}:{function}" for entry in installed)


def test_ci_can_be_run() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & stat.S_IXUSR
    assert script.read_text(encoding="utf-8").startswith("#!/usr/bin/env bash\n")


def test_requirements_are_as_loose_as_they_can_be() -> None:
    for requirement in PROJECT["project"]["dependencies"]:
        assert "==" not in requirement, requirement
