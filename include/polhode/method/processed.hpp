/// Processed splittings: a kernel K that is cheap but badly placed, put right by a change of variables π,
///     Φ_h = π_h⁻¹ ∘ K_h ∘ π_h,   hence  Φ_hⁿ = π_h⁻¹ ∘ K_hⁿ ∘ π_h:
/// π and its inverse are needed only where a state is put in or taken out. Butcher (1969); Blanes, Casas and
/// Ros (1999), "Symplectic integration with processing: a general study". Here both are lists of kicks and
/// drifts too. The processing is hidden: states given and taken are always the true ones; the kernel's own is
/// kept in the memory.
#pragma once

#include "polhode/method/splitting.hpp"

namespace polhode::core {

struct ProcessedScheme {
    Scheme kernel, pre, post;
};

/// The inverse of a list: its maps backwards, with the signs changed.
inline Scheme inverse_of(const Scheme& scheme, std::string_view name) {
    const auto backwards = [](const std::vector<long double>& list) {
        std::vector<long double> result(list.rbegin(), list.rend());
        for (long double& x : result) x = -x;
        return result;
    };
    return {name,         scheme.formula,         scheme.source,
            scheme.order, backwards(scheme.kick), backwards(scheme.drift)};
}

template <Drift D>
class Processed {
public:
    explicit Processed(const ProcessedScheme& scheme, D drift = {})
        : scheme_(&scheme),
          kernel_(scheme.kernel, drift),
          pre_(scheme.pre, drift, scheme.kernel.order),
          post_(scheme.post, drift, scheme.kernel.order) {}

    static constexpr bool takes_rotor = true;

    template <class Real>
    struct Memory {
        State<Real> kernel;    ///< π(state), with which the next step begins
        Real step{};           ///< the h of π
        bool entered = false;  ///< is there a kernel state yet?
    };

    template <class Real, class Model>
    Memory<Real> start(System<Real, Model>&, const State<Real>&, const Real&) const {
        return {};  // π depends on the step, which is not known here
    }

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, Memory<Real>& memory, const Real& t,
                const Real& h) const {
        Status status = enter(system, state, memory, t, h);
        if (status.ok()) status = worse(status, advance(system, memory, t, h));
        return status.ok() ? worse(status, leave(system, state, memory, t + h)) : status;
    }

    // The three parts of a step; for unobserved steps the middle one is enough (MethodStepper::march).

    /// From the state to the kernel's, unless the memory has it for this step size.
    template <class Real, class Model>
    Status enter(System<Real, Model>& system, const State<Real>& state, Memory<Real>& memory, const Real& t,
                 const Real& h) const {
        if (memory.entered && all(h <= memory.step) && all(h >= memory.step)) return {};
        memory = {state, h, true};
        return apply(pre_, system, memory.kernel, t, h);
    }
    template <class Real, class Model>
    Status advance(System<Real, Model>& system, Memory<Real>& memory, const Real& t, const Real& h) const {
        return apply(kernel_, system, memory.kernel, t, h);
    }
    /// From the kernel's state at time t to the true one.
    template <class Real, class Model>
    Status leave(System<Real, Model>& system, State<Real>& state, const Memory<Real>& memory,
                 const Real& t) const {
        state = memory.kernel;
        return apply(post_, system, state, t, memory.step);
    }

    /// The kernel's properties, which the change of variables leaves as they are, except the time symmetry:
    /// that would take π_h = π₋ₕ.
    Sheet properties() const {
        Sheet s = kernel_.properties();
        s.unseen_torque_evaluations = s.torque_evaluations;
        s.torque_evaluations += scheme_->post.torque_evaluations();
        s.time_symmetric = false;
        s.memory = polhode::Memory::digits;
        return s;
    }

private:
    template <class Real, class Model>
    static Status apply(const Splitting<D>& maps, System<Real, Model>& system, State<Real>& state,
                        const Real& t, const Real& h) {
        typename Splitting<D>::template Memory<Real> nothing = maps.start(system, state, t);
        return maps.step(system, state, nothing, t, h);
    }
    static Status worse(const Status& a, Status b) {
        b.iterations = std::max(a.iterations, b.iterations);
        return b;
    }

    const ProcessedScheme* scheme_;
    Splitting<D> kernel_, pre_, post_;
};

}  // namespace polhode::core
