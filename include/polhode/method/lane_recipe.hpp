/// How a method of the catalogue runs on lanes: which of the compiled kernels, with which data.
#pragma once

#include "polhode/drift/mclachlan_reich.hpp"
#include "polhode/method/rkmk.hpp"
#include "polhode/method/scheme.hpp"

#include <memory>
#include <optional>

namespace polhode {

struct LaneRecipe {
    /// Drifts, for kick–drift methods, or whole methods.
    enum class Kind { exact, liemid, rotations, cayley_maps, buss3, buss3_plain, buss4, rkmk };

    Kind kind;
    const core::Scheme* scheme = nullptr;         ///< over a drift
    std::optional<core::AxisOrder> axes = {};     ///< of rotations and Cayley maps; none: by ascending moment
    std::shared_ptr<const core::Rkmk> rkmk = {};  ///< an explicit tableau
};

}  // namespace polhode
