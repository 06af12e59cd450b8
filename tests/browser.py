"""Pages of ours in a real browser: an installed Chromium, driven by the package playwright; skipped where one is missing.

    from browser import look, printed

    def test_my_page(chromium, tmp_path):      # `chromium` is a fixture that `conftest` has, one browser for the whole run
        file = tmp_path / "page.html"
        file.write_text(..., encoding="utf-8")
        with look(chromium, file, width=360, dark=True) as seen:
            assert seen.errors == seen.requests == []
            assert not seen.scrolls_sideways()
            picture = seen.page.screenshot()
        assert pages_of(printed(chromium, file)) == 2

`CHROMIUM=/path/to/it` names another browser. `python tests/browser.py FILE.html FOLDER` writes pictures and a PDF.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
)


def executable() -> str | None:
    """The installed browser."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def started() -> Iterator[Any]:
    """A running browser, without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=executable(), args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One browser for all tests of a run; those that need it are skipped where there is none."""
    pytest.importorskip("playwright.sync_api", reason="the package playwright is not installed (pip install -e '.[dev]')")
    if executable() is None:
        pytest.skip("no Chromium is installed (on Debian: apt-get install chromium; or CHROMIUM=/path/to/it)")
    with started() as browser:
        yield browser


class Seen:
    """A page as it was rendered: `errors` of its console and scripts, `requests` for anything but the file itself."""

    def __init__(self, page: Any, file: Path) -> None:
        self.page = page
        self.errors: list[str] = []
        self.requests: list[str] = []
        own = file.resolve().as_uri()
        page.on("console", lambda message: self.errors.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: None if request.url == own else self.requests.append(request.url))

    def scrolls_sideways(self) -> bool:
        """Whether the page as a whole is wider than the window."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))

    def cut_off(self) -> list[str]:
        """Elements that reach over the window's right edge without standing in a box that scrolls."""
        return list(self.page.evaluate(
            """() => [...document.querySelectorAll('body *')].filter(e => {
                 if (e.getBoundingClientRect().right <= document.documentElement.clientWidth + 1) return false;
                 for (let box = e; box; box = box.parentElement)
                   if (['auto', 'scroll', 'hidden'].includes(getComputedStyle(box).overflowX)) return false;
                 return true;
               }).map(e => e.tagName + ': ' + e.textContent.trim().slice(0, 40))"""
        ))


@contextmanager
def look(browser: Any, file: Path, width: int = 1280, height: int = 900, dark: bool = False) -> Iterator[Seen]:
    """Opens a file of ours in a window of this size; nothing but files is ever let through."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light", offline=True
    )
    try:
        page = context.new_page()
        seen = Seen(page, file)
        page.goto(file.resolve().as_uri(), wait_until="load")
        yield seen
    finally:
        context.close()


def printed(browser: Any, file: Path) -> bytes:
    """The page as PDF, on the paper that its style asks for."""
    with look(browser, file) as seen:
        return bytes(seen.page.pdf(prefer_css_page_size=True, print_background=True))


def pages_of(pdf: bytes) -> int:
    """How many pages a PDF has; its objects may be packed into compressed streams."""
    texts = [pdf]
    for packed in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        try:
            texts.append(zlib.decompressobj().decompress(packed))
        except zlib.error:
            continue
    return sum(len(re.findall(rb"/Type\s*/Page\b(?!s)", text)) for text in texts)


if __name__ == "__main__":
    source, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    with started() as running:
        for wide in (360, 1280):
            for scheme in ("light", "dark"):
                with look(running, source, wide, dark=scheme == "dark") as shown:
                    shown.page.screenshot(path=folder / f"{source.stem}-{wide}-{scheme}.png", full_page=True)
                    print(wide, scheme, shown.errors, shown.requests, shown.scrolls_sideways(), shown.cut_off())
        (folder / f"{source.stem}.pdf").write_bytes(printed(running, source))
        print("pages", pages_of(printed(running, source)))
