"""Settings of the documentation site; build it with ``sphinx-build -W -n docs <folder>``."""

from importlib.metadata import version as installed_version

from sphinx.application import Sphinx

project = "lisi_mahjong"
author = "lisi_mahjong contributors"
project_copyright = author  # the licence names no year
version = release = installed_version("lisi-mahjong")
language = "en"  # the terms of the game stand beside it in Chinese

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
default_role = "code"  # `x` in a docstring is code, as in Markdown

# A heading can be linked to as on a code host: rules.md#stand--the-standing-tiles
myst_heading_anchors = 3

# no-value: the value of a constant may be a table of thousands
autodoc_default_options = {"members": True, "no-value": True, "show-inheritance": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True  # what an "Attributes:" section names may be a documented member as well

# The build reads no inventory of Python's own documentation, since it must work without the
# network: names of the standard library are shown but not linked.
nitpick_ignore_regex = [
    ("py:.*", r"(argparse|collections|enum|random|typing|types)\..*"),
    ("py:.*", r"(attrs|hypothesis)\..*"),
    ("py:.*", r"lisi_mahjong(\.\w+)+\._\w+"),  # a private type has no entry to link to
]

html_theme = "furo"
html_title = "lisi_mahjong"
# Simplified Chinese faces come before the theme's own, which leaves the choice to the browser:
# the same character has other strokes in a Japanese face.
_FONTS = (
    'system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif'
)
html_theme_options = {
    "light_css_variables": {"font-stack": _FONTS},
    "dark_css_variables": {"font-stack": _FONTS},
}


def rejoin_first_line(
    _app: Sphinx, what: str, _name: str, _obj: object, _options: object, lines: list[str]
) -> None:
    """Undo what napoleon makes of a colon in the first line of a variable's docstring.

    It takes the words before the colon for a type; here they are words, and types are annotated.
    """
    field = ":type: "
    if what in {"attribute", "data", "property"}:
        for number, line in enumerate(lines):
            if line.startswith(field):
                del lines[number]
                lines[0] = f"{line.removeprefix(field)}: {lines[0]}"
                return


def setup(app: Sphinx) -> None:
    """Connect the function above; Sphinx calls this."""
    app.connect("autodoc-process-docstring", rejoin_first_line, priority=600)  # napoleon: 500
