"""The rotation of rigid bodies, accurately and fast, with integrators that keep the physics."""

from . import _core, _torques
from ._body import Body
from ._events import Event
from ._poinsot import HerpolhodePoints, Poinsot
from ._problem import Problem, load, problem, scenario
from ._result import Certificate, Result, Solution
from ._solve import solve
from ._state import State, States
from ._stepping import Ensemble, FreeMotion, Integrator, free_motion
from ._tables import method, methods, problems
from ._torques import CompiledTorque, Formula, Model, PythonTorque, Sum, Table, Torque

__version__ = _core.version

# HeavyTop, GravityGradient and so on: every model that the library has
globals().update(_torques.MODELS)

__all__ = ["Body", "Certificate", "CompiledTorque", "Ensemble", "Event", "Formula", "FreeMotion", "HerpolhodePoints",
           "Integrator", "Model", "Poinsot", "Problem", "PythonTorque", "Result", "Solution", "State", "States", "Sum",
           "Table", "Torque", "free_motion", "load", "method", "methods", "problem", "problems", "scenario", "solve",
           *_torques.MODELS]
