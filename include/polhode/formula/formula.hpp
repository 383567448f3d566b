/// Torques and potentials written as text: parsed once, checked, and compiled. The language: docs/formulas.md.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/formula/program.hpp"
#include "polhode/mechanics/frame.hpp"

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace polhode {

/// A name of the user's for a number or for three of them.
struct FormulaParameter {
    std::string name;
    std::variant<double, Eigen::Vector3d> value;
};

/// A formula as the user gives it: three expressions, or a potential.
struct FormulaText {
    std::array<std::string, 3> torque = {};  ///< components in `frame`
    /// V(t, R) instead of a torque, which is then T = −∂V/∂θ for R → R exp(θ̂), in the body.
    std::string potential = {};
    Frame frame = Frame::body;
    std::vector<FormulaParameter> parameters = {};
};

/// A formula that has been checked. It does not change; the numbers of its parameters are given when it is evaluated.
struct Formula {
    FormulaText text;
    std::string shown;        ///< the expressions in one line, for messages
    core::Program torque;     ///< three results, body components
    core::Program potential;  ///< one result, if there is one
    /// Both once more for parameters some of which are 0, 1 or −1 as the text has them: such a formula is shorter.
    struct Simplified {
        std::vector<core::KnownNumber> known;  ///< none: nothing is shorter
        core::Program torque, potential;
    };
    Simplified simplified;
    core::Program breakpoints;  ///< the times at which the formula switches, of parameters alone
    bool has_potential = false;
    bool depends_on_time = false;
    /// In the angular velocity: 0, 1, or 2 for anything beyond a polynomial of degree one.
    int rate_degree = 0;
    /// It may switch elsewhere than at its breakpoints: at an attitude, a rate, or a time that is not known in advance.
    bool has_kinks = false;

    /// Where the number (or the first of three) of a parameter is among all of them; none: no such parameter.
    struct Place {
        std::size_t first = 0, count = 0;
    };
    Place place_of(std::string_view parameter) const;
    /// The numbers of all parameters as the text gives them, in order.
    std::vector<double> numbers() const;
};

/// The error is one sentence with the expression and the column; its field is torque, potential or parameters.
Expected<Formula> parse_formula(FormulaText text);

}  // namespace polhode
