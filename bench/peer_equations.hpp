/// The equations as a careful user of another package would write them out by hand: quaternion x, y, z, w and body
/// angular velocity, q' = ½ q ω, I ω' = Iω × ω + T. Every quotient is taken once; every state is read before the first
/// rate is written, so that the compiler need not fear that they overlap.
#pragma once

#include <array>

namespace polhode::bench {

using Numbers = std::array<double, 7>;
using Moments = std::array<double, 3>;

/// A free body, or a body with a fixed point in a field along e₃: T = weight_moment (Rᵀe₃) × e₃.
template <bool free>
struct BodyRates {
    double k1, k2, k3;  // I₁ ω₁' = (I₂ − I₃) ω₂ ω₃ + T₁ and so on
    double t1 = 0, t2 = 0;

    constexpr explicit BodyRates(const Moments& i, double weight_moment = 0)
        : k1((i[1] - i[2]) / i[0]),
          k2((i[2] - i[0]) / i[1]),
          k3((i[0] - i[1]) / i[2]),
          t1(2 * weight_moment / i[0]),
          t2(2 * weight_moment / i[1]) {}

    /// States and rates may be arrays or pointers, as the package has it.
    template <class State, class Rate>
    void operator()(const State& s, Rate&& ds, double = 0) const {
        const double x = s[0], y = s[1], z = s[2], w = s[3], a = s[4], b = s[5], c = s[6];
        ds[0] = 0.5 * (w * a + y * c - z * b);
        ds[1] = 0.5 * (w * b + z * a - x * c);
        ds[2] = 0.5 * (w * c + x * b - y * a);
        ds[3] = -0.5 * (x * a + y * b + z * c);
        ds[4] = k1 * b * c;
        ds[5] = k2 * c * a;
        ds[6] = k3 * a * b;
        if constexpr (!free) {
            ds[4] += t1 * (y * z + w * x);
            ds[5] -= t2 * (x * z - w * y);
        }
    }
};

using FreeRates = BodyRates<true>;
using TopRates = BodyRates<false>;

}  // namespace polhode::bench
