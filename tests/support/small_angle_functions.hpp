/// The functions of so3/small_angle.hpp beside their definitions in wide arithmetic, with what they claim.
/// All are functions of y = x².
#pragma once

#include "polhode/so3/small_angle.hpp"
#include "support/wide.hpp"

#include <array>

namespace polhode::test {

struct Sinc {
    static constexpr double seams[] = {1};
    static constexpr double largest_x = 40, ulps = 1;
    static constexpr double slope_at_zero = -1.0 / 6;
    template <class Real> static Real ours(const Real& y) { return core::sinc(y); }
    static Wide exact(const Wide& y) { return sin(sqrt(y)) / sqrt(y); }
};

struct CosSqrt {
    static constexpr double seams[] = {1};
    static constexpr double largest_x = 40, ulps = 1;
    static constexpr double slope_at_zero = -1.0 / 2;
    template <class Real> static Real ours(const Real& y) { return core::cos_sqrt(y); }
    static Wide exact(const Wide& y) { return cos(sqrt(y)); }
};

struct Cosc {
    static constexpr double seams[] = {4};
    static constexpr double largest_x = 40, ulps = 1;
    static constexpr double slope_at_zero = -1.0 / 24;
    template <class Real> static Real ours(const Real& y) { return core::cosc(y); }
    static Wide exact(const Wide& y) { return (1 - cos(sqrt(y))) / y; }
};

struct SincTail {
    static constexpr double seams[] = {4};
    static constexpr double largest_x = 40, ulps = 1;
    static constexpr double slope_at_zero = -1.0 / 120;
    template <class Real> static Real ours(const Real& y) { return core::sinc_tail(y); }
    static Wide exact(const Wide& y) { return (sqrt(y) - sin(sqrt(y))) / (y * sqrt(y)); }
};

struct CotTail {
    static constexpr double seams[] = {4.84};
    static constexpr double largest_x = 6.28, ulps = 1;
    static constexpr double slope_at_zero = 1.0 / 720;
    template <class Real> static Real ours(const Real& y) { return core::cot_tail(y); }
    static Wide exact(const Wide& y) {
        const Wide half = sqrt(y) / 2;
        return (1 - half * cos(half) / sin(half)) / y;
    }
};

struct Atanc {
    static constexpr double seams[] = {0.0005, 0.015625};
    static constexpr double largest_x = 1e10, ulps = 1;
    static constexpr double slope_at_zero = -1.0 / 3;
    template <class Real> static Real ours(const Real& y) { return core::atanc(y); }
    static Wide exact(const Wide& y) { return atan(sqrt(y)) / sqrt(y); }
};

struct AtancSlope {
    static constexpr double seams[] = {0.0005, 0.015625};
    static constexpr double largest_x = 1e10, ulps = 1;
    static constexpr double slope_at_zero = 4.0 / 5;
    template <class Real> static Real ours(const Real& y) { return core::atanc_slope(y); }
    static Wide exact(const Wide& y) { return (1 / (1 + y) - atan(sqrt(y)) / sqrt(y)) / y; }
};

}  // namespace polhode::test
