/// bound_torque for every model; included by one translation unit for each scalar.
#pragma once

#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/inertia_of.hpp"
#include "polhode/torque/bind.hpp"
#include "polhode/torque/sum_model.hpp"
#include "torque/torque_in_time.hpp"

#include <cstddef>
#include <utility>

namespace polhode {

template <class Real>
class Binding {
    using Bound = std::shared_ptr<const core::BoundTorque<Real>>;

public:
    Binding(const Body& body, const core::Variation<Real>& variation)
        : variation_(variation),
          principal_(core::from_eigen(body.principal_axes())),
          inertia_(core::inertia_of<double>(body)),
          varied_inertia_(core::inertia_of<Real>(body, variation)) {}

    Bound operator()(const Torque& torque) {
        return std::visit([&](const auto& model) { return bound(model); }, torque);
    }

private:
    template <class Model>
    static Bound behind_one_type(Model model) {
        return std::make_shared<core::BoundModel<Model, Real>>(std::move(model));
    }

    template <class Model>
    Bound bound(const Model& model) {
        if constexpr (core::has_variation<Real> && requires { typename Model::template On<Real>; }) {
            auto varied = core::on_number<Real>(model);
            for (Real* number : core::varying_numbers<Real>(varied)) vary(*number);
            return behind_one_type(core::in_axes(std::move(varied), principal_, varied_inertia_));
        } else {
            return behind_one_type(bind(model, principal_, inertia_));
        }
    }
    Bound bound(const TorqueSum& sum) {
        std::vector<typename core::SumModel<Real>::Part> parts;
        parts.reserve(sum.parts.size());
        for (const TorquePart& part : sum.parts)
            parts.push_back({(*this)(part.torque), part.on, jumps_by_itself(part.torque)});
        return behind_one_type(core::SumModel<Real>(std::move(parts), sum.piece));
    }
    /// What depends on its parameters alone is computed in the precision of the scalar, and with derivatives only
    /// where parameters have some: one that is 0 may stand in a root.
    Bound bound(const FormulaTorque& formula) {
        if constexpr (core::has_variation<Real>)
            if (!variation_.torque.empty()) {
                std::vector<Real> numbers(formula.numbers.begin(), formula.numbers.end());
                for (Real& number : numbers) vary(number);
                return behind_one_type(core::BoundFormula<Real>(formula, numbers, principal_));
            }
        using Number = core::Plain<Real>;
        const std::vector<Number> numbers(formula.numbers.begin(), formula.numbers.end());
        return behind_one_type(core::BoundFormula<Number>(formula, numbers, principal_));
    }

    /// Each number of the torque in its turn.
    void vary([[maybe_unused]] Real& number) {
        if constexpr (core::has_variation<Real>)
            if (next_ < variation_.torque.size()) number += variation_.torque[next_++];
    }

    const core::Variation<Real>& variation_;
    std::size_t next_ = 0;
    core::Quaternion<double> principal_;
    core::Inertia<double> inertia_;
    core::Inertia<Real> varied_inertia_;
};

template <class Real>
std::shared_ptr<const core::BoundTorque<Real>> bound_torque(const Body& body, const Torque& torque,
                                                            const core::Variation<Real>& variation) {
    return Binding<Real>(body, variation)(torque);
}

}  // namespace polhode
