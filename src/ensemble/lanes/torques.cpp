/// The torques behind a call, on the packs of every kernel: compiled once for each instruction set.
#include "ensemble/lanes/march.hpp"
#include "polhode/torque/formula_model.hpp"

namespace polhode::lanes {

template <class Real>
std::unique_ptr<core::BoundTorque<Real>> called_torque(const Job& job, std::size_t body,
                                                       const core::Inertia<Real>& inertia) {
    std::unique_ptr<core::BoundTorque<Real>> torque;
    if (const auto* formula = std::get_if<core::FormulaView>(&job.torque)) {
        using Model = core::FormulaModelOf<Real>;
        std::vector<Real> numbers;
        for (std::size_t i = 0; i < formula->count; ++i) numbers.push_back(Real(formula->numbers[i]));
        if (formula->count <= core::most_varying_numbers) {
            const core::Vector3<Real> own = load_vector<Real>(job.parameters, job.parameters_stride, body);
            for (std::size_t i = 0; i < formula->count; ++i) numbers[i] = own[static_cast<int>(i)];
        }
        return std::make_unique<core::BoundModel<Model, Real>>(
            Model(*formula, numbers.data(), job.principal));
    }
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
