"""Measures whistcli side by side with its neighbours, in one run: `python -m tests.bench`."""
