/// A torque written as text, with named parameters: docs/formulas.md.
#pragma once

#include "polhode/formula/formula.hpp"
#include "polhode/torque/sheet.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace polhode {

class FormulaTorque {
public:
    static constexpr TorqueSheet sheet{
        .name = "formula", .title = "a formula of the user's own", .formula = "as it is written"};
    /// Its parameters have the user's names: see `numbers`.
    static constexpr std::tuple<> parameters() { return {}; }

    explicit FormulaTorque(std::shared_ptr<const Formula> formula)
        : numbers(formula->numbers()), formula_(std::move(formula)) {}

    const Formula& formula() const { return *formula_; }
    const std::shared_ptr<const Formula>& shared_formula() const { return formula_; }
    const FormulaText& text() const { return formula_->text; }

    /// Of all parameters, in the order of the text; a vector takes three. They may be changed without a new parse.
    std::vector<double> numbers;

    bool has_potential() const { return formula_->has_potential; }
    bool depends_on_time() const { return formula_->depends_on_time; }
    RateDependence rate_dependence() const {
        return formula_->rate_degree == 0 ? RateDependence::none
             : formula_->rate_degree == 1 ? RateDependence::affine
                                          : RateDependence::general;
    }
    bool has_kinks() const { return formula_->has_kinks; }
    /// The finite times at which the formula switches, in order, each once.
    std::vector<double> breakpoints() const;
    /// A parameter on which one of them depends, if there is one.
    std::optional<std::string> parameter_of_breakpoints() const;

    /// The same with another value (one number or three) for a parameter.
    Expected<FormulaTorque> with(std::string_view parameter, std::span<const double> value) const;

private:
    std::shared_ptr<const Formula> formula_;
};

/// Parses, checks and compiles. The error is one sentence that names the expression and the column.
Expected<FormulaTorque> formula_torque(FormulaText text);

}  // namespace polhode
