/// Schemes of order 4, 6 and 8, and for weak torques. All are palindromes.
/// Kinetic energy is quadratic in Π, so {V,{V,{V,T}}} = 0 and coefficients made for Runge–Kutta–Nyström
/// splittings keep their order over the exact drift.
///
/// The numbers are written out, with more digits than any long double has: what a scheme is in double must
/// not depend on how wide that is. The last of each half is such that the list adds up to one exactly, where
/// the source printed it to 15 digits. tests/method/coefficients_test.cpp recomputes them.
#pragma once

#include "polhode/method/scheme.hpp"

#include <vector>

namespace polhode::core::schemes {

/// γ₁ … γₘ followed by their mirror image without the middle one.
inline std::vector<long double> mirrored_odd(std::vector<long double> half) {
    half.insert(half.end(), half.rbegin() + 1, half.rend());
    return half;
}
inline std::vector<long double> mirrored_even(std::vector<long double> half) {
    half.insert(half.end(), half.rbegin(), half.rend());
    return half;
}

/// Strang steps of sizes γ_i h, one after the other; neighbouring half kicks merged.
inline Scheme strang_composition(std::string_view name, std::string_view formula, std::string_view source,
                                 int order, const std::vector<long double>& gamma) {
    std::vector<long double> kick{gamma.front() / 2};
    for (std::size_t i = 0; i + 1 < gamma.size(); ++i) kick.push_back((gamma[i] + gamma[i + 1]) / 2);
    kick.push_back(gamma.back() / 2);
    return {name, formula, source, order, std::move(kick), gamma, true};
}

/// Drift first: D(a₀) K(b₀) D(a₁) … K(bₛ) D(aₛ₊₁).
inline Scheme drift_first(std::string_view name, std::string_view formula, std::string_view source, int order,
                          std::vector<long double> kick, std::vector<long double> drift) {
    kick.insert(kick.begin(), 0);
    kick.push_back(0);
    return {name, formula, source, order, std::move(kick), std::move(drift)};
}

inline const Scheme& yoshida4() {
    static const Scheme scheme = strang_composition(
        "yoshida4", "S(γh) S((1−2γ)h) S(γh), γ = 1/(2 − 2^⅓)", "Yoshida (1990), triple jump", 4,
        mirrored_odd(
            {1.351207191959657634047687808971460826922L, -1.702414383919315268095375617942921653844L}));
    return scheme;
}

inline const Scheme& suzuki4() {
    static const Scheme scheme =
        strang_composition("suzuki4", "S(γh)² S((1−4γ)h) S(γh)², γ = 1/(4 − 4^⅓)", "Suzuki (1990)", 4,
                           mirrored_odd({0.4144907717943757371423540628607614957118L,
                                         0.4144907717943757371423540628607614957118L,
                                         -0.6579630871775029485694162514430459828471L}));
    return scheme;
}

inline const Scheme& yoshida6() {
    static const Scheme scheme =
        strang_composition("yoshida6", "seven Strang steps", "Yoshida (1990), solution A", 6,
                           mirrored_odd({0.78451361047755726382L, 0.23557321335935813368L,
                                         -1.17767998417887100695L, 1.31518632068391121890L}));
    return scheme;
}

inline const Scheme& kahan_li6() {
    static const Scheme scheme = strang_composition(
        "kl6", "nine Strang steps", "Kahan & Li (1997), s9odr6a", 6,
        mirrored_odd({0.39216144400731413928L, 0.33259913678935943860L, -0.70624617255763935981L,
                      0.08221359629355080023L, 0.79854399093482996340L}));
    return scheme;
}

inline const Scheme& kahan_li8() {
    static const Scheme scheme = strang_composition(
        "kl8", "seventeen Strang steps", "Kahan & Li (1997), s17odr8b", 8,
        mirrored_odd({0.13020248308889008088L, 0.56116298177510838456L, -0.38947496264484728641L,
                      0.15884190655515560090L, -0.39590389413323757734L, 0.18453964097831570709L,
                      0.25837438768632204729L, 0.29501172360931029887L, -0.60550853383003451168L}));
    return scheme;
}

inline const Scheme& blanes_moan4() {
    static const Scheme scheme(
        "bm4", "seven kicks, six drifts", "Blanes & Moan (2002), S6", 4,
        mirrored_odd({0.0792036964311957L, 0.353172906049774L, -0.0420650803577195L, 0.2193769557534996L}),
        mirrored_even({0.209515106613362L, -0.143851773179818L, 0.434336666566456L}));
    return scheme;
}

inline const Scheme& nystrom4() {
    static const Scheme scheme(
        "rkn4", "seven kicks, six drifts", "Blanes & Moan (2002), SRKN6b", 4,
        mirrored_odd({0.0829844064174052L, 0.396309801498368L, -0.0390563049223486L, 0.1195241940131508L}),
        mirrored_even({0.245298957184271L, 0.604872665711080L, -0.350171622895351L}));
    return scheme;
}

inline const Scheme& nystrom6() {
    static const Scheme scheme =
        drift_first("rkn6", "fifteen drifts, fourteen kicks", "Blanes & Moan (2002), SRKN14a", 6,
                    mirrored_even({0.09171915262446165L, 0.183983170005006L, -0.05653436583288827L,
                                   0.004914688774712854L, 0.143761127168358L, 0.328567693746804L,
                                   -0.196411466486454234L}),
                    mirrored_odd({0.0378593198406116L, 0.102635633102435L, -0.0258678882665587L,
                                  0.314241403071447L, -0.130144459517415L, 0.106417700369543L,
                                  -0.00879424312851058L, 0.20730506905689536L}))
            .with_order_by_rate(4);
    return scheme;
}

/// Kicks at the Gauss nodes with the Gauss weights: error O(εh²ˢ + ε²h²) for a torque of relative size ε.
inline const Scheme& gauss2() {
    static const Scheme scheme = drift_first("gauss2", "kicks at the two Gauss nodes",
                                             "Laskar & Robutel (2001), SABA2", 2, mirrored_even({0.5L}),
                                             mirrored_odd({0.2113248654051871177454256097490212721762L,
                                                           0.5773502691896257645091487805019574556476L}));
    return scheme;
}

inline const Scheme& gauss4() {
    static const Scheme scheme =
        drift_first("gauss4", "kicks at the four Gauss nodes", "Laskar & Robutel (2001), SABA4", 2,
                    mirrored_even({0.1739274225687269286865319746109997036177L,
                                   0.3260725774312730713134680253890002963823L}),
                    mirrored_odd({0.06943184420297371238802675555359524745214L,
                                  0.2605776340045981552106403648947824089476L,
                                  0.3399810435848562648026657591032446872006L}));
    return scheme;
}

/// For weak torques: generalised order (10, 6, 4).
inline const Scheme& aba1064() {
    static const Scheme scheme = drift_first(
        "aba1064", "nine drifts, eight kicks",
        "Blanes, Casas, Farrés, Laskar, Makazaga & Murua (2013), ABA1064", 4,
        mirrored_even(
            {0.09585888083707521061077150377145884776921L, 0.2044461531429987806805077839164344779763L,
             0.2170703479789911017143385924306336714532L, -0.01737538195906509300561788011852699719871L}),
        mirrored_odd(
            {0.03809449742241219545697532230863756534060L, 0.1452987161169137492940200726606637497442L,
             0.2076276957255412507162056113249882065158L, 0.4359097036515261592231548624010651844006L,
             -0.6538612258327867093807117373907094120024L}));
    return scheme;
}

}  // namespace polhode::core::schemes
