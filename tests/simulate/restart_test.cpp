/// Runs that are cut off, and gone on with by others, end with the bits of a run that nobody has cut off.
#include "polhode/simulate/restart.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/torque/custom_torque.hpp"
#include "polhode/torque/formula.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/property_problems.hpp"

#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace polhode::test {
namespace {

using Eigen::Vector3d;

struct Case {
    std::string name;
    Problem problem;
    Plan plan;
    bool sampled = true;
};

std::string text(const Eigen::Ref<const Eigen::MatrixXd>& numbers) {
    std::string all;
    for (Eigen::Index i = 0; i < numbers.size(); ++i)
        all += fmt::format("{:a} ", numbers(i % numbers.rows(), i / numbers.rows()));
    return all;
}
std::string text(const State& state) { return text(state.attitude.coeffs()) + text(state.momentum); }
std::string text(const std::optional<double>& x) { return x ? fmt::format("{:a} ", *x) : "none "; }
std::string text(const std::optional<Conservation::Trend>& trend) {
    if (!trend) return "none ";
    return fmt::format("{:a} {:a} {:a} {}", trend->max_error, trend->mean_error, trend->error_slope,
                       text(trend->slope_uncertainty));
}
std::string text(const Sample& s) {
    return fmt::format("{} {:a} {}{}{}{}{}{}\n", s.step, s.time, text(s.state), text(s.spatial_momentum),
                       text(s.angular_velocity), text(s.energy), s.transition ? text(*s.transition) : "",
                       s.by_parameters ? text(*s.by_parameters) : "");
}
std::string text(const ControlRecord& r) {
    return fmt::format("{:a} {} {}{}\n", r.time, r.command.is_moment, text(r.command.value),
                       text(Eigen::VectorXd::Map(r.wheel_momenta.data(), std::ssize(r.wheel_momenta))));
}
/// All but the seconds.
std::string text(const Result& r) {
    const Conservation& c = r.conservation;
    std::string all = fmt::format("{} {} {:a} {:a} {:a} {} {} {} {} {} {}\n", r.problem, r.method, r.end,
                                  r.time, r.step, r.steps, r.pieces, r.step_shortened, r.complete,
                                  r.torque_evaluations, r.missed_projections);
    all += fmt::format("own {} ended {}\n", r.own_steps.value_or(-1), r.ended_by.value_or("no"));
    all += text(r.final_state) + text(r.energy_initial) + text(r.energy_final) + '\n';
    all += text(c.energy) + text(c.momentum) + text(std::optional(c.max_quaternion_norm_error)) + '\n';
    if (const auto& b = c.energy_balance)
        all += fmt::format("{:a} {:a} {:a} {:a}\n", b->initial, b->final, b->work, b->max_error);
    if (const auto& b = c.momentum_balance) all += text(b->impulse) + fmt::format("{:a}\n", b->max_error);
    if (const auto& v = r.variable)
        all += fmt::format("{:a} {:a} {:a} {}\n", v->smallest, v->largest, v->largest_ratio, v->rejected);
    for (const EventRecord& e : r.events)
        all += fmt::format("{} {:a} {} {}{}\n", e.name, e.time, e.rising, text(e.state),
                           e.after ? text(*e.after) : "");
    for (const ImpulseRecord& i : r.impulses)
        all += fmt::format("{} {:a} {}{}\n", i.name, i.time, text(i.before), text(i.after));
    if (r.control)
        all += fmt::format("{} {} {}\n", r.control->law, r.control->calls,
                           text(Eigen::VectorXd::Map(r.control->wheel_momenta.data(),
                                                     std::ssize(r.control->wheel_momenta))));
    if (r.transition) all += text(*r.transition);
    if (r.parameter_sensitivity) all += text(r.parameter_sensitivity->matrix);
    return all;
}

/// A run in parts: each is stopped at one of its looks, and the next one has nothing but the bytes.
class Parts {
public:
    explicit Parts(const Case& c) : case_(c), run_(resolve(c.problem, c.plan).or_throw()) {}

