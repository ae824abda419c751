"""Describe the C kernel; everything else stands in ``pyproject.toml``."""

import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

FOLDER = Path("euchre_solve/solver/c")
# Free-threaded builds of Python have no limited API.
LIMITED = not sysconfig.get_config_var("Py_GIL_DISABLED")

setup(
    ext_modules=[
        Extension(
            "euchre_solve.solver._kernel",
            sources=sorted(path.as_posix() for path in FOLDER.glob("*.c")),
            depends=["setup.py", *sorted(path.as_posix() for path in FOLDER.glob("*.h"))],
            define_macros=[("Py_LIMITED_API", "0x030B0000")] if LIMITED else [],
            extra_compile_args=(
                ["/O2", "/std:c11"]
                if sys.platform == "win32"
                else ["-O3", "-std=c11", "-fvisibility=hidden"]
            ),
            py_limited_api=LIMITED,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if LIMITED else {},
)
