"""Writes the types and the methods of the client from openapi.json, and its synchronous half from the asynchronous one.

`npm run openapi` runs it. With --check it fails if a committed file differs.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from generator.document import Document
from generator.resources_module import operations_text, resources_text
from generator.synchronous import synchronous
from generator.types_module import TypesModule

HERE = Path(__file__).parent
CLIENT = HERE / "src" / "petstore_client"
DOCUMENT = HERE.parent / "openapi.json"


def generated() -> dict[Path, str]:
    """Returns the text of each generated file."""
    document = Document(json.loads(DOCUMENT.read_text(encoding="utf-8")))
    resources = CLIENT / "_async" / "resources.py"
    files = {
        CLIENT / "types.py": TypesModule(document).text(),
        CLIENT / "_core" / "operations.py": operations_text(document),
        resources: resources_text(document),
    }
    asynchronous = {path: path.read_text(encoding="utf-8") for path in (CLIENT / "_async").glob("*.py")}
    for path, text in {**asynchronous, resources: files[resources]}.items():
        files[CLIENT / "_sync" / path.name] = synchronous(text)
    return files


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(f'generate: the only argument is --check; got "{" ".join(arguments)}"', file=sys.stderr)
        return 2
    files = generated()
    known = set((CLIENT / "_sync").glob("*.py"))
    if not arguments:
        for path in known - files.keys():
            path.unlink()
        for path, text in files.items():
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return 0
    stale = [
        path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path in sorted([*stale, *(known - files.keys())]):
        print(
            f'{path.relative_to(HERE.parent)} is not current: run "npm run openapi" and commit the result.',
            file=sys.stderr,
        )
    return 1 if stale or known - files.keys() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
