"""Writes types.py: a TypedDict for each object of the API and for each query."""

from __future__ import annotations

import keyword
from collections.abc import Iterable

from .document import Document, Operation, Schema, name_of, pascal, snake

HEAD = '''"""The objects of the API, and the queries of its lists.

Generated from openapi.json by `npm run openapi`: change the routes of the service instead. Responses may have more members than
these, and more values than those that a comment lists: a newer service sends them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypedDict

from .options import CallOptions
'''

# Parameters that an id can be passed for, although the document describes a text.
_IDS_AS_TEXT = {"after"}


class TypesModule:
    """Collects the declarations of types.py."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._declarations: list[str] = []
        self.names: list[str] = []

    def text(self) -> str:
        for name, schema in self._document.schemas.items():
            self._declare(name, schema)
        for operation in self._document.operations():
            if operation.body is not None:
                self.type_of(operation.body, body_name(operation))
            if operation.result is not None:
                self.type_of(operation.result, result_name(operation))
            if operation.method == "GET" and operation.is_list:
                self._declare_query(operation)
        exports = "".join(f"    {name!r},\n".replace("'", '"') for name in sorted(self.names))
        return "\n\n".join([HEAD.rstrip("\n"), *self._declarations]) + f"\n\n__all__ = [\n{exports}]\n"

    def type_of(self, schema: Schema, name: str) -> str:
        """Returns the annotation of a schema. `name` is that of the class if the schema is an object."""
        if "$ref" in schema:
            target = self._document.resolved(schema)
            return self.type_of(target, name_of(schema)) if target.get("type") == "array" else name_of(schema)
        types = schema.get("type")
        if isinstance(types, list):
            # A type and null.
            variants = [self.type_of({**schema, "type": one}, name) for one in types if one != "null"]
            return " | ".join([*variants, "None"])
        if "enum" in schema:
            values = [value for value in schema["enum"] if value is not None]
            return (
                "bool"
                if sorted(values) == ["false", "true"]
                else f"Literal[{', '.join(map(_quoted, values))}]"
            )
        if types == "array":
            return f"list[{self.type_of(schema.get('items', {}), f'{name}Item')}]"
        if _members_of(self._document, schema):
            self._declare(name, schema)
            return name
        simple = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
        return simple.get(str(types), "dict[str, Any]" if types == "object" else "Any")

    def is_required(self, schema: Schema) -> bool:
        """Whether an object must have any member."""
        return bool(self._document.resolved(schema).get("required"))

    def _declare(self, name: str, schema: Schema) -> None:
        if name in self.names or schema.get("type") == "array":
            return
        self.names.append(name)
        members = _members_of(self._document, schema)
        if not members:
            text = f"{name} = {self.type_of(schema, name)}"
            self._declarations.append(f"{text}\n{_doc(schema.get('description'), '')}".rstrip("\n"))
            return
        if not all(key.isidentifier() and not keyword.iskeyword(key) for key in members):
            self._declarations.append(self._functional(name, members, schema))
            return
        required = {key: value for key, value in members.items() if value[1]}
        optional = {key: value for key, value in members.items() if not value[1]}
        base = "TypedDict"
        doc = _doc(schema.get("description"), "    ")
        if required and optional:
            base = f"_{name}Required"
            self._class(base, "TypedDict", self._lines(name, required), "")
        is_partial = "" if not optional else ", total=False"
        self._class(name, f"{base}{is_partial}", self._lines(name, optional or required), doc)

    def _declare_query(self, operation: Operation) -> None:
        name = f"{pascal(operation.id)}Query"
        self.names.append(name)
        lines = []
        for parameter in operation.parameters_in("query"):
            kind = self.type_of(parameter.schema, pascal(parameter.name))
            if kind.startswith("list["):
                kind = f"Sequence{kind.removeprefix('list')}"
            if parameter.name in _IDS_AS_TEXT:
                kind = f"int | {kind}"
            lines.append(f"    {snake(parameter.name)}: {kind} | None")
            lines.append(_doc(parameter.description, "    "))
        if operation.is_counted:
            lines.append("    total: bool | None")
            lines.append(_doc("Whether `total` of the page is the number of all items that match.", "    "))
        summary = operation.summary[:1].lower() + operation.summary[1:]
        doc = f'    """The arguments of: {summary}."""\n'
        self._class(name, "CallOptions, total=False", lines, doc)

    def _lines(self, owner: str, members: dict[str, tuple[Schema, bool]]) -> Iterable[str]:
        lines = []
        for name, (schema, _) in members.items():
            lines.append(f"    {name}: {self.type_of(schema, owner + pascal(name))}")
            lines.append(_doc(schema.get("description"), "    "))
        return lines

    def _functional(self, name: str, members: dict[str, tuple[Schema, bool]], schema: Schema) -> str:
        """Declares an object with members whose names are no names of Python."""
        entries = "".join(
            f'    "{key}": {_as_text(self.type_of(member, name + pascal(key)))},\n'
            for key, (member, _) in members.items()
        )
        is_partial = "" if all(is_required for _, is_required in members.values()) else ", total=False"
        text = f'{name} = TypedDict("{name}", {{\n{entries}}}{is_partial})\n{_doc(schema.get("description"), "")}'
        return text.rstrip("\n")

    def _class(self, name: str, bases: str, lines: Iterable[str], doc: str) -> None:
        body = "\n".join(line.rstrip("\n") for line in [doc, *lines] if line != "")
        self._declarations.append(f"class {name}({bases}):\n{body}")


def _as_text(kind: str) -> str:
    """Returns a type as a text, because its name may be declared below."""
    mark = "'" if '"' in kind else '"'
    return mark + kind + mark


def body_name(operation: Operation) -> str:
    """Returns the name of a body that has none in the document."""
    return f"{pascal(operation.id)}Body"


def result_name(operation: Operation) -> str:
    """Returns the name of a result that has none in the document."""
    return f"{pascal(operation.id)}Result"


def _members_of(document: Document, schema: Schema) -> dict[str, tuple[Schema, bool]]:
    """Returns the members of an object, and whether each is required.

    A union has the members of all its variants, so that they can be read from any of them, and from later variants.
    """
    union: list[Schema] = schema.get("oneOf") or schema.get("anyOf") or []
    variants = [document.resolved(one) for one in union]
    if not variants or any("properties" not in variant for variant in variants):
        required = schema.get("required", [])
        return {name: (member, name in required) for name, member in schema.get("properties", {}).items()}
    members: dict[str, tuple[Schema, bool]] = {}
    for variant in variants:
        for name, member in variant["properties"].items():
            is_required = all(name in other.get("required", []) for other in variants)
            known = members.get(name, (member, is_required))[0]
            same = known if known == member else _widened(known, member)
            members[name] = (same, is_required)
    return members


def _widened(one: Schema, other: Schema) -> Schema:
    """Returns a schema for the values of both; without the values of enumerations, because a union can grow."""
    description = one.get("description", "")
    return {"type": one["type"], "description": description} if one.get("type") == other.get("type") else {}


def _doc(text: str | None, indent: str) -> str:
    if text is None or text == "":
        return ""
    escaped = text.replace("\\", "\\\\").replace('"""', "'''")
    end = " " if escaped.endswith('"') else ""
    return f'{indent}"""{escaped}{end}"""\n'


def _quoted(value: str) -> str:
    return f'"{value}"'
