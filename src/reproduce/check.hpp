/// Whether a criterion is met, and how near its thresholds are to what was measured:
///
///     measured(off) < 1e-13 && measured(order) > 1.9
///
/// A threshold that is within a factor of 1.3 of what is measured decides little: the claim says why it is there
/// (Claim::close), or it is moved. The tests hold every quick claim to that.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode::reproduce {

struct Margin {
    double measured, threshold;

    /// How many times one is the other, at least 1; infinite where one is zero or signs differ.
    double factor() const {
        const double ratio = measured / threshold;
        return ratio > 0 ? std::max(ratio, 1 / ratio) : std::numeric_limits<double>::infinity();
    }
};
inline constexpr double least_factor = 1.3;

/// Parts are combined with &&, || and !, both sides of which are examined. What is kept is the threshold that decides:
/// the first to turn the outcome over if all of them were moved by a growing factor.
class Check {
public:
    // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions): what has no threshold is a bool
    Check(bool met) : met_(met) {}
    Check(bool met, const Margin& margin) : met_(met), thresholds_(1), margin_(margin) {}

    bool met() const { return met_; }
    int thresholds() const { return thresholds_; }
    /// Infinitely far away where no threshold can change the outcome.
    const Margin& margin() const { return margin_; }

    friend Check operator!(Check a) {
        a.met_ = !a.met_;
        return a;
    }
    friend Check operator&&(const Check& a, const Check& b) {
        const bool first_is_nearer = a.margin_.factor() <= b.margin_.factor();
        // Of two that are met, the nearer one may fail first; of two that are not, both have to change.
        const bool first = a.met_ != b.met_ ? !a.met_ : a.met_ ? first_is_nearer : !first_is_nearer;
        Check both(a.met_ && b.met_, first ? a.margin_ : b.margin_);
        both.thresholds_ = a.thresholds_ + b.thresholds_;
        return both;
    }
    friend Check operator||(const Check& a, const Check& b) { return !(!a && !b); }

private:
    bool met_;
    int thresholds_ = 0;
    Margin margin_{0, 1};
};

/// A number that is compared with a threshold, or with another one.
struct Measured {
    double value;

    friend Check operator<(Measured a, double b) { return {a.value < b, {a.value, b}}; }
    friend Check operator>(Measured a, double b) { return {a.value > b, {a.value, b}}; }
    friend Check operator<=(Measured a, double b) { return {a.value <= b, {a.value, b}}; }
    friend Check operator>=(Measured a, double b) { return {a.value >= b, {a.value, b}}; }
};
inline Measured measured(double value) { return {value}; }

/// A number that has to lie between two others, by its distance from their middle: of ranges that are narrow, as that of
/// an order, both ends are within a factor of 1.3 of everything between them. From 0 on, or without an end, there is but
/// one threshold.
inline Check lies_between(double low, double value, double high) {
    if (low == 0) return Check(value >= 0) && measured(value) <= high;
    if (std::isinf(high)) return measured(value) >= low;
    const double middle = 0.5 * (low + high);
    return {low <= value && value <= high, {std::abs(value - middle), high - middle}};
}

}  // namespace polhode::reproduce
