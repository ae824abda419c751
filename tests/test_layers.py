from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import euchre_solve

PACKAGE = Path(euchre_solve.__file__).parent
ALLOWED = {
    "": {""},
    "formats": {"", "formats"},
    "solver": {"", "solver"},
    "advice": {"", "formats", "solver", "advice"},
    "review": {"", "formats", "solver", "advice", "review"},
    "cli": {"", "formats", "solver", "advice", "review", "cli"},
}
"""What each layer may import; the empty name is the pure layer at the root."""
ONLY_STANDARD_LIBRARY = {"", "formats"}
ENTRY_POINTS = {Path("__init__.py"), Path("__main__.py")}
"""They offer what comes from every layer."""
KERNEL = "euchre_solve.solver._kernel"
LINE_LIMIT = 600

MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def layer_of(path: Path) -> str:
    return path.parts[0] if len(path.parts) > 1 else ""


def is_module(name: str) -> bool:
    path = PACKAGE.parent.joinpath(*name.split("."))
    return path.is_dir() or any(path.parent.glob(f"{path.name}.*"))


def imports_of(path: Path) -> Iterator[str]:
    """Yield every module imported anywhere in the file, inside functions too."""
    for node in ast.walk(ast.parse((PACKAGE / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{path}:{node.lineno}: relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if is_module(name) else node.module for name in names)


def imported_layer(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in ALLOWED else ""


def test_every_folder_is_a_layer() -> None:
    assert {layer_of(path) for path in MODULES} <= set(ALLOWED)


@pytest.mark.parametrize("path", [path for path in MODULES if path not in ENTRY_POINTS], ids=str)
def test_imports_point_down(path: Path) -> None:
    ours = [name for name in imports_of(path) if name.split(".")[0] == "euchre_solve"]
    layers = {imported_layer(name) for name in ours}
    assert layers <= ALLOWED[layer_of(path)], sorted(ours)


@pytest.mark.parametrize(
    "path", [path for path in MODULES if layer_of(path) in ONLY_STANDARD_LIBRARY], ids=str
)
def test_pure_layers_import_nothing_but_the_standard_library(path: Path) -> None:
    roots = {name.split(".")[0] for name in imports_of(path)} - {"euchre_solve"}
    assert roots <= sys.stdlib_module_names


def test_kernel_has_one_importer() -> None:
    importers = [path.as_posix() for path in MODULES if KERNEL in set(imports_of(path))]
    assert importers == ["solver/kernel.py"]


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_module_fits_in_one_reading(path: Path) -> None:
    assert len((PACKAGE / path).read_text(encoding="utf-8").splitlines()) <= LINE_LIMIT
