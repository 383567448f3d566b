#include "report/field_axis.hpp"

#include "polhode/mechanics/eigen.hpp"

namespace polhode {

std::optional<FieldAxis> field_axis(const Torque& torque) {
    return std::visit(
        [](const auto& model) -> std::optional<FieldAxis> {
            if constexpr (core::HasFieldAxis<std::decay_t<decltype(model)>>) {
                FieldAxis axis{core::to_eigen(model.field_axis()), std::nullopt};
                if constexpr (requires { model.body_axis(); }) axis.body_axis = core::to_eigen(model.body_axis());
                return axis;
            } else {
                return std::nullopt;
            }
        },
        torque);
}

}  // namespace polhode
