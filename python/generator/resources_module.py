"""Writes the methods of the client, and the table of operations that they call."""

from __future__ import annotations

import re

from .document import Document, Operation, Parameter, pascal, snake
from .names import BASES, DONE_IF, GROUPS, METHODS, WRITTEN_BY_HAND
from .types_module import TypesModule, body_name, result_name

_RESOURCES_HEAD = '''"""The operations of the API, in groups.

Generated from openapi.json by `npm run openapi`: change the routes of the service, or the names in python/generator/names.py.
"""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, cast

from .batches import AsyncBatches
from .feed import AsyncFeed
from .resource import AsyncResource
from .transport import AsyncTransport
from .uploads import AsyncImportUploads, AsyncPhotoUploads

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .. import types
    from ..options import CallOptions, ChangeOptions, CreateOptions
    from ..response import Page
'''

_OPERATIONS_HEAD = '''"""The operations of the service.

Generated from openapi.json by `npm run openapi`: change the routes of the service instead.
"""

from __future__ import annotations

from .operation import Operation

OPERATIONS = {
'''


def operations_text(document: Document) -> str:
    """Returns the text of _core/operations.py."""
    return _OPERATIONS_HEAD + "".join(_entry(operation) for operation in document.operations()) + "}\n"


def _entry(operation: Operation) -> str:
    arguments = [f'"{operation.method}"', f'"{operation.path}"']
    query = operation.parameters_in("query")
    if query:
        names = ", ".join(f'"{snake(parameter.name)}": "{parameter.name}"' for parameter in query)
        arguments.append(f"query={{{names}}}")
    if operation.is_conditional:
        arguments.append("is_conditional=True")
    if operation.is_counted:
        arguments.append("is_counted=True")
    if operation.id in DONE_IF:
        arguments.append(f'done_if="{DONE_IF[operation.id]}"')
    return f'    "{operation.id}": Operation({", ".join(arguments)}),\n'


def resources_text(document: Document) -> str:
    """Returns the text of _async/resources.py."""
    types = TypesModule(document)
    methods: dict[str, list[str]] = {group: [] for group in GROUPS}
    for operation in document.operations():
        if operation.id in WRITTEN_BY_HAND:
            continue
        if operation.id not in METHODS:
            raise SystemExit(f"{operation.id} has no name: give it one in python/generator/names.py")
        if operation.has_other_body:
            raise SystemExit(
                f"{operation.id} has a body that is no JSON: write its method in _async/uploads.py"
            )
        group, _, name = METHODS[operation.id].rpartition(".")
        methods[group].append(_methods(types, operation, name))
    classes = [_class(group, texts) for group, texts in methods.items() if group != ""]
    return "\n\n".join([_RESOURCES_HEAD, *classes, _client(methods[""])])


def _class(group: str, methods: list[str]) -> str:
    base = BASES.get(group, "AsyncResource")
    doc = f'    """{GROUPS[group]}"""\n'
    return f"class Async{pascal(group)}({base}):\n" + "\n".join([doc, *methods])


def _client(methods: list[str]) -> str:
    groups = [group for group in GROUPS if group != ""]
    attributes = "".join(
        f'        self.{group} = Async{pascal(group)}(transport)\n        """{GROUPS[group]}"""\n'
        for group in groups
    )
    return (
        "class AsyncResources(AsyncResource):\n"
        f'    """{GROUPS[""]}"""\n\n'
        "    def __init__(self, transport: AsyncTransport) -> None:\n"
        "        super().__init__(transport)\n"
        f"{attributes}"
        "        self.events = AsyncFeed(transport)\n"
        '        """The feed of changes."""\n\n'
    ) + "\n".join(methods)


def _methods(types: TypesModule, operation: Operation, name: str) -> str:
    return _list_methods(types, operation, name) if operation.is_list else _method(types, operation, name)


