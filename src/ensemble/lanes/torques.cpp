/// The torques behind a call, on the packs of every kernel: compiled once for each instruction set.
#include "ensemble/lanes/march.hpp"

namespace polhode::lanes {

template <class Real>
std::unique_ptr<core::BoundTorque<Real>> called_torque(const Job& job, std::size_t body,
                                                       const core::Inertia<Real>& inertia) {
    std::unique_ptr<core::BoundTorque<Real>> torque;
    core::BuiltInTorques::for_each([&]<class Model>(std::type_identity<Model>) {
        if constexpr (!Model::sheet.inlined)
            if (const auto* common = std::get_if<Model>(&job.torque)) {
                auto model = model_on_lanes<Real>(job, *common, body, inertia);
                torque = std::make_unique<core::BoundModel<decltype(model), Real>>(model);
            }
    });
    return torque;
}

template std::unique_ptr<core::BoundTorque<Pack>> called_torque(const Job&, std::size_t,
                                                                const core::Inertia<Pack>&);
template std::unique_ptr<core::BoundTorque<TwoPacks>> called_torque(const Job&, std::size_t,
                                                                    const core::Inertia<TwoPacks>&);
#if POLHODE_LANES != 8  // else the same as TwoPacks
template std::unique_ptr<core::BoundTorque<ManyPacks>> called_torque(const Job&, std::size_t,
                                                                     const core::Inertia<ManyPacks>&);
#endif

}  // namespace polhode::lanes
