/// Every claim of every property sheet: one test per property, over the whole catalogue. A property that is
/// denied is tested too: its defect must be far above round-off.
#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/method/energy_suffix.hpp"
#include "polhode/simulate/simulate.hpp"
#include "polhode/so3/rotation.hpp"
#include "reproduce/symplectic.hpp"
#include "support/property_problems.hpp"
#include "support/steps.hpp"
#include "support/tested_methods.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

namespace polhode {
/// What gtest prints for a parameter.
static void PrintTo(const Method& m, std::ostream* out) { *out << m.sheet.name; }
}  // namespace polhode

namespace polhode::test {
namespace {

class Properties : public testing::TestWithParam<Method> {
protected:
    const Method& method() const { return GetParam(); }
    const Sheet& sheet() const { return GetParam().sheet; }
};

// --- order --------------------------------------------------------------------------------------------------

struct Errors {
    double attitude, momentum;  // ‖R − R_ref‖₂ and ‖Π − Π_ref‖/|Π|
};

std::optional<Errors> errors_with(const Sheet& sheet, const Problem& p, long steps) {
    Plan plan;
    plan.method = std::string(sheet.name);
    plan.steps = StepCount{steps};
    try {
        const State end = simulate(p, plan).final_state, &exact = reference_at_end(p);
        return Errors{attitude_distance(end, exact),
                      (end.momentum - exact.momentum).norm() / exact.momentum.norm()};
    } catch (const RunError&) {
        return std::nullopt;  // a step too large for the method
    }
}

bool has_energy(const Problem& p) {
    const auto* custom = std::get_if<CustomTorque>(&p.torque);
    return !custom || custom->potential;
}

/// log₂ of the last error ratio between levels that are neither saturated nor at the round-off floor, once it
/// is asymptotic: in agreement with the ratio before.
class OrderEstimate {
public:
    void add(double error) {
        const double ratio = std::log2(previous_ / error);
        if (error < 0.05 && error > floor && previous_ < 0.2 && previous_ > floor
            && std::abs(ratio - last_) < 0.15)
            order = ratio;
        last_ = ratio;
        previous_ = error;
    }
    std::optional<double> order;
    static constexpr double floor = 3e-11;

private:
    double previous_ = 1, last_ = 0;
};

TEST_P(Properties, ConvergesAtTheStatedOrder) {
    std::vector<Problem> problems = order_problems();
    if (sheet().free_only) problems = {problem("free-body"), problem("buss-prism")};
    if (sheet().needs_potential) std::erase_if(problems, [](const Problem& p) { return !has_energy(p); });
    // too steep to read off in double: tests/method/high_order_test.cpp does it; and at the steps that a method with a
    // bound of stability takes, its errors are those of its design: tests/method/multistep_test.cpp
    if (sheet().order_attitude >= 6 || sheet().stable_to > 0) {
        for (const Problem& p : problems) {
            const auto e = errors_with(sheet(), p, 4 * std::lround(p.defaults.end / p.defaults.step));
            ASSERT_TRUE(e) << p.name;
            EXPECT_LT(e->attitude + e->momentum, sheet().stable_to > 0 ? 3e-8 : 1e-9) << p.name;
        }
        return;
    }
    const double slack = 0.2;
    int measured = 0;
    double lowest_attitude = 100, lowest_momentum = 100;
    for (const Problem& p : problems) {
        OrderEstimate attitude, momentum;
        const long most = sheet().order_attitude == 1 ? 1L << 20 : 1L << 15;
        for (long steps = std::lround(p.defaults.end / p.defaults.step / 16); steps < most; steps *= 2)
            if (const auto e = errors_with(sheet(), p, steps)) {
                attitude.add(e->attitude);
                momentum.add(e->momentum);
                if (e->attitude < OrderEstimate::floor && e->momentum < OrderEstimate::floor) break;
            }
        if (!attitude.order || !momentum.order) continue;
        ++measured;
        EXPECT_GE(*attitude.order, sheet().order_attitude - slack) << p.name;
        EXPECT_GE(*momentum.order, sheet().order_momentum - slack) << p.name;
        lowest_attitude = std::min(lowest_attitude, *attitude.order);
        lowest_momentum = std::min(lowest_momentum, *momentum.order);
    }
    EXPECT_GE(measured, sheet().free_only ? 2 : 3)
        << "problems on which the asymptotic order could be read off";
    // the claim is not too modest either
    EXPECT_LE(lowest_attitude, sheet().order_attitude + 0.6);
    EXPECT_LE(lowest_momentum, sheet().order_momentum + 0.6);
}

TEST_P(Properties, ConvergesOnTheFreeBody) {
    const Problem& p = problem("free-body");
    // its motion is close to unstable: a first-order method takes 500 000 steps to be near enough to show its
    // order
    const long steps = sheet().order_attitude == 1 ? 500'000 : 2000;
    const auto coarse = errors_with(sheet(), p, steps), fine = errors_with(sheet(), p, 2 * steps);
    ASSERT_TRUE(coarse && fine);
    const double slack = sheet().stable_to > 0 ? 0.5 : 0.2;  // from below, if the error is that of a design
    const double expected = std::pow(2.0, sheet().order_attitude - slack), round_off = 1e-11;
    EXPECT_LT(fine->attitude, std::max(coarse->attitude / expected, round_off));
    EXPECT_LT(fine->momentum, std::max(coarse->momentum / expected, round_off));
}

// --- conservation -------------------------------------------------------------------------------------------

/// A claim about a defect: at round-off when the property is claimed, clearly above it when denied.
void expect_claim(bool claimed, double defect, double round_off, double clearly_above,
                  const std::string& where) {
    if (claimed)
        EXPECT_LE(defect, round_off) << where;
    else
        EXPECT_GE(defect, clearly_above) << where << ": denied on the sheet, but it holds";
}

/// A property that is denied must be missing at some step that the method takes: with a high order, only long ones
/// show it. `defect(longer)` is that of steps so many times as long as usual, nothing if the method refuses them.
template <class Defect>
double shown_defect(bool claimed, double clearly_above, const Defect& defect) {
    constexpr double most = 20;
    double worst = 0;
    for (double longer = 1; longer < most; longer *= 1.25) {
        if (const std::optional<double> found = defect(longer))
            worst = std::max(worst, *found);
        else if (!(longer > 1))
            ADD_FAILURE() << "a step of usual length failed";
        if (claimed || worst >= clearly_above) break;
    }
    return worst;
}

/// A step that the method takes from a state: h, or of a method that refuses long ones as much as it takes.
double accepted(const Method& m, const Problem& p, const core::State<double>& start, double h) {
    if (m.sheet.stable_to == 0) return h;
    for (;; h *= 0.9) {
        core::State<double> s = start;
        if (m.on_double(p.body, p.torque)->step(s, 0, h).ok()) return 0.8 * h;  // and so from states nearby
    }
}

/// A method that refuses long steps takes such short ones that nothing it does not keep rises above round-off:
/// only its claims are tested. tests/method/multistep_test.cpp shows what it loses.
bool is_tested(const Sheet& sheet, bool claimed) { return claimed || sheet.stable_to == 0; }

struct Drift {
    double momentum = 0, energy = 0, axis = 0;  // relative to the largest |Π| and to the initial energy
};

/// Nothing if a step fails.
template <class Real>
std::optional<Drift> drift_over(const Method& m, const Problem& p, double step, int steps,
                                const core::Vector3<double>& axis) {
    const auto stepper = [&] {
        if constexpr (std::is_same_v<Real, double>)
            return m.on_double(p.body, p.torque);
        else
            return m.on_long_double(p.body, p.torque);
    }();
    const core::State<double> start =
        core::to_principal(p.initial, core::from_eigen(p.body.principal_axes()));
    core::State<Real> s{core::renormalised(core::Quaternion<Real>(start.attitude)),
                        core::Vector3<Real>(start.momentum)};
    const Real h(accepted(m, p, start, step));
    const auto first = stepper->invariants(s, 0);
    Real momentum = 0, energy = 0, along = 0, size = norm(first.spatial_momentum);
    for (int n = 0; n < steps; ++n) {
        if (!stepper->step(s, Real(n) * h, h).ok()) return std::nullopt;
        const auto now = stepper->invariants(s, Real(n + 1) * h);
        const core::Vector3<Real> change = now.spatial_momentum - first.spatial_momentum;
        size = std::max(size, norm(s.momentum));
        momentum = std::max(momentum, norm(change));
        along = std::max(along, std::abs(dot(change, core::Vector3<Real>(axis))));
        if (first.energy) energy = std::max(energy, std::abs(*now.energy / *first.energy - 1));
    }
    return Drift{static_cast<double>(momentum / size), static_cast<double>(energy),
                 static_cast<double>(along / size)};
}
/// What is denied of a method of very high order shows at round-off in double, but not in long double.
std::optional<Drift> drift_over(const Method& m, bool in_double, const Problem& p, double h, int steps,
                                const core::Vector3<double>& axis) {
    return in_double ? drift_over<double>(m, p, h, steps, axis)
                     : drift_over<long double>(m, p, h, steps, axis);
}

TEST_P(Properties, ConservesMomentumAndEnergyOfAFreeBodyAsStated) {
    for (const auto& [claimed, part, name] :
         {std::tuple(sheet().conserves_momentum, &Drift::momentum, "spatial momentum"),
          {sheet().conserves_energy, &Drift::energy, "kinetic energy"}}) {
        if (!is_tested(sheet(), claimed)) continue;
        const bool in_double = claimed || sheet().order_attitude < 10;
        const double clearly_above = in_double ? 1e-8 : 1e-15;
        const auto defect = [&, which = part](double longer) -> std::optional<double> {
            double most = 0;
            for (const auto& [problem_name, h] :
                 {std::pair("free-body", 0.5), {"free-543", 0.4}, {"buss-prism", 0.004}}) {
                const auto d =
                    drift_over(method(), in_double, problem(problem_name), longer * h, 200, {0, 0, 1});
                if (!d && !(longer > 1)) return std::nullopt;
                if (d) most = std::max(most, (*d).*which);
            }
            return most;
        };
        expect_claim(claimed, shown_defect(claimed, clearly_above, defect), 3e-13, clearly_above, name);
    }
}

TEST_P(Properties, ConservesMomentumAboutTheFieldAxisAsStated) {
    if (!is_tested(sheet(), sheet().conserves_axis_momentum)) return;
    const bool claimed = sheet().conserves_axis_momentum, in_double = claimed || sheet().order_attitude < 10;
    const double clearly_above = in_double ? 1e-8 : 1e-15;
    Problem tilted = problem("heavy-top-123");
    const core::Vector3<double> direction{0.6, 0.0, 0.8}, upwards{0, 0, 1};
    std::get<core::HeavyTop>(tilted.torque).direction = direction;
    struct Case {
        Problem problem;
        double h;
        int steps;
        core::Vector3<double> axis;
    };
    std::vector<Case> cases{{problem("soft-wall"), 0.1, 100, upwards},
                            {tilted, 0.05, 200, direction},
                            {problem("satellite"), 0.002, 200, upwards}};
    if (sheet().free_only)
        cases = {{problem("free-body"), 0.5, 200, {1, 0, 0}}};  // every axis is one of symmetry
    const auto defect = [&](double longer) -> std::optional<double> {
        double worst = 0;
        for (const Case& c : cases) {
            const auto d = drift_over(method(), in_double, c.problem, longer * c.h, c.steps, c.axis);
            if (!d && !(longer > 1)) return std::nullopt;
            if (d) worst = std::max(worst, d->axis);
        }
        return worst;
    };
    expect_claim(claimed, shown_defect(claimed, clearly_above, defect), 3e-13, clearly_above,
                 "momentum about the field axis");
}

// --- geometry of one step -----------------------------------------------------------------------------------

/// Cases for properties of a single step: a problem, a step of some size, states at random. The step turns
/// the body by less than a radian, beyond which some equations have no solution.
struct StepCase {
    Problem problem;
    double h;
};

std::vector<StepCase> step_cases(const Sheet& sheet) {
    if (sheet.free_only)
        return {{problem("free-body"), 0.4}, {problem("free-543"), 0.6}, {problem("buss-prism"), 0.004}};
    return {{problem("free-body"), 0.4},
            {problem("slow-top"), 0.15},
            {problem("soft-wall"), 0.4},
            {problem("satellite"), 0.01}};
}

TEST_P(Properties, IsTimeSymmetricAsStated) {
    if (!is_tested(sheet(), sheet().time_symmetric)) return;
    using Real = long double;
    const auto defect = [&](double longer) -> std::optional<double> {
        std::mt19937 random(7);
        double worst = 0;
        for (const StepCase& c : step_cases(sheet()))
            for (int sample = 0; sample < 5; ++sample) {
                const auto stepper = method().on_long_double(c.problem.body, c.problem.torque);
                const core::State<Real> before = random_state<Real>(c.problem, random);
                core::State<Real> s = before;
                const Real h = longer * c.h;
                const bool made = stepper->step(s, 0, h).ok() && stepper->step(s, h, -h).ok();
                if (!made && !(longer > 1)) return std::nullopt;
                if (made) worst = std::max(worst, distance(before, s));
            }
        return worst;
    };
    // far above round-off: a processed method misses the symmetry by O(h⁸) only
    const bool claimed = sheet().time_symmetric;
    expect_claim(claimed, shown_defect(claimed, 1e-12, defect), 3e-17, 1e-12, "Φ₋ₕ ∘ Φₕ − 1");
}

TEST_P(Properties, IsSymplecticAsStated) {
    if (!is_tested(sheet(), sheet().symplectic)) return;
    const auto defect = [&](double longer) -> std::optional<double> {
        std::mt19937 random(11);
        double worst = 0;
        for (const StepCase& c : step_cases(sheet()))
            for (int sample = 0; sample < 5; ++sample) {
                const auto found = reproduce::symplectic_defect(
                    method(), c.problem, random_state<double>(c.problem, random), longer * c.h);
                if (!found && !(longer > 1)) return std::nullopt;
                if (found) worst = std::max(worst, *found);
            }
        return worst;
    };
    const bool claimed = sheet().symplectic;
    const double clearly_above = sheet().order_attitude < 10 ? 1e-8 : 1e-11;
    expect_claim(claimed, shown_defect(claimed, clearly_above, defect), 1e-12, clearly_above, "DᵀΩ₁D − Ω₀");
}

// --- cost and start -----------------------------------------------------------------------------------------

long evaluations(const Method& m, const Problem& p, int steps) {
    const auto stepper = m.on_double(p.body, p.torque);
    core::State<double> s = core::to_principal(p.initial, core::from_eigen(p.body.principal_axes()));
    for (int n = 0; n < steps; ++n) EXPECT_TRUE(stepper->step(s, n * p.defaults.step, p.defaults.step).ok());
    return stepper->torque_evaluations();
}

TEST_P(Properties, TakesTheStatedNumberOfTorqueEvaluations) {
    const Problem& p = sheet().free_only ? problem("free-body") : problem("slow-top");
    // after a starting procedure, if there is one
    const int few = sheet().start_evaluations > 0 ? 40 : 10, more = few + 20;
    const long in_few = evaluations(method(), p, few), in_more = evaluations(method(), p, more);
    if (sheet().solve == Solve::torque) {
        // per iteration, and it takes at least two
        EXPECT_GE(in_more, 2 * more * sheet().torque_evaluations);
    } else {
        // what was carried is good for once more if the energy was right to the last digit
        if (is_turned_to_energy(sheet()))
            EXPECT_LE(in_more - in_few, 20 * sheet().torque_evaluations);
        else
            EXPECT_EQ(in_more - in_few, 20 * sheet().torque_evaluations);
        const bool processed = sheet().unseen_torque_evaluations > 0;
        const int start = processed ? sheet().torque_evaluations - sheet().unseen_torque_evaluations
                        : sheet().self_starting() ? 1
                                                  : std::max(6, sheet().start_evaluations);
        EXPECT_LE(in_few, few * sheet().torque_evaluations + start)
            << "at most one more to start, or the processor, or a starting procedure";
    }
}

TEST_P(Properties, KnowsTheTorqueAtTheEndIfItSaysSo) {
    const Problem& p = sheet().free_only ? problem("free-body") : problem("slow-top");
    const auto stepper = method().on_double(p.body, p.torque);
    core::State<double> s = core::to_principal(p.initial, core::from_eigen(p.body.principal_axes()));
    for (int n = 0; n < 5; ++n) {
        ASSERT_TRUE(stepper->step(s, n * p.defaults.step, p.defaults.step).ok());
        const auto known = stepper->torque_at_end();
        if (!known) continue;
        const core::Vector3<double> there = stepper->torque((n + 1) * p.defaults.step, s);
        EXPECT_LE(norm(*known - there), 1e-12 * norm(there));
    }
}

TEST_P(Properties, SolvesAnEquationOnlyIfStated) {
    const Problem& p = sheet().free_only ? problem("free-body") : problem("slow-top");
    const auto stepper = method().on_double(p.body, p.torque);
    core::State<double> s = core::to_principal(p.initial, core::from_eigen(p.body.principal_axes()));
    const core::Status status = stepper->step(s, 0, p.defaults.step);
    EXPECT_EQ(status.iterations > 0, sheet().solve != Solve::nothing);
}

TEST_P(Properties, CarriesFromStepToStepWhatIsStated) {
    constexpr int steps = 20;
    const Problem& p = sheet().free_only ? problem("free-body") : problem("slow-top");
    // the difference between a run and one restarted at every step, and the evaluations that the latter takes
    // more
    const auto restarts = [&](double h) {
        const auto stepper = method().on_double(p.body, p.torque);
        core::State<double> through =
            core::to_principal(p.initial, core::from_eigen(p.body.principal_axes()));
        core::State<double> restarted = through;
        long evaluations = 0;
        for (int n = 0; n < steps; ++n) {
            EXPECT_TRUE(stepper->step(through, n * h, h).ok());
            const auto fresh = method().on_double(p.body, p.torque);
            EXPECT_TRUE(fresh->step(restarted, n * h, h).ok());
            evaluations += fresh->torque_evaluations();
        }
        return std::pair(norm(through.momentum - restarted.momentum) / norm(through.momentum),
                         evaluations - stepper->torque_evaluations());
    };
    const auto [difference, more_evaluations] = restarts(p.defaults.step);
    // a method may go to variables of its own and back, one that keeps the energy takes that of the state it
    // starts from: nothing but round-off
    const double round_off = is_turned_to_energy(sheet())     ? 3e-13
                           : sheet().memory == Memory::digits ? 1e-14
                                                              : 0;
    // a start by blocks is as accurate as the steps
    const double clearly_above = sheet().stable_to > 0 ? 1e-17 : 1e-12;
    expect_claim(sheet().self_starting(), difference, round_off, clearly_above,
                 "a run restarted at every step");
    if (sheet().goes_on_from_state()) {
        const long carried = sheet().memory == Memory::torque ? steps - 1 : 0;
        EXPECT_EQ(more_evaluations, carried);
    } else if (difference == 0) {  // the energy of an accurate method needs longer steps to be off
        EXPECT_NE(restarts(5 * p.defaults.step).first, 0) << "carries nothing that a restart would show";
    }
}

TEST_P(Properties, RefusesATorqueWithoutPotentialIfStated) {
    if (sheet().free_only) return;
    const Problem& p = driven_body();
    if (sheet().needs_potential)
        EXPECT_THROW(method().on_double(p.body, p.torque), InputError);
    else
        EXPECT_NO_THROW(method().on_double(p.body, p.torque));
}

TEST_P(Properties, RefusesATorqueIfFreeOnly) {
    const Problem& p = problem("slow-top");
    if (!sheet().free_only) {
        EXPECT_NO_THROW(method().on_double(p.body, p.torque));
        return;
    }
    try {
        method().on_double(p.body, p.torque);
        FAIL() << "accepted a torque";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("use se"), std::string::npos) << error.what();
    }
}

std::string test_name(const testing::TestParamInfo<Method>& info) {
    std::string name(info.param.sheet.name);
    std::ranges::replace_if(
        name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Properties, testing::ValuesIn(tested_methods()), test_name);

}  // namespace
}  // namespace polhode::test