def _list_methods(types: TypesModule, operation: Operation, name: str) -> str:
    path = operation.parameters_in("path")
    item = _annotation(types, operation).removeprefix("builtins.list[").removesuffix("]")
    query = f"**query: Unpack[types.{pascal(operation.id)}Query]"
    parameters = "".join(f"{snake(parameter.name)}: {_path_type(parameter.schema)}, " for parameter in path)
    end = "/, " if parameters else ""
    call = f'"{operation.id}", {_tuple(path)}, query'
    page = name.replace("list", "page")
    doc = operation.summary
    description = f"\n\n        {operation.description}" if operation.description else ""
    return (
        f"    def {name}(self, {parameters}{end}{query}) -> AsyncIterator[{item}]:\n"
        f'        """{_sentence(doc)} Reads each page when it is needed.{_escaped(description)}\n        """\n'
        f"        return self._items({call})\n\n"
        f"    async def {page}(self, {parameters}{end}{query}) -> Page[{item}]:\n"
        f'        """{_sentence(doc)} Reads one page, of 1 to 100 items, 20 by default."""\n'
        f"        return await self._page({call})\n\n"
        f"    async def {page}_if_changed(self, {parameters}etag: str | None, /, {query}) -> Page[{item}] | None:\n"
        f'        """{_sentence(doc)} Reads one page; None if it still has this `etag`."""\n'
        f"        return await self._page_if_changed({call}, etag)\n"
    )


def _method(types: TypesModule, operation: Operation, name: str) -> str:
    path = operation.parameters_in("path")
    positional = [f"{snake(parameter.name)}: {_path_type(parameter.schema)}" for parameter in path]
    keywords: list[str] = []
    arguments = []
    for parameter in operation.parameters_in("query"):
        kind = types.type_of(parameter.schema, pascal(parameter.name)).replace("list[", "Sequence[")
        target = positional if parameter.is_required else keywords
        target.append(
            f"{snake(parameter.name)}: {kind}" + ("" if parameter.is_required else " | None = None")
        )
        arguments.append(f'"{snake(parameter.name)}": {snake(parameter.name)}')
    body = ""
    if operation.body is not None:
        is_optional = operation.method == "POST" and not types.is_required(operation.body)
        kind = f"types.{types.type_of(operation.body, body_name(operation))}"
        positional.append(f"body: {kind} | None = None" if is_optional else f"body: {kind}")
        body = ", body or {}" if is_optional else ", body"
    options = "ChangeOptions" if operation.is_conditional else "CallOptions"
    options = "CreateOptions" if operation.method == "POST" else options
    signature = ", ".join(
        [
            "self",
            *positional,
            *(["/"] if positional else []),
            *(["*"] if keywords else []),
            *keywords,
            f"**options: Unpack[{options}]",
        ]
    )
    given = f"{{{', '.join(arguments)}, **options}}" if arguments else "options"
    call = f'self._call("{operation.id}", {_tuple(path)}, {given}{body})'
    result = _annotation(types, operation)
    returned = f"await {call}" if result == "None" else f'return cast("{result}", await {call})'
    description = f"\n\n        {operation.description}" if operation.description else ""
    return (
        f"    async def {name}({signature}) -> {result}:\n"
        f'        """{_sentence(operation.summary)}{_escaped(description)}\n        """\n'
        f"        {returned}\n"
    )


def _annotation(types: TypesModule, operation: Operation) -> str:
    if operation.is_file:
        return "bytes"
    if operation.result is None:
        return "None"
    text = types.type_of(operation.result, result_name(operation))
    return re.sub(r"\b([A-Z]\w*)", r"types.\1", text).replace("list[", "builtins.list[")


def _path_type(schema: dict[str, object]) -> str:
    return "int" if schema.get("type") == "integer" else "str"


def _tuple(path: list[Parameter]) -> str:
    names = [snake(parameter.name) for parameter in path]
    return f"({names[0]},)" if len(names) == 1 else f"({', '.join(names)})"


def _sentence(text: str) -> str:
    return text.rstrip(".") + "."


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"""', "'''")
