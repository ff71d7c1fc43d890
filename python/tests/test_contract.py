"""The client has what openapi.json describes."""

from __future__ import annotations

import ast
import asyncio
import inspect
import json
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

import generate
from generator.document import Document
from generator.names import METHODS, WRITTEN_BY_HAND
from generator.types_module import TypesModule
from petstore_client import AsyncPetstore, Petstore, PetstoreAnswerError
from petstore_client._core.operation import Operation
from petstore_client._core.operations import OPERATIONS

ARGUMENTS = {"photo_id": "ab", "body": {}, "ids": [5]}


def _documented() -> set[str]:
    operations = Document(json.loads(generate.DOCUMENT.read_text(encoding="utf-8"))).operations()
    return {f"{operation.method} /v1{operation.path.replace('{photoId}', 'ab')}" for operation in operations}


def _method_of(petstore: object, name: str) -> Any:
    for part in name.split("."):
        # A list without pages is one request.
        petstore = getattr(petstore, part.replace("list", "page"), None) or getattr(petstore, part)
    return petstore


def _call(petstore: object, name: str) -> Any:
    method = _method_of(petstore, name)
    parameters = inspect.signature(method).parameters.values()
    positional = [parameter.name for parameter in parameters if parameter.kind is parameter.POSITIONAL_ONLY]
    return method(*[ARGUMENTS.get(parameter, 5) for parameter in positional])


def _path_of(request: httpx.Request) -> str:
    path = request.url.path
    for template in sorted(_documented()):
        method, _, known = template.partition(" ")
        if method == request.method and _shape_of(known) == path:
            return template
    return f"{request.method} {path}"


def _shape_of(path: str) -> str:
    return "/".join("5" if part.startswith("{") else part for part in path.split("/"))


def test_the_synchronous_client_has_one_method_for_each_operation() -> None:
    sent: set[str] = set()

    def respond(request: httpx.Request) -> httpx.Response:
        sent.add(_path_of(request))
        return httpx.Response(404)

    http = httpx.Client(transport=httpx.MockTransport(respond))
    with Petstore("http://127.0.0.1", "petstore_live_x", http_client=http) as petstore:
        for name in METHODS.values():
            with pytest.raises(PetstoreAnswerError):
                _call(petstore, name)
        for call in (
            lambda: petstore.photos.add(5, b"x"),
            lambda: petstore.imports.create(b"x", file_name="a.csv"),
            lambda: petstore.pets.batch([]),
            lambda: petstore.events.page(),
        ):
            with pytest.raises(PetstoreAnswerError):
                call()
    assert len(sent) == len(METHODS) + len(WRITTEN_BY_HAND)
    assert sent == _documented()


async def test_the_asynchronous_client_sends_the_same_requests() -> None:
    sent: list[str] = []

    def respond(request: httpx.Request) -> httpx.Response:
        sent.append(_path_of(request))
        return httpx.Response(404)

    http = httpx.AsyncClient(transport=httpx.MockTransport(respond))
    async with AsyncPetstore("http://127.0.0.1", "petstore_live_x", http_client=http) as petstore:
        calls = [_call(petstore, name) for name in METHODS.values()]
        results = await asyncio.gather(*calls, return_exceptions=True)
    assert {type(result) for result in results} == {PetstoreAnswerError}
    assert set(sent) < _documented()


def test_the_generated_files_are_current(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate.main(["--check"]) == 0, capsys.readouterr().err


async def test_asks_for_the_number_of_all_items_with_total(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OPERATIONS, "listPets", Operation("GET", "/pets", is_counted=True))

    def respond(request: httpx.Request) -> httpx.Response:
        total = (
            {"x-total-count": "9007199254740993"} if request.headers.get("prefer") == "count=exact" else {}
        )
        return httpx.Response(200, json=[], headers=total)

    http = httpx.AsyncClient(transport=httpx.MockTransport(respond))
    async with http, AsyncPetstore("http://127.0.0.1", "petstore_live_x", http_client=http) as petstore:
        arguments: dict[str, Any] = {"total": True}
        pages = [await petstore.pets.page(**arguments), await petstore.pets.page()]
    assert [page.total for page in pages] == [9_007_199_254_740_993, None]


def test_imports_nothing_but_the_standard_library_and_httpx() -> None:
    package = Path(inspect.getfile(Petstore)).parents[1]
    imported = {
        name.partition(".")[0]
        for file in package.rglob("*.py")
        for node in _imports_at_runtime(ast.parse(file.read_text(encoding="utf-8")))
        for name in (
            [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
        )
    }
    assert imported - sys.stdlib_module_names == {"httpx"}


def _imports_at_runtime(tree: ast.Module) -> list[ast.Import | ast.ImportFrom]:
    """Returns the absolute imports of a module, without those for type checkers."""
    return [
        node
        for node in tree.body
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and node.level == 0)
    ]


def test_a_union_has_the_members_of_all_its_variants_and_an_open_enumeration_is_a_str() -> None:
    code = {"type": "string", "x-extensible-enum": ["a", "b"], "description": "What happened."}
    variant = {
        "type": "object",
        "required": ["type"],
        "properties": {"type": code, "pet": {"type": "integer"}},
    }
    other = {
        "type": "object",
        "required": ["type", "kennel"],
        "properties": {"type": code, "kennel": {"type": "string"}},
    }
    schemas = {
        "One": variant,
        "Other": other,
        "Event": {"oneOf": [{"$ref": "#/components/schemas/One"}, other]},
    }
    text = TypesModule(Document({"components": {"schemas": schemas}, "paths": {}})).text()
    declaration = text[text.index("class _EventRequired") :]
    assert 'type: str\n    """What happened."""' in declaration
    assert "class Event(_EventRequired, total=False):\n    pet: int\n    kennel: str\n" in declaration
