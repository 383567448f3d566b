#include "report/field.hpp"

#include "polhode/mechanics/eigen.hpp"
#include "polhode/torque/field_axis.hpp"

namespace polhode {

std::optional<Field> field_of(const Torque& torque) {
    const auto axis = field_axis(torque);
    if (!axis) return std::nullopt;
    Field field{core::to_eigen(*axis), std::nullopt};
    // of a sum, the axis of the first part that has one
    for_each_part(torque, [&](const Torque& part) {
        std::visit(
            [&](const auto& model) {
                if constexpr (requires { model.body_axis(); })
                    if (!field.body_axis) field.body_axis = core::to_eigen(model.body_axis());
            },
            part);
    });
    return field;
}

}  // namespace polhode
