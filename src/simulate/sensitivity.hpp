/// The derivatives of a run with respect to its start and to its parameters, six of them in each walk.
#pragma once

#include "polhode/simulate/simulate.hpp"
#include "simulate/dual_walk.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace polhode {

class Sensitivity {
public:
    /// Why there is none; nothing if there is one. `automatic`: the method chooses the steps.
    static std::optional<Error> refusal_of(const Method& method, bool automatic, const Problem& problem,
                                           const Plan& plan);

    /// The run is in the first piece, whose steps `method` makes; `start` is the state before impulses.
    Sensitivity(const Problem& problem, const Resolved& run, const Method& method, const Pieces& pieces,
                const core::State<double>& start);

    // The run has entered a piece, been given an impulse, made a step (DualWalk::advance).
    void enter(const Method& method, const Pieces& pieces);
    void take(const Impulse& impulse);
    [[nodiscard]] std::optional<Error> advance(double t, double h, int parts = 1);

    /// What was asked for, at a time in the last step, whose state was interpolated there or not.
    [[nodiscard]] std::optional<Error> report(double t, bool interpolated, Sample& sample) const;
    [[nodiscard]] std::optional<Error> report(double t, bool interpolated, Result& result) const;

    /// In the piece that was entered.
    void keep(core::Archive& archive);

private:
    Expected<TransitionMatrix> transition_at(double t, bool interpolated) const;
    Expected<ParameterMatrix> by_parameters_at(double t, bool interpolated) const;
    template <class Function>
    void for_each_walk(const Function& f);

    std::optional<DualWalk> by_state_;
    Eigen::Quaterniond principal_axes_;
    // six parameters in each, the last ones fewer
    struct ByParameters {
        core::Variation<Dual6> variation;  // of the whole torque, not of a piece
        std::unique_ptr<DualWalk> walk;
    };
    std::vector<ByParameters> by_parameters_;
    std::vector<std::string> names_;
    std::optional<HeldAtStart> held_;
};

}  // namespace polhode
