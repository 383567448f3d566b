/// Buss (2001): the body form of his formulas beside the form in space, what the scan of the paper misprints,
/// and what the optional term of the third order is worth.
#include "polhode/method/buss.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/simulate.hpp"
#include "support/property_problems.hpp"
#include "support/random_rotation.hpp"
#include "support/rate_problems.hpp"
#include "support/steps.hpp"
#include "support/taylor_reference.hpp"

#include <gtest/gtest.h>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

namespace polhode::test {
namespace {

using Long = long double;
using core::cross, core::norm, core::Quaternion, core::State, core::Vector3;
using Vector = Vector3<Long>;
template <int N>
using Derivatives = core::buss::Derivatives<Long, N>;

constexpr int six = 6;

/// An asymmetric body under a torque that changes with attitude, or under none.
struct Top {
    Vector3<double> moments{1, 2, 2.5};
    core::HeavyTop torque{3, {0, 0, 1}, {0.6, 0, 0.8}};
};

template <class Model>
Derivatives<six> body_derivatives(const Model& model, const State<Long>& s) {
    core::System<Long, Model> system{core::Inertia<Long>(Vector(Top().moments)), model};
    core::MotionSeries<Long> series(six);
    series.compute(system, s, 0, 1, core::MotionSeries<Long>::Spatial::no);
    Derivatives<six> n;
    Long factorial = 1;
    for (int k = 0; k < six; factorial *= static_cast<Long>(++k))
        n[static_cast<std::size_t>(k)] = factorial * series.velocity(k);
    return n;
}

/// Wₖ = Rᵀ dᵏω/dtᵏ of the spatial ω: the derivative of a vector in space is, in the body, its own plus n ×
/// it.
Derivatives<six> space_derivatives(const Derivatives<six>& n) {
    Derivatives<six> row = n, W;
    for (std::size_t k = 0; k < six; ++k) {
        W[k] = row[0];
        Derivatives<six> next{};
        for (std::size_t j = 0; j + k + 1 < six; ++j) {
            next[j] = row[j + 1];
            for (std::size_t i = 0; i <= j; ++i)
                next[j] += static_cast<Long>(core::buss::binomial(static_cast<int>(j), static_cast<int>(i)))
                         * cross(n[i], row[j - i]);
        }
        row = next;
    }
    return W;
}

// --- the formulas as the paper has them, in space -----------------------------------------------------------------

Vector mean_in_space(std::string_view name, const Derivatives<six>& W, Long h) {
    const Vector first = W[0], second = first + (h / 2) * W[1], bracket = (h * h / 12) * cross(W[1], W[0]);
    const Vector false_third = second + (h * h / 6) * W[2], third = false_third + bracket;
    const Vector fourth = third + (h * h * h / 24) * (W[3] + cross(W[2], W[0]));
    if (name == "buss1") return first;
    if (name == "buss2") return second;
    if (name == "buss2-aug") return second + bracket;
    if (name == "buss3-false") return false_third;
    if (name == "buss3-plain") return third;
    if (name == "buss3") return third + (h * h * h / 36) * cross(W[2], W[0]);
    if (name == "buss4") return fourth;
    if (name == "buss4 as scanned") return third + (h * h * h / 24) * (W[3] + cross(W[1], W[0]));
    const auto two = [&](int a, int b) {
        return cross(W[static_cast<std::size_t>(a)], W[static_cast<std::size_t>(b)]);
    };
    const auto three = [&](int a, int b, int c) { return cross(W[static_cast<std::size_t>(a)], two(b, c)); };
    const auto four = [&](int a, int b, int c, int d) {
        return cross(W[static_cast<std::size_t>(a)], three(b, c, d));
    };
    const Long h4 = h * h * h * h;
    return fourth
         + h4
               * ((1 / 120.0L) * W[4] + (1 / 80.0L) * two(3, 0) + (1 / 120.0L) * two(2, 1)
                  + (1 / 240.0L) * three(1, 1, 0) - (1 / 720.0L) * three(0, 2, 0)
                  - (1 / 720.0L) * four(0, 0, 1, 0))
         + (h4 * h)
               * ((1 / 720.0L) * W[5] + (1 / 288.0L) * two(3, 1) + (1 / 360.0L) * two(4, 0)
                  + (1 / 360.0L) * three(2, 1, 0) + (1 / 1440.0L) * three(1, 2, 0)
                  - (1 / 1440.0L) * three(0, 3, 0) - (1 / 1440.0L) * four(0, 0, 2, 0)
                  - (1 / 720.0L) * four(0, 1, 1, 0));
}

constexpr const char* names[] = {"buss1",       "buss2", "buss2-aug", "buss3-false",
                                 "buss3-plain", "buss3", "buss4",     "buss6"};

template <class Model>
void expect_the_form_in_space(const Model& model, const Torque& torque) {
    Random<Long> random(3);
    const Body body = Body::from_moments(core::to_eigen(Top().moments));
    for (int sample = 0; sample < 10; ++sample) {
        const State<Long> start{random.rotation(), random.vector(2)};
        const Long h = 0.1L;
        const Derivatives<six> W = space_derivatives(body_derivatives(model, start));
        for (const char* name : names) {
            State<Long> end = start;
            ASSERT_TRUE(method(name).on_long_double(body, torque)->step(end, 0, h).ok());
            // R₁ = R_{h ω̄} R₀ with ω̄ in space
            const Vector turn = h * core::to_space(start.attitude, mean_in_space(name, W, h));
            const Quaternion<Long> expected = core::exp(turn) * start.attitude;
            EXPECT_LT(norm(core::log(core::conjugate(expected) * end.attitude)), 3e-18L) << name;
        }
    }
}

TEST(Buss, BodyFormIsTheFormInSpace) {
    expect_the_form_in_space(core::NoTorque{}, core::NoTorque{});
    expect_the_form_in_space(Top().torque, Top().torque);
}

/// ω', ω'' and ω''' from the momentum and its derivatives, as the paper derives them: (5), (8), (9).
TEST(Buss, DerivativesOfThePaperHoldWithTheLostDotRestored) {
    Random<Long> random(4);
    const core::Inertia<Long> inertia{Vector(Top().moments)};
    for (int sample = 0; sample < 10; ++sample) {
        const State<Long> s{random.rotation(), random.vector(2)};
        const Derivatives<six> W = space_derivatives(body_derivatives(core::NoTorque{}, s));
        const Vector &L = s.momentum, &w = W[0], &w1 = W[1],
                     &w2 = W[2];  // all in body components at this moment
        const auto solve = [&](const Vector& v) { return inertia.solve(v); };
        EXPECT_LT(norm(solve(-cross(w, L)) - w1), 1e-17L);
        EXPECT_LT(norm(cross(w, w1) + solve(cross(w, cross(w, L)) - cross(w1, L)) - w2), 1e-16L);
        const Vector rest = solve(cross(w1, cross(w, L)) + 2.0L * cross(w, cross(w1, L)) - cross(w2, L)
                                  - cross(w, cross(w, cross(w, L))))
                          - cross(w, cross(w, w1));
        EXPECT_LT(norm(2.0L * cross(w, w2) + rest - W[3]), 1e-15L);
        EXPECT_GT(norm(2.0L * cross(w, w1) + rest - W[3]), 1e-2L * norm(W[3])) << "as scanned: 2 ω × ω'";
    }
}

// --- order of a single step ----------------------------------------------------------------------------------------

/// The angle by which one free step of the mean rotation misses the exact one.
Long step_error(std::string_view name, Long h) {
    const State<Long> start{Quaternion<Long>{}, {0.9L, -1.3L, 1.1L}};
    const State<Long> exact = taylor_reference(Vector(Top().moments), start, h);
    const Derivatives<six> W = space_derivatives(body_derivatives(core::NoTorque{}, start));
    return attitude_angle(exact.attitude, core::exp(h * mean_in_space(name, W, h)));
}

TEST(Buss, OrderOfASingleStep) {
    for (const auto& [name, order] : {std::pair("buss1", 2),
                                      {"buss2", 3},
                                      {"buss2-aug", 3},
                                      {"buss3-false", 3},
                                      {"buss3", 4},
                                      {"buss3-plain", 4},
                                      {"buss4", 5},
                                      {"buss6", 7}}) {
        const double measured =
            static_cast<double>(std::log2(step_error(name, 0.02L) / step_error(name, 0.01L)));
        EXPECT_NEAR(measured, order, 0.1) << name;
    }
}

TEST(Buss, FourthOrderAsScannedIsOfThirdOrder) {  // (h³/24) ω'×ω where ω''×ω is meant
    const char* scanned = "buss4 as scanned";
    EXPECT_NEAR(static_cast<double>(std::log2(step_error(scanned, 0.02L) / step_error(scanned, 0.01L))), 4,
                0.1);
    EXPECT_GT(step_error(scanned, 0.01L), 100 * step_error("buss4", 0.01L));
}

// --- what to use -----------------------------------------------------------------------------------------------------

double error_at_end(const char* name, const Problem& p, double factor) {
    const Result run = simulate(p, {.method = name, .steps = FixedStep{factor * p.defaults.step}});
    return attitude_distance(run.final_state, reference_at_end(p));
}

/// The optional term changes the leading error, which is as it falls out: it makes it smaller for a body that
/// spins fast about an axis of near-symmetry, as in the paper, and larger elsewhere.
TEST(Buss, TheOptionalTermOfTheThirdOrderDependsOnTheMotion) {
    const auto gain = [](const char* name) {
        return error_at_end("buss3-plain", problem(name), 0.5) / error_at_end("buss3", problem(name), 0.5);
    };
    for (const char* name : {"buss-prism", "fast-top"}) EXPECT_GT(gain(name), 3) << name;
    for (const char* name : {"slow-top", "free-body", "free-543", "heavy-top-big", "satellite"})
        EXPECT_LT(gain(name), 0.55) << name;
}

// --- a torque that is known by its values alone --------------------------------------------------------------------

/// The torque of a problem as a plain function, which has no derivatives.
Torque as_plain_function(const Torque& torque) {
    const CustomTorque& generic = std::get<CustomTorque>(torque);
    CustomTorque plain = generic;
    plain.generic = {};
    return plain;
}

/// The error at the end, of steps of equal or of changing length.
double error_by_values(const Method& m, const Problem& p, const ExtendedState& exact, double end, long steps,
                       double uneven) {
    const auto stepper = m.on_long_double(p.body, p.torque);
    ExtendedState s = initial_state(p);
    const Long mean = static_cast<Long>(end) / static_cast<Long>(steps);
    for (long n = 0; n < steps; n += 2) {
        const Long t = static_cast<Long>(n) * mean, h = mean * (1 + static_cast<Long>(uneven));
        if (!stepper->step(s, t, h).ok() || !stepper->step(s, t + h, 2 * mean - h).ok()) return 1;
    }
    return distance(s, exact);
}

/// The order read off the last halving before errors that a torque in double leaves.
double order_by_values(const Method& m, const Problem& p, const ExtendedState& exact, double end,
                       double uneven) {
    double last = 1, order = 0;
    for (long steps = 8; steps <= 1L << 14; steps *= 2) {
        const double error = error_by_values(m, p, exact, end, steps, uneven);
        if (error < 3e-12) break;
        order = std::log2(last / error);
        last = error;
    }
    return order;
}

TEST(Buss, APlainFunctionHasTheOrderOfTheSheet) {
    Problem driven = driven_body(), drag = top_with_drag().problem;
    driven.defaults.end = 1;
    ExtendedState driven_end = initial_state(driven);
    const auto series = method("taylor-20").on_long_double(driven.body, driven.torque);
    for (int n = 0; n < 64; ++n) ASSERT_TRUE(series->step(driven_end, n / 64.0L, 1 / 64.0L).ok());
    struct Case {
        const char* what;
        Problem problem;
        ExtendedState exact;
    };
    std::vector<Case> cases{{"of time and attitude", driven, driven_end},
                            {"of the angular velocity", drag, top_with_drag().reference}};
    for (Case& c : cases) {
        c.problem.torque = as_plain_function(c.problem.torque);
        for (const char* name : names)
            for (const double uneven : {0.0, 0.4}) {
                const Method& m = method(name);
                const double order = order_by_values(m, c.problem, c.exact, 1, uneven);
                std::printf("%s, %s, uneven by %.1f: order %.2f\n", name, c.what, uneven, order);
                EXPECT_NEAR(order, m.sheet.order_attitude, m.sheet.order_attitude > 4 ? 0.5 : 0.2)
                    << name << ", " << c.what << ", uneven by " << uneven;
            }
    }
}

/// As many calls as docs/buss-methods.md says.
TEST(Buss, APlainFunctionIsCalledAsOftenAsIsSaid) {
    struct Row {
        const char* name;
        int of_attitude, of_rate;
    };
    for (const Row& row :
         {Row{"buss1", 1, 1}, Row{"buss2", 2, 2}, Row{"buss2-aug", 2, 2}, Row{"buss3-false", 3, 4},
          Row{"buss3-plain", 3, 4}, Row{"buss3", 3, 4}, Row{"buss4", 5, 7}, Row{"buss6", 10, 16}})
        for (const bool by_rate : {false, true}) {
            const Problem& p = by_rate ? top_with_drag().problem : driven_body();
            const auto stepper = method(row.name).on_double(p.body, as_plain_function(p.torque));
            core::State<double> s{{}, {1, 2, 3}};
            for (int n = 0; n < 10; ++n) ASSERT_TRUE(stepper->step(s, 0.1 * n, 0.1).ok());
            EXPECT_EQ(stepper->torque_evaluations(), 10 * (by_rate ? row.of_rate : row.of_attitude))
                << row.name;
        }
}

/// The momentum about the axis of a field is kept to round-off, as with derivatives.
TEST(Buss, APlainFunctionKeepsTheMomentumAboutTheAxisOfItsField) {
    const auto weight = [](double, const Eigen::Quaterniond& q) -> Eigen::Vector3d {
        return -(q * Eigen::Vector3d(0.6, 0, 0.8)).cross(Eigen::Vector3d::UnitZ());
    };
    const Problem& p = problem("heavy-top-123");
    for (const char* name : names) {
        const auto stepper = method(name).on_double(p.body, space_torque(weight));
        core::State<double> s{{0.6, 0, 0, 0.8}, {1, 2, 3}};
        const double first = core::to_space(s.attitude, s.momentum).z;
        for (int n = 0; n < 200; ++n) ASSERT_TRUE(stepper->step(s, 0.05 * n, 0.05).ok());
        EXPECT_NEAR(core::to_space(s.attitude, s.momentum).z, first, 1e-13) << name;
    }
}

/// A sum of a plain function and of built-in parts, in body axes that are not the principal ones, and with rotors.
TEST(Buss, APlainFunctionMayBeAPartOfATorqueOfABodyWithRotors) {
    Eigen::Matrix3d tensor;
    tensor << 2, 0.3, 0, 0.3, 3, 0.2, 0, 0.2, 4;
    const Body body = Body::from_tensor(tensor).with_rotor_momentum({0.1, 0.2, 0.3});
    const auto push = [](double t, const Eigen::Quaterniond&) -> Eigen::Vector3d {
        return {std::cos(t), 0, 0.5};
    };
    const auto generic = [](const auto& t, const auto&) {
        using Real = std::decay_t<decltype(t)>;
        using std::cos;
        return core::Vector3<Real>(cos(t), Real(0), Real(0.5));
    };
    const auto ran = [&](const Torque& part) {
        const Problem p{"",
                        "",
                        body,
                        TorqueSum{{{core::HeavyTop{}}, {part}}},
                        {Eigen::Quaterniond(0.8, 0.6, 0, 0), {1, -2, 1.5}},
                        {1, 0.01},
                        {}};
        return simulate(p, {.method = "buss4", .steps = StepCount{400}, .end = 1}).final_state;
    };
    const auto by_values = ran(body_torque(push)), by_jets = ran(generic_torque(generic));
    EXPECT_LT((by_values.momentum - by_jets.momentum).norm(), 1e-10);
    EXPECT_LT(attitude_angle(by_values, by_jets), 1e-10);
    EXPECT_NE(by_values.momentum, by_jets.momentum);
}

TEST(Buss, APlainFunctionIsRefusedByTaylorSeriesWithTheWayOut) {
    const Problem& p = problem("slow-top");
    const Torque plain =
        body_torque([](double, const Eigen::Quaterniond&) { return Eigen::Vector3d(1, 0, 0); });
    for (const char* name : names) EXPECT_NO_THROW(method(name).on_double(p.body, plain));
    for (const char* name : {"taylor-2", "taylor-12"}) {
        try {
            method(name).on_double(p.body, plain);
            FAIL() << name << " accepted a plain function";
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find("generic_torque"), std::string::npos) << error.what();
        }
    }
}

}  // namespace
}  // namespace polhode::test
