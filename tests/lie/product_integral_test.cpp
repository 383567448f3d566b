/// Buss (2001), section 5, on three groups: the printed terms, the methods made of them, and orders up to 8.
#include "polhode/method/product_integral.hpp"
#include "polhode/method/buss.hpp"

#include <gtest/gtest.h>
#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <functional>
#include <random>

namespace polhode {
namespace {

template <int n>
using Matrix = Eigen::Matrix<long double, n, n>;

template <int n>
Matrix<n> commutator(const Matrix<n>& a, const Matrix<n>& b) {
    return a * b - b * a;
}

/// By its series, of a matrix that is small enough.
template <int n>
Matrix<n> exponential(const Matrix<n>& a) {
    Matrix<n> sum = Matrix<n>::Identity(), term = sum;
    for (int k = 1; k < 60; ++k) {
        term = (term * a / static_cast<long double>(k)).eval();
        sum += term;
    }
    return sum;
}

constexpr int known = 10;  // Taylor coefficients that a curve gives

/// (sin(at + b)) about t: coefficients.
std::array<long double, known> sine(long double a, long double b, long double t) {
    std::array<long double, known> c{};
    long double factor = 1;
    for (int k = 0; k < known; ++k) {
        const long double x = a * t + b, turned = k % 4 == 0 ? std::sin(x)
                                                : k % 4 == 1 ? std::cos(x)
                                                : k % 4 == 2 ? -std::sin(x)
                                                             : -std::cos(x);
        c[static_cast<std::size_t>(k)] = factor * turned;
        factor *= a / static_cast<long double>(k + 1);
    }
    return c;
}

/// A curve in the algebra with generators E: W(t) = Σ sin(aᵢt + bᵢ) Eᵢ.
template <int n>
std::vector<Matrix<n>> coefficients(const std::vector<Matrix<n>>& generators, long double t, int order) {
    std::vector<Matrix<n>> W(static_cast<std::size_t>(order), Matrix<n>::Zero());
    for (std::size_t i = 0; i < generators.size(); ++i) {
        const auto c = sine(0.7L + 0.2L * static_cast<long double>(i), 0.4L + static_cast<long double>(i), t);
        for (std::size_t k = 0; k < W.size(); ++k) W[k] += c[k] * generators[i];
    }
    return W;
}

template <int n>
Matrix<n> end_of_run(const std::vector<Matrix<n>>& generators, int order, int steps) {
    const long double h = 2.0L / steps;
    Matrix<n> y = Matrix<n>::Identity();
    for (int i = 0; i < steps; ++i) {
        const Matrix<n> Z = product_integral(coefficients(generators, h * i, order), h, commutator<n>);
        y = (exponential<n>(h * Z) * y).eval();
    }
    return y;
}

/// On a group of matrices the order of a run is the number of coefficients.
template <int n>
void has_the_orders(const std::vector<Matrix<n>>& generators) {
    const Matrix<n> exact = end_of_run(generators, known, 160);
    for (int order = 1; order <= 8; ++order) {
        const int steps = order < 5 ? 80 : 20;
        const long double coarse = (end_of_run(generators, order, steps) - exact).norm(),
                          fine = (end_of_run(generators, order, 2 * steps) - exact).norm();
        EXPECT_NEAR(static_cast<double>(std::log2(coarse / fine)), order, 0.25) << "order " << order;
    }
}

Matrix<4> twist(const Eigen::Vector3<long double>& w, const Eigen::Vector3<long double>& v) {
    Matrix<4> m = Matrix<4>::Zero();
    m << 0, -w.z(), w.y(), v.x(), w.z(), 0, -w.x(), v.y(), -w.y(), w.x(), 0, v.z(), 0, 0, 0, 0;
    return m;
}

std::vector<Matrix<4>> twists() {
    std::vector<Matrix<4>> all;
    for (int i = 0; i < 3; ++i) {
        all.push_back(twist(Eigen::Vector3<long double>::Unit(i), Eigen::Vector3<long double>::Zero()));
        all.push_back(twist(Eigen::Vector3<long double>::Zero(), Eigen::Vector3<long double>::Unit(i)));
    }
    return all;
}

TEST(ProductIntegral, HasTheOrdersOnMotionsOfSpace) { has_the_orders<4>(twists()); }

TEST(ProductIntegral, HasTheOrdersOnMatricesOfDeterminantOne) {
    Matrix<2> e, f, h;
    e << 0, 1, 0, 0;
    f << 0, 0, 1, 0;
    h << 1, 0, 0, -1;
    has_the_orders<2>({e, f, h});
    const Matrix<2> end = end_of_run<2>({e, f, h}, 4, 20);
    EXPECT_NEAR(static_cast<double>(end.determinant()), 1, 1e-15);
}

/// A constant twist is a screw: the first order is exact.
TEST(ProductIntegral, OfAScrewIsExact) {
    const Matrix<4> W = twist({0.3L, -0.2L, 0.9L}, {0.1L, 0.4L, -0.3L});
    const std::vector<Matrix<4>> constant{W, Matrix<4>::Zero(), Matrix<4>::Zero(), Matrix<4>::Zero()};
    EXPECT_LT(static_cast<double>((product_integral(constant, 1.5L, commutator<4>) - W).norm()), 1e-18);
}

/// A rigid body with a translation: the turning part of a curve of twists goes by itself, as on the rotations.
TEST(ProductIntegral, TurnsABodyThatIsMovedAsOneThatIsNot) {
    const auto W = coefficients(twists(), 0.3L, 6);
    std::vector<Matrix<3>> turning;
    for (const Matrix<4>& w : W) turning.push_back(w.topLeftCorner<3, 3>());
    const Matrix<4> moved = product_integral(W, 0.5L, commutator<4>);
    const Matrix<3> turned = product_integral(turning, 0.5L, commutator<3>);
    EXPECT_LT(static_cast<double>((moved.topLeftCorner<3, 3>() - turned).norm()), 1e-18);
}

/// Y₀ to Y₅ as the paper prints them, its derivatives with dots for ours: the coefficient of t^(k+1) is Y_k/(k+1)!.
TEST(ProductIntegral, HasThePrintedTerms) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> in(-1, 1);
    std::array<Matrix<3>, 6> D;  // derivatives of W
    std::vector<Matrix<3>> W;
    long double factorial = 1;
    for (std::size_t k = 0; k < D.size(); ++k) {
        D[k] = Matrix<3>::NullaryExpr([&] { return in(random); });
        if (k > 0) factorial *= static_cast<long double>(k);
        W.push_back(D[k] / factorial);
    }
    const auto b = [](const Matrix<3>& x, const Matrix<3>& y) { return commutator<3>(x, y); };
    const auto bb = [&](const Matrix<3>& x, const Matrix<3>& y, const Matrix<3>& z) { return b(x, b(y, z)); };
    const auto bbb = [&](const Matrix<3>& w, const Matrix<3>& x, const Matrix<3>& y, const Matrix<3>& z) {
        return b(w, bb(x, y, z));
    };
    const std::array<Matrix<3>, 6> printed{
        D[0],
        D[1],
        D[2] + 0.5L * b(D[1], D[0]),
        D[3] + b(D[2], D[0]),
        D[4] + 1.5L * b(D[3], D[0]) + b(D[2], D[1]) + 0.5L * bb(D[1], D[1], D[0])
            - 1 / 6.0L * bb(D[0], D[2], D[0]) - 1 / 6.0L * bbb(D[0], D[0], D[1], D[0]),
        D[5] + 2.5L * b(D[3], D[1]) + 2.0L * b(D[4], D[0]) + 2.0L * bb(D[2], D[1], D[0])
            + 0.5L * bb(D[1], D[2], D[0]) - 0.5L * bb(D[0], D[3], D[0]) - 0.5L * bbb(D[0], D[0], D[2], D[0])
            - bbb(D[0], D[1], D[1], D[0])};
    const auto Y = product_integral_series<long double>(W, commutator<3>);
    factorial = 1;
    for (std::size_t k = 0; k < printed.size(); ++k) {
        factorial *= static_cast<long double>(k + 1);
        EXPECT_LT(static_cast<double>((factorial * Y[k] - printed[k]).norm()), 1e-15) << "Y" << k;
    }
}

/// Buss' methods are this on the rotations. Theirs is the body's angular velocity, so every bracket has the other sign.
TEST(ProductIntegral, IsBussMethodsOnRotations) {
    using core::Vector3;
    const auto bracket = [](const Vector3<double>& a, const Vector3<double>& b) { return cross(b, a); };
    const core::Inertia<double> inertia(Vector3<double>(1, 1.7, 2.2));
    const Vector3<double> momentum{0.8, -1.1, 0.6};
    const double h = 0.3;
    const auto compared = [&]<class Formula>(Formula, std::size_t order) {
        const auto n = core::buss::free_derivatives<Formula::terms>(inertia, momentum);
        std::vector<Vector3<double>> W;
        double factorial = 1;
        for (std::size_t k = 0; k < order; ++k) {
            if (k > 0) factorial *= static_cast<double>(k);
            W.push_back((1 / factorial) * n[k]);
        }
        const Vector3<double> Z = product_integral(W, h, bracket), buss = Formula::mean(n, h);
        EXPECT_LT(norm(Z - buss), 1e-15) << Formula::name;
    };
    compared(core::buss::First{}, 1);
    compared(core::buss::Second{}, 2);
    compared(core::buss::PlainThird{}, 3);
    compared(core::buss::Fourth{}, 4);
    compared(core::buss::Sixth{}, 6);
}

TEST(ProductIntegral, NeedsACoefficient) {
    EXPECT_THROW((void)product_integral_series<long double>(std::vector<Matrix<2>>{}, commutator<2>),
                 std::invalid_argument);
}

}  // namespace
}  // namespace polhode
