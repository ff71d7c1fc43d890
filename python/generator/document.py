"""The parts of an OpenAPI document that the client depends on."""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass
from typing import Any

from .names import REQUIRED

Schema = dict[str, Any]


@dataclass(frozen=True)
class Parameter:
    name: str
    place: str
    is_required: bool
    description: str
    schema: Schema


@dataclass(frozen=True)
class Operation:
    id: str
    method: str
    path: str
    summary: str
    description: str
    parameters: list[Parameter]
    body: Schema | None
    """The schema of a JSON body."""
    has_other_body: bool
    """True if its body can only be something else."""
    result: Schema | None
    """The schema of the result; None without one."""
    is_file: bool
    """True if the result is a file."""

    def parameters_in(self, place: str) -> list[Parameter]:
        return [parameter for parameter in self.parameters if parameter.place == place]

    @property
    def is_list(self) -> bool:
        return any(parameter.name == "cursor" for parameter in self.parameters)

    @property
    def is_counted(self) -> bool:
        """True if it returns the number of all items on request."""
        return self._has_header("prefer")

    @property
    def is_conditional(self) -> bool:
        """True if a change accepts the version that it changes."""
        return self.method != "GET" and self._has_header("if-match")

    def _has_header(self, name: str) -> bool:
        return any(parameter.name.lower() == name for parameter in self.parameters_in("header"))


class Document:
    """An OpenAPI document whose references are followed."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        self.schemas: dict[str, Schema] = document["components"]["schemas"]

    def resolved(self, value: dict[str, Any]) -> dict[str, Any]:
        """Follows a reference within the document."""
        while "$ref" in value:
            target: Any = self._document
            for part in value["$ref"].removeprefix("#/").split("/"):
                target = target[part.replace("~1", "/").replace("~0", "~")]
            value = target
        return value

    def operations(self) -> list[Operation]:
        return [
            self._operation(method.upper(), path, operation, item.get("parameters", []))
            for path, item in self._document["paths"].items()
            for method, operation in item.items()
            if method in ("get", "post", "put", "patch", "delete")
        ]

    def _operation(self, method: str, path: str, operation: dict[str, Any], shared: list[Any]) -> Operation:
        parameters = [self.resolved(parameter) for parameter in [*shared, *operation.get("parameters", [])]]
        content = self.resolved(operation.get("requestBody", {})).get("content", {})
        response = next(
            self.resolved(response)
            for status, response in operation["responses"].items()
            if status.startswith("2")
        )
        results = response.get("content", {})
        return Operation(
            id=operation["operationId"],
            method=method,
            path=path,
            summary=operation.get("summary", ""),
            description=operation.get("description", ""),
            parameters=[
                Parameter(
                    parameter["name"],
                    parameter["in"],
                    parameter.get("required", False)
                    or REQUIRED.get(operation["operationId"]) == parameter["name"],
                    parameter.get("description", ""),
                    parameter["schema"],
                )
                for parameter in parameters
                if not parameter.get("deprecated", False)
            ],
            body=content.get("application/json", {}).get("schema"),
            has_other_body=bool(content) and "application/json" not in content,
            result=results.get("application/json", {}).get("schema"),
            is_file="text/csv" in results,
        )


def name_of(reference: Schema) -> str:
    """Returns the name of the schema that a reference names."""
    return str(reference["$ref"]).rsplit("/", 1)[-1]


def snake(name: str) -> str:
    """Returns a name of the API as a name of Python."""
    word = re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).replace("-", "_").lower()
    return f"{word}_" if keyword.iskeyword(word) else word


def pascal(name: str) -> str:
    """Returns a name of the API as the name of a class."""
    return name[:1].upper() + name[1:]
