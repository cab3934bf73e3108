"""Writes build/drawing: fonts, and look.json with everything else.

    python -m tools.drawing [FOLDER]

It reads the pages' style sheets, catalogs and drawings, so both share one source.
The fonts come from node_modules.
"""

import json
import sys
from pathlib import Path

from tools.drawing.fonts import make_fonts
from tools.drawing.icon_font import make_icon_font, read_svg_paths
from tools.drawing.theme_sources import read_beats, read_colours, read_rtl, read_texts

ROOT = Path(__file__).resolve().parent.parent.parent
COMMON, RECEIVER = ROOT / "common", ROOT / "receiver"


def main(folder: Path) -> None:
    """Write everything into this folder."""
    folder.mkdir(parents=True, exist_ok=True)
    tokens = COMMON / "look" / "tokens.css"
    sheets = [COMMON / "look" / "fonts.css", COMMON / "scenes" / "scenes.css"]
    look = {
        "faces": make_fonts(sheets, ROOT / "node_modules", folder),
        "signs": make_icon_font(read_svg_paths(COMMON, RECEIVER), folder / "signs.ttf"),
        "colours": read_colours(tokens),
        "beats": read_beats(tokens),
        "texts": read_texts(ROOT / "languages"),
        "rtl": read_rtl(COMMON / "language" / "scripts.ts"),
    }
    text = json.dumps(look, ensure_ascii=False, indent=1)
    (folder / "look.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "drawing")
