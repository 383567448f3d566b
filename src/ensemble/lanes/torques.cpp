/// The torques behind a call, on the packs of every kernel: compiled once for each instruction set.
#include "ensemble/lanes/march.hpp"
#include "polhode/torque/formula_model.hpp"
#include "polhode/torque/sum_model.hpp"

#include <span>

namespace polhode::lanes {

namespace {

template <class Real, class Model>
std::unique_ptr<core::BoundTorque<Real>> behind_a_call(Model model) {
    return std::make_unique<core::BoundModel<Model, Real>>(std::move(model));
}

/// Flattened: what it does on double, such as turning vectors that all bodies have in common, has no name of
/// this instruction set.
template <class Real, class Model>
[[gnu::flatten]] std::unique_ptr<core::BoundTorque<Real>> built_in(const Job& job, const Model& common,
                                                                   OwnNumbers<Real>& own,
                                                                   const core::Inertia<Real>& inertia) {
    return behind_a_call<Real>(model_on_lanes<Real>(job, common, own, inertia));
}

template <class Real>
std::unique_ptr<core::BoundTorque<Real>> on_lanes(const Job& job, const LaneTorque& common,
                                                  OwnNumbers<Real>& own, const core::Inertia<Real>& inertia) {
    std::unique_ptr<core::BoundTorque<Real>> torque;
    if (const auto* sum = std::get_if<SumOnLanes>(&common)) {
        using Sum = core::SumModel<Real, std::unique_ptr<core::BoundTorque<Real>>, std::span<const TimeSpan>>;
        std::vector<typename Sum::Part> parts;
        parts.reserve(sum->parts.size());
        for (const PartOnLanes& part : sum->parts)
            parts.push_back({on_lanes<Real>(job, part.torque, own, inertia), {part.on}, part.jumps});
        return behind_a_call<Real>(Sum(std::move(parts), sum->piece));
    }
    if (const auto* table = std::get_if<TableTorque>(&common))
        return behind_a_call<Real>(
            core::TableModel(table->pieces().get(), table->rows().back()[0], table->frame(), job.principal));
    if (const auto* formula = std::get_if<core::FormulaView>(&common)) {
        std::vector<Real> numbers;
        numbers.reserve(formula->count);
        for (std::size_t i = 0; i < formula->count; ++i) numbers.push_back(own.next());
        return behind_a_call<Real>(core::FormulaModelOf<Real>(*formula, numbers.data(), job.principal));
    }
    core::BuiltInTorques::for_each([&]<class Model>(std::type_identity<Model>) {
        if (const auto* model = std::get_if<Model>(&common))
            torque = built_in<Real>(job, *model, own, inertia);
    });
    return torque;
}

}  // namespace

template <class Real>
std::unique_ptr<core::BoundTorque<Real>> called_torque(const Job& job, std::size_t body,
                                                       const core::Inertia<Real>& inertia) {
    OwnNumbers<Real> own(job, body);
    return on_lanes<Real>(job, *job.torque, own, inertia);
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
