"""Whether modules are there and have the classes that are needed.

The argument: a JSON object of modules, each with a list of classes. Standard output: a JSON
object with the first thing that is wrong, or an empty one.
"""

import contextlib
import difflib
import importlib
import importlib.util
import io
import json
import pkgutil
import sys


def neighbours(parent):
    """Give the modules in a package, or those that stand on their own."""
    try:
        paths = importlib.import_module(parent).__path__ if parent else None
        return sorted(module.name for module in pkgutil.iter_modules(paths))
    except Exception:
        return []


def first_missing(name):
    """Give the first part of a module's name that leads nowhere, if there is one."""
    parts = name.split(".")
    for count in range(1, len(parts) + 1):
        part = ".".join(parts[:count])
        try:
            found = importlib.util.find_spec(part)
        except (ImportError, ValueError, AttributeError):
            found = None
        if found is None:
            return part
    return None


def fault(name, classes):
    missing = first_missing(name)
    if missing:
        parent, _, last = missing.rpartition(".")
        names = neighbours(parent)
        near = difflib.get_close_matches(last, names, 3, 0.5 if parent else 0.75)
        if not near and parent:
            near = [name for name in names if name.endswith("_pb2")] or names
        near = [f"{parent}.{name}" if parent else name for name in near[:8]]
        return {"missing": missing, "near": near}
    try:
        module = importlib.import_module(name)
    except Exception as error:
        return {"import": f"{type(error).__name__}: {error}"}
    for path in classes:
        found = module
        for part in path.split("."):
            found = getattr(found, part, None)
        if found is None:
            top = [key for key in vars(module) if key[:1].isalpha()]
            near = difflib.get_close_matches(path, top, 3, 0.6)
            return {"class": path, "near": near}
    return None


def main():
    for name, classes in json.loads(sys.argv[1]).items():
        with contextlib.redirect_stdout(io.StringIO()):
            found = fault(name, classes)
        if found:
            return {"module": name, **found}
    return {}


print(json.dumps(main()))
