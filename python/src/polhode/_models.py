"""The built-in models by their names, as ``_models.pyi`` shows them to editors and type checkers."""

from ._torques import MODELS

__all__ = list(MODELS)
globals().update(MODELS)