    /// Goes on until look number `stop`, counted from 0; returns whether the run is over.
    bool go_on(long stop) {
        looks_ = 0;
        const std::vector<std::byte> from = kept_;
        bool taken = false;
        Hooks hooks;
        if (case_.sampled)
            hooks.on_sample = [&](const Sample& s) {
                if (!taken) told_ += text(s);  // afterwards: that of the end
            };
        hooks.on_control = [&](const ControlRecord& r) { told_ += text(r); };
        hooks.on_progress = [&](long, long) { return looks_++ != stop; };
        const Restart restart{.from = from,
                              .due = [] { return false; },
                              .asked_every = std::chrono::milliseconds(0),
                              .take =
                                  [&](const Expected<std::vector<std::byte>>& bytes) {
                                      kept_ = Expected(bytes).or_throw();
                                      taken = true;
                                  }};
        const Result result = carry_out(case_.problem, run_, hooks, restart).or_throw();
        if (taken) return false;
        told_ += text(result);
        return true;
    }
    long looks() const { return looks_; }
    const std::string& told() const { return told_; }

private:
    const Case& case_;
    Resolved run_;
    std::vector<std::byte> kept_;
    std::string told_;
    long looks_ = 0;
};

Problem top() { return problem("slow-top"); }

/// A body that no law holds for, with a torque of every kind of dependence.
Problem driven(std::optional<Control> control = {}, std::vector<Wheel> wheels = {}) {
    Problem p{
        .name = "driven",
        .body = Body::from_moments({1, 2, 2.5}),
        .torque =
            formula_torque({.torque = {"3*r32 - 0.1*wx", "-3*r31 + sin(4*t)", "cos(3*t)*r11"}}).or_throw(),
        .initial = {Eigen::Quaterniond(Eigen::AngleAxisd(0.5, Vector3d::UnitX())), {0.3, 0.2, 3}},
        .defaults = {4, 0.02}};
    p.control = std::move(control);
    p.wheels = std::move(wheels);
    return p;
}

/// Parts of a torque that act at times: pieces of 3, 30 and 117 steps, and so on.
Problem switched() {
    Problem p = problem("heavy-top-123");
    p.torque = TorqueSum{
        {{p.torque},
         {core::ConstantBodyTorque{{1, -0.5, 0.75}}, "thruster", {{0.015, 0.16}, {0.75, 0.77}, {1.1, 3}}}}};
    return p;
}

/// A lamina that bounces when its axis passes a plane, and is looked at when it turns fast.
std::vector<Event> bounces(const Problem& p) {
    return {{"bounce", axis_plane(Vector3d::UnitX(), Vector3d::UnitY()), Crossing::rising, false,
             reflection(p.body, Vector3d::UnitZ())},
            {"fast", rate_above(p.body, 5.02), Crossing::both}};
}

std::vector<Case> cases() {
    std::vector<Case> all;
    const auto add = [&](const std::string& name, Problem p, Plan plan, bool sampled = true) {
        all.push_back({name, std::move(p), std::move(plan), sampled});
    };
    const FixedStep step{0.01};
    for (const char* method :
         {"se", "liemid-i", "swc1", "sw", "nmb", "rkmk-gauss4", "se6-processed", "multistep-12", "taylor-16",
          "gauss-8", "gauss-16+energy", "vexp", "multistep-20-wide"})
        add(method, top(), {.method = method, .steps = step, .end = 3});
    add("every seventh step", top(), {.method = "se4-rkn", .steps = step, .end = 3, .every = 7});
    add("nobody looks", top(), {.method = "se4-rkn", .steps = FixedStep{1e-4}, .end = 3}, false);
    for (const char* method : {"taylor-16@1e-10", "gauss-8@1e-9", "dop853@1e-9", "multistep-12@1e-9"}) {
        add(fmt::format("{}, its own steps", method), top(), {.method = method, .end = 3});
        add(fmt::format("{}, samples between", method), top(),
            {.method = method, .end = 3, .every_time = 0.013});
        add(fmt::format("{}, events", method), top(), {.method = method, .end = 8, .events = bounces(top())});
    }
    for (const char* method : {"se", "se4-rkn", "dop853", "taylor-12", "multistep-12", "swc1"}) {
        add(fmt::format("{}, samples between", method), top(),
            {.method = method, .steps = step, .end = 3, .every_time = 0.0137});
        add(fmt::format("{}, events", method), top(),
            {.method = method, .steps = step, .end = 8, .events = bounces(top())});
        add(fmt::format("{}, pieces", method), switched(),
            {.method = method, .steps = FixedStep{0.005}, .end = 3.2});
    }
    add("long steps between samples", problem("free-body"),
        {.method = "se", .steps = FixedStep{3}, .end = 90, .every_time = 0.7});
    for (const char* method : {"se", "dop853", "rkmk-rk4", "se+energy"})
        add(fmt::format("{}, error per step", method), top(),
            {.method = method, .steps = ErrorPerStep{1e-6}, .end = 3});
    add("error per step, pieces and times", switched(),
        {.method = "se4-rkn", .steps = ErrorPerStep{1e-7}, .end = 3, .times = {0.1, 0.2, 1.77, 2.9}});
    add("error per step, events", top(),
        {.method = "se", .steps = ErrorPerStep{1e-5}, .end = 8, .events = bounces(top())});
    add("reversible steps", problem("soft-wall-repulsive"),
        {.method = "se4-rkn", .steps = ReversibleSteps{0.01}, .end = 3});
    add("reversible steps, pieces", switched(), {.method = "se", .steps = ReversibleSteps{0.01}, .end = 3});
    std::vector<Event> ends = bounces(top());
    ends.push_back({"down", axis_plane(Vector3d::UnitZ(), Vector3d::UnitZ()), Crossing::falling, true});
    add("an event ends it", top(), {.method = "se4-rkn", .steps = step, .end = 20, .events = ends});

    const Control pd{0.13, QuaternionPd{.kp = {1, 2, 3}, .kd = {0.5, 0.5, 0.5}, .limit = {2, 2, 2}}};
    const std::vector<Wheel> wheels{
        {{1, 0, 0}, 0.2, 0.5, 0.01}, {{0, 1, 0.1}, 0, 0.4}, {{0, 0, 1}, -0.1, 0.9, 0.05}};
    for (const char* method : {"se", "dop853", "multistep-12", "taylor-12@1e-10"}) {
        add(fmt::format("{}, controlled", method), driven(pd), {.method = method, .end = 4});
        add(fmt::format("{}, wheels", method), driven(pd, wheels), {.method = method, .end = 4});
    }
    add("wheels that slow down", driven(Control{0.3, NoLaw{}}, wheels), {.method = "se", .end = 4});
    add("b-dot", driven(Control{0.21, BDot{.gain = 0.3, .field = uniform_field({0.5, -0.2, 1})}}),
        {.method = "se4-rkn", .end = 4});
    add("controlled, variable steps", driven(pd, wheels),
        {.method = "se", .steps = ErrorPerStep{1e-5}, .end = 4});
    add("controlled, samples between", driven(pd, wheels),
        {.method = "se4-rkn", .end = 4, .every_time = 0.031});

    Problem struck = top();
    struck.impulses = {{0, {0.1, 0, 0}, Frame::body, "first"},
                       {1.234, {0, 0.5, 0}, Frame::space, "kick"},
                       {2.5, {0, 0, -0.5}, Frame::body, "brake"}};
    for (const char* method : {"se", "gauss-8", "multistep-12"})
        add(fmt::format("{}, impulses", method), struck, {.method = method, .steps = step, .end = 3});
    for (const char* method : {"se", "dop853", "se8-kl"})
        add(fmt::format("{}, work and impulse", method), driven(),
            {.method = method, .steps = FixedStep{0.01}, .end = 3});
    add("work in variable steps", driven(), {.method = "se", .steps = ErrorPerStep{1e-5}, .end = 3});
    add("a torque of one's own on any scalar", driven_body(),
        {.method = "taylor-12", .steps = step, .end = 3});
    Problem dual_spin = problem("heavy-top-123");
    dual_spin.body = dual_spin.body.with_rotor_momentum({0.1, 0.2, 1.5});
    for (const char* method : {"se", "rkmk-rk4", "gauss-8", "multistep-12"})
        add(fmt::format("{}, a rotor", method), dual_spin, {.method = method, .steps = step, .end = 3});
    for (const char* method : {"taylor-12", "gauss-8", "multistep-12", "rkmk-rk4+energy", "swc1"})
        add(fmt::format("{}, sensitivity", method), top(),
            {.method = method, .steps = step, .end = 1, .sensitivity = true});
    for (const char* method : {"se", "se4-rkn", "rkmk-rk4", "dop853"}) {
        add(fmt::format("{}, sensitivity", method), top(),
            {.method = method, .steps = step, .end = 2, .sensitivity = true});
        add(fmt::format("{}, all sensitivities", method), switched(),
            {.method = method,
             .steps = step,
             .end = 2,
             .every_time = 0.033,
             .sensitivity = true,
             .parameter_sensitivity = HeldAtStart::momentum});
    }
    Problem own = top();
    own.torque = space_torque([](double t, const Eigen::Quaterniond& q) -> Vector3d {
        return (-20 - t) * (q * Vector3d::UnitZ()).cross(Vector3d::UnitZ());
    });
    add("a torque of one's own", own, {.method = "se4-rkn", .steps = step, .end = 3, .every_time = 0.0137});
    return all;
}

class Restarts : public testing::TestWithParam<Case> {};

TEST_P(Restarts, EndWithTheSameBits) {
    Parts whole(GetParam());
    ASSERT_TRUE(whole.go_on(-1));
    ASSERT_GT(whole.looks(), 3);
    // one run in many parts, and some that are cut once, at the first looks, the last ones and in between
    std::mt19937 random(7);
    std::uniform_int_distribution<long> part(0, whole.looks() / 6);
    Parts many(GetParam());
    int parts = 1;
    while (!many.go_on(part(random))) ++parts;
    EXPECT_GT(parts, 3);
    EXPECT_EQ(many.told(), whole.told());
    std::uniform_int_distribution<long> anywhere(2, whole.looks() - 2);
    for (const long at : {0L, 1L, anywhere(random), anywhere(random), whole.looks() - 2}) {
        Parts two(GetParam());
        EXPECT_FALSE(two.go_on(at));
        EXPECT_TRUE(two.go_on(-1));
        EXPECT_EQ(two.told(), whole.told()) << "cut at look " << at << " of " << whole.looks();
    }
}

std::string test_name(const testing::TestParamInfo<Case>& info) {
    std::string name = info.param.name;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
}
INSTANTIATE_TEST_SUITE_P(EveryKindOfRun, Restarts, testing::ValuesIn(cases()), test_name);

std::vector<std::byte> bytes_of(const Problem& problem, const Plan& plan) {
    std::vector<std::byte> bytes;
    (void)carry_out(problem, resolve(problem, plan).or_throw(),
                    {.on_sample = [](const Sample&) {}, .on_progress = [](long, long) { return false; }},
                    {.due = [] { return true; },
                     .asked_every = std::chrono::milliseconds(0),
                     .take = [&](const auto& b) { bytes = Expected(b).or_throw(); }})
        .or_throw();
    return bytes;
}

TEST(Restart, RefusesTheBytesOfAnotherRun) {
    const Plan plan{.method = "se", .steps = FixedStep{0.01}, .end = 3};
    const std::vector<std::byte> bytes = bytes_of(top(), plan);
    const auto error_of = [&](const Problem& problem, const Plan& other, const std::vector<std::byte>& from) {
        const auto result = carry_out(problem, resolve(problem, other).or_throw(), {}, {.from = from});
        return result ? std::string() : result.error().message;
    };
    EXPECT_EQ(error_of(top(), plan, bytes), "");
    EXPECT_EQ(error_of(problem("fast-top"), plan, bytes),
              "from: the bytes are those of slow-top by se up to 3, expected fast-top by se up to 3");
    EXPECT_NE(error_of(top(), {.method = "se4-rkn", .steps = FixedStep{0.01}, .end = 3}, bytes), "");
    EXPECT_NE(error_of(top(), {.method = "se", .steps = FixedStep{0.01}, .end = 3, .events = bounces(top())},
                       bytes),
              "");
    for (std::size_t size = 1; size < bytes.size(); size += 13)
        EXPECT_NE(error_of(top(), plan, {bytes.begin(), bytes.begin() + static_cast<long>(size)}), "")
            << size;
    std::vector<std::byte> longer = bytes;
    longer.push_back(std::byte{0});
    EXPECT_NE(error_of(top(), plan, longer), "");
}

TEST(Restart, IsRefusedToAControlFunctionThatMayRemember) {
    const Problem problem = driven(sampled_control(
        0.5, [n = 0](double, const State&, const Vector3d&) mutable { return Vector3d(++n, 0, 0); }));
    std::string said;
    (void)carry_out(problem, resolve(problem, {.method = "se", .end = 1}).or_throw(), {},
                    {.due = [] { return true; },
                     .asked_every = std::chrono::milliseconds(0),
                     .take = [&](const auto& b) { said = b ? "kept" : b.error().message; }})
        .or_throw();
    EXPECT_NE(said.find("control function of your own may remember"), std::string::npos) << said;
}

TEST(Restart, CountsTheSecondsOfAllParts) {
    const Plan plan{.method = "se", .steps = FixedStep{0.001}, .end = 20, .every = 1000};
    std::vector<std::byte> bytes;
    const auto begin = std::chrono::steady_clock::now();
    const Resolved run = resolve(top(), plan).or_throw();
    const Restart first{.due = [] { return false; },
                        .asked_every = std::chrono::milliseconds(0),
                        .take = [&](const auto& b) { bytes = Expected(b).or_throw(); }};
    const Result stopped =
        carry_out(top(), run, {.on_progress = [](long done, long) { return done < 15000; }}, first)
            .or_throw();
    const Result result = carry_out(top(), run, {}, {.from = bytes}).or_throw();
    EXPECT_FALSE(stopped.complete);
    EXPECT_TRUE(result.complete);
    EXPECT_GT(result.wall_seconds, 0.9 * stopped.wall_seconds);
    EXPECT_LE(result.wall_seconds,
              std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
}

}  // namespace
}  // namespace polhode::test
