"""A PAR sheet's data as pages: HTML, Markdown, and PDF where WeasyPrint is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from uth.core.money import parse_dollars
from uth.reports.par.words import dollars

if TYPE_CHECKING:
    Json = dict[str, Any]


def _environment(escape: bool) -> Environment:
    made = Environment(
        loader=PackageLoader("uth.reports.par"),
        autoescape=escape,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["percent"] = lambda value, places=4: f"{value * 100:.{places}f} %"
    made.filters["count"] = lambda value: f"{value:,}"
    made.filters["chance"] = lambda value: f"{value:.9f}"
    made.filters["dollars"] = lambda text: dollars(parse_dollars(text))
    made.filters["signed"] = _signed
    made.filters["words"] = lambda value: str(value).replace("_", " ")
    return made


def _signed(value: float, places: int = 4) -> str:
    """`-$1.2345`: dollars that may be lost."""
    return f"{'-' if value < 0 else ''}${abs(value):,.{places}f}"


def html(data: Json, charts: dict[str, str]) -> str:
    """One page that needs nothing beside it."""
    return _environment(True).get_template("par.html.j2").render(par=data, charts=charts)


def markdown(data: Json, charts: dict[str, str]) -> str:
    """The same in Markdown, the figures in files of their own."""
    return _environment(False).get_template("par.md.j2").render(par=data, charts=charts)


def can_make_pdf() -> bool:
    """WeasyPrint is there, and so are the libraries that it draws with."""
    try:
        import weasyprint  # type: ignore[import-not-found, unused-ignore] # noqa: F401
    except (ImportError, OSError):
        return False
    return True


def pdf(page: str) -> bytes:
    """The HTML page on paper."""
    import weasyprint  # type: ignore[import-not-found, unused-ignore]

    made: bytes = weasyprint.HTML(string=page).write_pdf()
    return made
