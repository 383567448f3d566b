/// Complex numbers over any scalar. std::complex is specified for the built-in types only, and its product
/// looks for infinities.
#pragma once

#include "polhode/scalar/scalar.hpp"

namespace polhode::core {

template <class Real>
struct Complex {
    Real re{0}, im{0};

    friend constexpr Complex operator+(const Complex& a, const Complex& b) {
        return {a.re + b.re, a.im + b.im};
    }
    friend constexpr Complex operator-(const Complex& a, const Complex& b) {
        return {a.re - b.re, a.im - b.im};
    }
    friend constexpr Complex operator*(const Complex& a, const Complex& b) {
        return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    }
    friend constexpr Complex operator*(const Real& s, const Complex& a) { return {s * a.re, s * a.im}; }
};

template <class Real>
constexpr Complex<Real> conjugate(const Complex<Real>& a) {
    return {a.re, -a.im};
}

template <class Real>
constexpr Real norm2(const Complex<Real>& a) {
    return a.re * a.re + a.im * a.im;
}

template <LaneMask Mask, class Real>
[[gnu::always_inline]] inline Complex<Real> select(const Mask& mask, const Complex<Real>& yes,
                                                   const Complex<Real>& no) {
    return {select(mask, yes.re, no.re), select(mask, yes.im, no.im)};
}

/// A number whose square is a times something positive. No cancellation anywhere; the sign is as it comes.
template <class Real>
Complex<Real> direction_of_root(const Complex<Real>& a) {
    using std::sqrt;
    const Real length = sqrt(norm2(a)), zero(0);
    const auto right = a.re > zero;
    return {select(right, length + a.re, a.im), select(right, a.im, length - a.re)};
}

}  // namespace polhode::core
