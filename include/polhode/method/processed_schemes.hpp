/// Coefficients of processed splittings.
#pragma once

#include "polhode/method/high_order_schemes.hpp"
#include "polhode/method/processed.hpp"

namespace polhode::core::schemes {

/// A kernel of seven kicks for Nyström splittings ({V,{V,{V,T}}} = 0), of order 6 once processed: made for
/// this library, by solving the order conditions of kernel and processor; that they hold is tested by
/// tests/method/high_order_test.cpp.
inline const ProcessedScheme& processed6() {
    static const ProcessedScheme scheme = [] {
        constexpr std::string_view source = "this library; processing: Blanes, Casas & Ros 1999";
        Scheme pre("processed6-pre", "π: six drifts, six kicks", source, 0,
                   {0, -0.19104124380014319574L, 0.07296782522778450090L, 0.13379584115790682290L,
                    0.15536234047098509419L, -0.15380622661066199219L, -0.01727853644587123007L},
                   {-0.01815667394112314712L, 0.10790147119543448689L, -0.14510841718880190880L,
                    0.04301707287508537188L, -0.06659552227791681343L, 0.07894206933732201056L});
        Scheme post = inverse_of(pre, "processed6-post");
        return ProcessedScheme{
            drift_first("processed6", "π⁻¹ ∘ K ∘ π, K: eight drifts, seven kicks", source, 6,
                        mirrored_odd({0.13080438446233215999L, 0.82592664465405314720L,
                                      -0.59363538175359952372L, 0.27380870527442843306L}),
                        mirrored_even({-0.04982088404205859962L, 0.27574579455869184036L,
                                       -0.00755300313759679763L, 0.28162809262096355689L}))
                .with_order_by_rate(4),
            std::move(pre), std::move(post)};
    }();
    return scheme;
}

}  // namespace polhode::core::schemes
