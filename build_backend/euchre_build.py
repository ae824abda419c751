"""Setuptools, and a C compiler from the ``ziglang`` wheel where the machine has none."""

import os
import shlex
import shutil
import sys
import sysconfig

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403 - the hooks that need no change

configured = (sysconfig.get_config_var("CC") or "cc").split()[0]  # what setuptools would run
found = next(filter(shutil.which, [configured, "cc", "gcc", "clang"]), None)
needs_zig = found is None and "CC" not in os.environ and sys.platform != "win32"
if needs_zig:  # baseline: by default zig compiles for this very processor only
    os.environ["CC"] = f"{shlex.quote(sys.executable)} -m ziglang cc -mcpu=baseline"
    if sys.platform != "darwin":  # Debian's own has options that zig refuses
        os.environ["LDSHARED"] = os.environ["CC"] + " -shared"
elif found and found != configured:
    os.environ.setdefault("CC", found)


def get_requires_for_build_wheel(config_settings=None):
    """Ask for ``ziglang`` if there is nothing else to compile with."""
    needed = build_meta.get_requires_for_build_wheel(config_settings)
    return [*needed, "ziglang"] if needs_zig else needed


get_requires_for_build_editable = get_requires_for_build_wheel
