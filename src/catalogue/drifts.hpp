/// Kick–drift methods over each drift: any scheme works. Each function is compiled in the file of its family,
/// so that a drift's steppers are instantiated once.
#pragma once

#include "entry.hpp"
#include "polhode/drift/mclachlan_reich.hpp"
#include "polhode/method/scheme.hpp"

namespace polhode {

using Aliases = std::vector<std::string_view>;

Method over_liemid(const core::Scheme& scheme, const Text& text, Aliases aliases = {});
Method over_variational_exp(const core::Scheme& scheme, const Text& text, Aliases aliases = {});
Method over_moser_veselov(const core::Scheme& scheme, const Text& text, Aliases aliases = {});
Method over_lewis_simo_energy(const core::Scheme& scheme, const Text& text, Aliases aliases = {});
Method over_lewis_simo_momentum(const core::Scheme& scheme, const Text& text, Aliases aliases = {});
Method over_jacobi_magnus2(const core::Scheme& scheme, const Text& text, Aliases aliases = {});
Method over_jacobi_magnus4(const core::Scheme& scheme, const Text& text, Aliases aliases = {});
Method over_jacobi_magnus6(const core::Scheme& scheme, const Text& text, Aliases aliases = {});
/// The first two with the momentum as the paper prints it, which does not exist for every body and state.
Method over_energy_formulation2(const core::Scheme& scheme, const Text& text, Aliases aliases = {});
Method over_energy_formulation4(const core::Scheme& scheme, const Text& text, Aliases aliases = {});
Method over_moser_veselov4(const core::Scheme& scheme, const Text& text, Aliases aliases = {});
Method over_moser_veselov6(const core::Scheme& scheme, const Text& text, Aliases aliases = {});
Method over_exact_moser_veselov(const core::Scheme& scheme, const Text& text, Aliases aliases = {});
Method over_exact(const core::Scheme& scheme, const Text& text, Aliases aliases = {});

/// No axes: the order that suits the inertia.
Method over_mclachlan_reich(const core::Scheme& scheme, std::optional<core::AxisOrder> axes, bool cayley,
                            const Text& text, Aliases aliases = {});

}  // namespace polhode
