"""The inputs that cannot be kept as text: what each is, and its files (bytes; `None` a folder; a number: permissions)."""

PLAYERS = b"players: 1 Nord, 2 Est, 3 Sud, 4 Ouest\n"
HEAD = b"rules: amis\n" + PLAYERS + b"deal 1, dealer 4\n"
DEAL = HEAD + b"contract: solo 6 hearts by 1\ntricks: 6\n"

RECIPES = {
    ("I-binary", ""): ("The beginning of a workbook.", {"sheet.csv": b"PK\x03\x04\x14\x00\x06\x00\x08\x00\x00\x00"}),
    ("I-encoding", ""): ("A sheet with the names `H\\xE9l\\xE8ne` and `Zo\\xEB`, as older spreadsheets save them.", {
        "sheet.csv": b"deal,contract,by,tricks,H\xe9l\xe8ne,Bob,Al,Zo\xeb\n1,solo 6 hearts,Bob,7,-5,15,-5,-5\n",
    }),
    ("T-binary", ""): ("A picture under a transcript's name.", {
        "input.whist": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x10\x00\x00\x00\x10",
    }),
    ("T-byte", ""): ("A transcript with one word saved as Latin-1: `bonne soir\\xE9e`.", {
        "input.whist": DEAL + b"note: bonne soir\xe9e\n",
    }),
    ("T-encoding", ""): ("A transcript saved as UTF-16.", {"input.whist": DEAL.decode().encode("utf-16")}),
    ("T-endless", ""): ("A file with a line of a million characters and one.", {"input.whist": b"#" * 1_000_001}),
    ("T-folder", ""): ("A folder.", {"input.whist": None}),
    ("T-long", ""): ("A transcript with a remark of 10,001 characters.", {
        "input.whist": DEAL + b"#" * 10_001 + b"\n",
    }),
    ("R-file", ""): ("A ruleset that its reader may not open.", {"ruleset.yaml": 0}),
    ("R-file", "-bytes"): ("A ruleset with one word saved as Latin-1: `r\\xE8gles`.", {
        "ruleset-bytes.yaml": b"ruleset: ours\nextends: scouts\ntitle: Nos r\xe8gles\n",
    }),
    ("R-large", "-file"): ("A ruleset of more than four mebibytes.", {"ruleset-file.yaml": b"#" * (4 * 1024 * 1024 + 1)}),
    ("R-large", "-scalar"): ("A ruleset whose title is 65,537 characters long.", {
        "ruleset-scalar.yaml": b"ruleset: ours\nextends: scouts\ntitle: " + b"x" * 65_537 + b"\n",
    }),
    ("X-size", "-tokens"): ("A ruleset with an expression of 2,001 words and signs.", {
        "ruleset-tokens.yaml": b"ruleset: ours\nextends: scouts\ncalls:\n  solo:\n    add:\n      ask_arbiter: level > 6"
        + b" and waited" * 999 + b"\n",
    }),
}
