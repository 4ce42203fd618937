"""A PAR sheet as HTML, Markdown and, if WeasyPrint is installed, PDF."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined

from uth.core.money import dollars, parse_dollars
from uth.core.texts import ENGLISH, catalog, text
from uth.reports.par import Json


def _page(form: str, data: Json, charts: dict[str, str]) -> str:
    environment = Environment(
        loader=PackageLoader("uth.reports.par"),
        autoescape=form == "html",
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["percent"] = lambda value, places=4: f"{value * 100:.{places}f} %"
    environment.filters["count"] = lambda value: f"{value:,}"
    environment.filters["chance"] = lambda value: f"{value:.9f}"
    environment.filters["dollars"] = lambda amount: dollars(parse_dollars(amount))
    environment.filters["signed"] = _signed
    environment.filters["wager"] = _wager
    environment.globals["t"] = text
    template = environment.get_template("par.j2")
    return template.render(form=f"{form}.j2", par=data, charts=charts)


def _wager(name: str) -> str:
    return catalog(ENGLISH).first(f"par.wager.{name}", f"wager_plain.{name}", f"wager.{name}")


def _signed(value: float, places: int = 4) -> str:
    """`-$1.2345`: dollars with a sign."""
    return f"{'-' if value < 0 else ''}${abs(value):,.{places}f}"


def html(data: Json, charts: dict[str, str]) -> str:
    """One self-contained page."""
    return _page("html", data, charts)


def markdown(data: Json, charts: dict[str, str]) -> str:
    """The same in Markdown, with charts as separate files."""
    return _page("markdown", data, charts)


def can_make_pdf() -> bool:
    """Whether WeasyPrint and the libraries that it needs are installed."""
    try:
        import weasyprint  # type: ignore[import-not-found, unused-ignore] # noqa: F401
    except (ImportError, OSError):
        return False
    return True


def pdf(page: str) -> bytes:
    """The HTML page as PDF."""
    import weasyprint  # type: ignore[import-not-found, unused-ignore]

    document: bytes = weasyprint.HTML(string=page).write_pdf()
    return document
