#include "report/field_axis.hpp"

#include "polhode/mechanics/eigen.hpp"

namespace polhode {

std::optional<FieldAxis> field_axis(const Torque& torque) {
    return std::visit(
        [](const auto& model) -> std::optional<FieldAxis> {
            if constexpr (requires { model.direction, model.axis; }) {
                return FieldAxis{core::to_eigen(model.direction), core::to_eigen(model.axis)};
            } else if constexpr (requires { model.direction; }) {
                return FieldAxis{core::to_eigen(model.direction), std::nullopt};
            } else {
                return std::nullopt;
            }
        },
        torque);
}

}  // namespace polhode
