/// How a method of the catalogue runs on lanes: which of the compiled kernels, with which data.
#pragma once

#include "polhode/drift/mclachlan_reich.hpp"
#include "polhode/method/rkmk.hpp"
#include "polhode/method/scheme.hpp"

#include <memory>
#include <optional>

namespace polhode {

namespace core::multistep {
struct Table;
}

struct LaneRecipe {
    /// Drifts, for kick–drift methods, or whole methods.
    enum class Kind { exact, liemid, rotations, cayley_maps, buss3, buss3_plain, buss4, rkmk, multistep };

    Kind kind;
    const core::Scheme* scheme = nullptr;         ///< over a drift
    std::optional<core::AxisOrder> axes = {};     ///< of rotations and Cayley maps; none: by ascending moment
    std::shared_ptr<const core::Rkmk> rkmk = {};  ///< an explicit tableau
    const core::multistep::Table* multistep = nullptr;

    /// Whether the steps before are carried along, which an ensemble then keeps for each body.
    bool keeps_history() const { return kind == Kind::multistep; }
};

}  // namespace polhode
