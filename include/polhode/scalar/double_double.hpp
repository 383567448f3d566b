/// Numbers of about 106 bits as an unevaluated sum of two doubles, the second at most half a unit in the last
/// place of the first: for the few places where double is not enough and the bits must not depend on how wide
/// long double is. T. J. Dekker, A floating-point technique for extending the available precision, Numer.
/// Math. 18 (1971) 224–242.
#pragma once

namespace polhode::core {

struct DoubleDouble {
    double high = 0, low = 0;

    constexpr DoubleDouble() = default;
    constexpr DoubleDouble(double number)  // NOLINT(google-explicit-constructor): a number like others
        : high(number) {}
    constexpr DoubleDouble(double high_, double low_) : high(high_), low(low_) {}

    /// a + b, exactly.
    static constexpr DoubleDouble sum(double a, double b) {
        const double s = a + b, back = s - a;
        return {s, (a - (s - back)) + (b - back)};
    }
    /// The same for |a| ≥ |b|.
    static constexpr DoubleDouble sum_of_ordered(double a, double b) {
        const double s = a + b;
        return {s, b - (s - a)};
    }
    /// a b, exactly, by halves of 26 bits; without a fused operation, which not every machine has.
    static constexpr DoubleDouble product(double a, double b) {
        const auto upper_half = [](double x) {
            const double shifted = 0x1.0000002p27 * x;
            return shifted - (shifted - x);
        };
        const double p = a * b, a1 = upper_half(a), a2 = a - a1, b1 = upper_half(b), b2 = b - b1;
        return {p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2};
    }

    friend constexpr DoubleDouble operator-(const DoubleDouble& a) { return {-a.high, -a.low}; }
    friend constexpr DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
        const DoubleDouble s = sum(a.high, b.high), rest = sum(a.low, b.low);
        const DoubleDouble near = sum_of_ordered(s.high, s.low + rest.high);
        return sum_of_ordered(near.high, near.low + rest.low);
    }
    friend constexpr DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + (-b); }
    friend constexpr DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
        const DoubleDouble p = product(a.high, b.high);
        return sum_of_ordered(p.high, p.low + (a.high * b.low + a.low * b.high));
    }
    friend constexpr DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
        const double first = a.high / b.high;
        DoubleDouble rest = a - b * DoubleDouble(first);
        const double second = rest.high / b.high;
        rest = rest - b * DoubleDouble(second);
        return sum_of_ordered(first, second) + DoubleDouble(rest.high / b.high);
    }
};

}  // namespace polhode::core
