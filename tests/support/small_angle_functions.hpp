/// The functions of so3/small_angle.hpp beside their definitions in wide arithmetic, and how accurate they
/// are to be. All are functions of y = x². For each:
///   seams                 where the series gives way to the closed form, in y
///   largest_x             the end of the range
///   ulps                  the error over the whole range, beyond what the rounding of √y alone causes
///   plain_x, plain_ulps   up to this x: the error, nothing subtracted
///   slope_x, slope_ulps   up to this x: the error of df/dy by dual numbers; closed forms lose some bits above a seam
///   at_zero               f and df/dy at y = 0, as quotients
#pragma once

#include "polhode/so3/small_angle.hpp"
#include "support/wide.hpp"

namespace polhode::test {

struct Sinc {
    static constexpr double seams[] = {0.0025, 1};
    static constexpr double largest_x = 40, ulps = 1.5;
    static constexpr double plain_x = 2, plain_ulps = 3;
    static constexpr double slope_x = 2.5, slope_ulps = 6;
    static constexpr int at_zero[2][2] = {{1, 1}, {-1, 6}};
    template <class Real> static Real ours(const Real& y) { return core::sinc(y); }
    static Wide exact(const Wide& y) { return sin(sqrt(y)) / sqrt(y); }
};

struct CosSqrt {
    static constexpr double seams[] = {0.0025, 1};
    static constexpr double largest_x = 40, ulps = 1.5;
    static constexpr double plain_x = 1.2, plain_ulps = 3;
    static constexpr double slope_x = 2.5, slope_ulps = 6;
    static constexpr int at_zero[2][2] = {{1, 1}, {-1, 2}};
    template <class Real> static Real ours(const Real& y) { return core::cos_sqrt(y); }
    static Wide exact(const Wide& y) { return cos(sqrt(y)); }
};

struct Cosc {
    static constexpr double seams[] = {4};
    static constexpr double largest_x = 40, ulps = 2.5;
    static constexpr double plain_x = 3.15, plain_ulps = 4;
    static constexpr double slope_x = 3, slope_ulps = 12;
    static constexpr int at_zero[2][2] = {{1, 2}, {-1, 24}};
    template <class Real> static Real ours(const Real& y) { return core::cosc(y); }
    static Wide exact(const Wide& y) { return (1 - cos(sqrt(y))) / y; }
};

struct SincTail {
    static constexpr double seams[] = {4};
    static constexpr double largest_x = 40, ulps = 2.5;
    static constexpr double plain_x = 40, plain_ulps = 4;
    static constexpr double slope_x = 6, slope_ulps = 40;
    static constexpr int at_zero[2][2] = {{1, 6}, {-1, 120}};
    template <class Real> static Real ours(const Real& y) { return core::sinc_tail(y); }
    static Wide exact(const Wide& y) { return (sqrt(y) - sin(sqrt(y))) / (y * sqrt(y)); }
};

struct CotTail {
    static constexpr double seams[] = {0.01, 4.84};
    static constexpr double largest_x = 6.28, ulps = 4;
    static constexpr double plain_x = 3.3, plain_ulps = 4;
    static constexpr double slope_x = 5, slope_ulps = 120;
    static constexpr int at_zero[2][2] = {{1, 12}, {1, 720}};
    template <class Real> static Real ours(const Real& y) { return core::cot_tail(y); }
    static Wide exact(const Wide& y) {
        const Wide half = sqrt(y) / 2;
        return (1 - half * cos(half) / sin(half)) / y;
    }
};

struct Atanc {
    static constexpr double seams[] = {0.0005, 0.015625};
    static constexpr double largest_x = 1e10, ulps = 2;
    static constexpr double plain_x = 1e10, plain_ulps = 3;
    static constexpr double slope_x = 20, slope_ulps = 300;
    static constexpr int at_zero[2][2] = {{1, 1}, {-1, 3}};
    template <class Real> static Real ours(const Real& y) { return core::atanc(y); }
    static Wide exact(const Wide& y) { return atan(sqrt(y)) / sqrt(y); }
};

/// Its closed form cancels, by design: it is for Jacobians, where seven bits less do not matter.
struct AtancSlope {
    static constexpr double seams[] = {0.0005, 0.015625};
    static constexpr double largest_x = 1e10, ulps = 250;
    static constexpr double plain_x = 1e10, plain_ulps = 250;
    static constexpr double slope_x = 20, slope_ulps = 25000;
    static constexpr int at_zero[2][2] = {{-2, 3}, {4, 5}};
    template <class Real> static Real ours(const Real& y) { return core::atanc_slope(y); }
    static Wide exact(const Wide& y) { return (1 / (1 + y) - atan(sqrt(y)) / sqrt(y)) / y; }
};

}  // namespace polhode::test
