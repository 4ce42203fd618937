"""The pages: content, caching, and the content security policy."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tests.web.served_app import in_memory
from uth.web import static_pages
from uth.web.static_pages import CLIENT_PATHS, Pages, content_security_policy

SCRIPT = "console.log('a table');\n" * 50


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    assets = tmp_path / "assets"
    assets.mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>uth</title>")
    (tmp_path / "favicon.svg").write_text("<svg/>")
    (assets / "index-Ab3_dE9x.js").write_text(SCRIPT)
    (assets / "index-Ab3_dE9x.js.gz").write_bytes(b"made by the build")
    (assets / "cards-0123abcd.woff2").write_bytes(b"\x00" * 64)
    (assets / "card-red-back.svg").write_text("<svg/>")
    (tmp_path.parent / "secret.txt").write_text("not for anybody")
    return TestClient(Starlette(routes=Pages(tmp_path).routes()))


def test_every_path_of_the_frontend_gets_the_page(client: TestClient) -> None:
    for path in CLIENT_PATHS:
        response = client.get(path.replace("{rest:path}", "some/where"))
        assert response.status_code == 200
        assert response.text.startswith("<!doctype html>")
        assert response.headers["cache-control"] == "no-cache"
        assert response.headers["content-type"] == "text/html; charset=utf-8"
    for path in ("/nothing", "/assets/none.js", "/index-Ab3_dE9x.js", "/../secret.txt"):
        assert client.get(path).status_code == 404
    assert client.get("/assets/%2e%2e/%2e%2e/secret.txt").status_code == 404
    assert client.post("/").status_code == 405


def test_hashed_files_are_cached_and_the_page_is_revalidated(client: TestClient) -> None:
    script = client.get("/assets/index-Ab3_dE9x.js")
    assert script.text == SCRIPT
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["content-type"].startswith("text/javascript")
    for plain in ("/favicon.svg", "/assets/card-red-back.svg"):
        assert client.get(plain).headers["cache-control"] == "no-cache"
    page = client.get("/")
    again = client.get("/", headers={"if-none-match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/", headers={"if-none-match": '"other"'}).status_code == 200


def test_text_is_sent_compressed_if_accepted(client: TestClient) -> None:
    path = "/assets/index-Ab3_dE9x.js"
    with client.stream("GET", path, headers={"accept-encoding": "gzip"}) as response:
        raw = b"".join(response.iter_raw())
        assert response.headers["content-encoding"] == "gzip"
    assert gzip.decompress(raw).decode() == SCRIPT
    assert len(raw) < len(SCRIPT) / 4
    for refused in ("identity", "gzip;q=0"):
        plain = client.get(path, headers={"accept-encoding": refused})
        assert "content-encoding" not in plain.headers
        assert plain.text == SCRIPT
    assert "content-encoding" not in client.get("/assets/cards-0123abcd.woff2").headers


def test_a_browser_may_load_only_our_own_files(client: TestClient) -> None:
    text = client.get("/").headers
    rules = dict(
        part.strip().partition(" ")[::2] for part in text["content-security-policy"].split(";")
    )
    assert rules["default-src"] == "'self'"
    assert rules["img-src"] == "'self' data:"
    assert rules["connect-src"] == "'self' ws://testserver wss://testserver"
    assert rules["frame-ancestors"] == "'none'"
    assert "unsafe" not in text["content-security-policy"]
    assert text["x-content-type-options"] == "nosniff"
    assert "script-src *" not in content_security_policy("x; script-src *"), (
        "a host can't add to it"
    )
    assert "ws://[::1]:8410" in content_security_policy("[::1]:8410")


def test_a_server_without_pages_says_how_to_build_them(tmp_path: Path) -> None:
    client = TestClient(Starlette(routes=Pages(tmp_path / "none").routes()))
    assert "make play" in client.get("/").text


def test_the_api_keeps_its_own_strict_policy() -> None:
    with in_memory() as served:
        assert served.client.get("/").status_code == 200
        response = served.client.get("/api/clauses/CA-1.1").headers["content-security-policy"]
        assert response == "default-src 'none'; frame-ancestors 'none'"
        assert served.client.get("/api/nothing").status_code == 404


def test_a_browser_at_an_unknown_path_gets_a_page() -> None:
    person, program = {"accept": "text/html,*/*;q=0.8"}, {"accept": "*/*"}
    with in_memory() as served:
        for path in ("/nonsense", "/%E0%A4%A", "/nonsense/of/all/kinds"):
            page = served.client.get(path, headers=person)
            assert page.status_code == 404
            assert page.text == served.client.get("/").text
            assert page.headers["content-security-policy"].startswith("default-src 'self'")
            assert served.client.get(path, headers=program).json()["code"] == "route/unknown"
            assert served.client.post(path, headers=person).json()["code"] == "route/unknown"
        response = served.client.get("/api/nothing", headers=person)
        assert (response.status_code, response.json()["code"]) == (404, "route/unknown")


def test_the_build_has_the_texts_of_the_pages_and_none_of_the_server() -> None:
    scripts = Path(static_pages.__file__).parent.joinpath("pages", "assets").glob("*.js")
    code = "".join(script.read_text("utf-8") for script in scripts)
    assert "table.leave" in code
    assert [key for key in ("rulebook/not_toml", "may.round.void") if key in code] == []
