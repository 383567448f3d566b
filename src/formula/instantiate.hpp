/// For the files that compile the evaluation of formulas, each for some scalars.
#pragma once

#include "formula/interpreter.hpp"
#include "polhode/scalar/dual.hpp"
#include "polhode/scalar/jet.hpp"

#define POLHODE_TYPE(...) __VA_ARGS__
// NOLINTBEGIN(bugprone-macro-parentheses): types have none
#define POLHODE_EVALUATE(Scalar, Number)                                                                \
    template void evaluate(const ProgramView&, const Number*, const Scalar&, const Quaternion<Scalar>&, \
                           const Vector3<Scalar>&, Scalar*);
// NOLINTEND(bugprone-macro-parentheses)
