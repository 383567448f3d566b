"""The rotation of rigid bodies, accurately and fast, with integrators that keep the physics."""

from . import _core
from ._advise import Advice, advise
from ._body import Body
from ._compare import ComparisonResult, MethodRuns, compare
from ._ensemble_run import Bodies, EnsembleProblem, EnsembleResult
from ._events import Event
from ._models import (ConstantBody, ConstantSpace, Damping, Drag, GravityGradient, HeavyTop, MagneticDipole, SoftWall,
                      SolarPressure)
from ._poinsot import HerpolhodePoints, Poinsot
from ._problem import Problem, load, problem, scenario
from ._reproduce import reproduce
from ._result import Certificate, ControlHistory, Result, Solution
from ._solve import solve
from ._state import State, States
from ._stepping import Ensemble, FreeMotion, Integrator, free_motion
from ._tables import method, methods, problems
from ._torques import CompiledTorque, Formula, Model, PythonTorque, Sum, Table, Torque
from ._view import View

__version__ = _core.version

__all__ = ["Advice", "Bodies", "Body", "Certificate", "ComparisonResult", "CompiledTorque", "ConstantBody",
           "ConstantSpace", "ControlHistory", "Damping", "Drag", "Ensemble", "EnsembleProblem", "EnsembleResult",
           "Event", "Formula", "FreeMotion", "GravityGradient", "HeavyTop", "HerpolhodePoints", "Integrator",
           "MagneticDipole", "MethodRuns", "Model", "Poinsot", "Problem", "PythonTorque", "Result", "SoftWall",
           "SolarPressure", "Solution", "State", "States", "Sum", "Table", "Torque", "View", "advise", "compare",
           "free_motion", "load", "method", "methods", "problem", "problems", "reproduce", "scenario", "solve"]
