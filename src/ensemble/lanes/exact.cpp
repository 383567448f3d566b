#include "polhode/drift/exact.hpp"

#include "ensemble/lanes/fill.hpp"
#include "ensemble/lanes/march.hpp"
#include "polhode/method/splitting.hpp"

namespace polhode::lanes {
namespace {

/// The exact drift of bodies that all have two equal moments, or all have none: the loop has no branch.
struct SymmetricDrift : core::ExactDrift {
    template <class Real>
    core::Status operator()(const core::Inertia<Real>& inertia, core::State<Real>& state,
                            const Real& h) const {
        state = symmetric(inertia, state, h);
        return {};
    }
};
struct AsymmetricDrift : core::ExactDrift {
    template <class Real>
    core::Status operator()(const core::Inertia<Real>& inertia, core::State<Real>& state,
                            const Real& h) const {
        state = asymmetric(inertia, state, h);
        return {};
    }
};

template <class Drift>
struct Make {
    core::Splitting<Drift> operator()(const LaneRecipe& recipe) const {
        return core::Splitting<Drift>(*recipe.scheme);
    }
};

}  // namespace

void POLHODE_FILL(exact)(Kernels& kernels) {
    fill<TwoPacks, Make<core::ExactDrift>>(kernels.exact);
    fill<TwoPacks, Make<SymmetricDrift>>(kernels.exact_symmetric);
    fill<TwoPacks, Make<AsymmetricDrift>>(kernels.exact_asymmetric);
}

}  // namespace polhode::lanes
