"""What editors and type checkers are told of the built-in models is what the library has."""

import ast
import pathlib

import polhode

STUB = pathlib.Path(polhode.__file__).with_name("_models.pyi")


def test_models_and_their_parameters():
    told = {node.name: node for node in ast.parse(STUB.read_text(encoding="utf-8")).body if isinstance(node, ast.ClassDef)}
    models = polhode._torques.MODELS
    assert set(told) == set(models) and set(models) <= set(polhode.__all__)
    for name, model in models.items():
        (init,) = told[name].body
        keywords = [argument.arg for argument in init.args.kwonlyargs]
        known = dict.fromkeys(p["name"] for variant in model._variants for p in variant["parameters"])
        assert keywords == [*known, "name", "on"], name
        # one that every variant needs, and none else, has no default
        needed = [key for key in known
                  if all(any(p["name"] == key and p["required"] for p in v["parameters"]) for v in model._variants)]
        assert [key for key, default in zip(keywords, init.args.kw_defaults) if default is None] == needed, name
        for parameter in (p for variant in model._variants for p in variant["parameters"]):
            for choice in parameter.get("choices", []):
                assert f'"{choice}"' in ast.unparse(init).replace("'", '"'), (name, choice)
