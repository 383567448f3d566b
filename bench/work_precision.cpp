/// Work against accuracy on a problem with a reference state: Boost.odeint's controlled Fehlberg 7(8) and our
/// explicit methods, each with the fewest torque evaluations that meet an attitude error, in one process.
///
///     build/bench/work_precision [PROBLEM [END]]     (slow-top, its end)
///
/// Errors are not monotone. The peer gets the luckiest of a fine row of tolerances; a step count of ours
/// meets a target only if the finer ones after it do too. Times are medians of whole integrations, steppers
/// made afresh.
#include "measure.hpp"
#include "options.hpp"
#include "polhode/advise/reference.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/problem.hpp"

#include "../tests/support/quaternion_rates.hpp"
#include "polhode/torque/bind.hpp"  // bind: odeint sees the torque as our own methods do

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>

using namespace polhode;

namespace {

constexpr std::array targets{1e-3, 1e-6, 1e-9};
constexpr int repeats = 201;

struct Run {
    State end;
    long evaluations = 0;
};

// --- the peer -------------------------------------------------------------------------------------------------

Run odeint_run(const Problem& p, double end, double tolerance) {
    namespace odeint = boost::numeric::odeint;
    Run run;
    const core::Quaternion<double> principal = core::from_eigen(p.body.principal_axes());
    const core::Inertia<double> inertia(core::from_eigen(p.body.moments()));
    const core::State<double> start = core::to_principal(p.initial, principal);
    const core::Quaternion<double>& q = start.attitude;
    const core::Vector3<double>& m = start.momentum;
    // seven plain numbers with the momentum: the formulation that takes Fehlberg 7(8) the fewest evaluations
    using Numbers = std::array<double, 7>;
    Numbers s{q.x, q.y, q.z, q.w, m.x, m.y, m.z};
    const auto follow = [&](const auto& model) {
        const auto torque = [&run, bound = bind(model, principal, inertia)](
                                double t, const core::Quaternion<double>& attitude,
                                const core::Vector3<double>& angular_velocity) {
            ++run.evaluations;
            return bound(t, attitude, angular_velocity);
        };
        odeint::integrate_adaptive(
            odeint::make_controlled<odeint::runge_kutta_fehlberg78<Numbers>>(tolerance, tolerance),
            test::QuaternionRates<double, decltype(torque)>{inertia, torque}, s, 0.0, end, p.defaults.step);
    };
    // the torque of a built-in problem is one model
    core::BuiltInTorques::for_each([&]<class Model>(std::type_identity<Model>) {
        if (const auto* model = std::get_if<Model>(&p.torque)) follow(*model);
    });
    run.end = core::from_principal({{s[0], s[1], s[2], s[3]}, {s[4], s[5], s[6]}}, principal);
    run.end.attitude.normalize();
    return run;
}

// --- ours -----------------------------------------------------------------------------------------------------

std::optional<Run> our_run(const Method& m, const Problem& p, double end, long steps) {
    const core::Quaternion<double> principal = core::from_eigen(p.body.principal_axes());
    const auto stepper = m.on_double(p.body, p.torque);
    core::State<double> s = core::to_principal(p.initial, principal);
    const auto [done, status] = stepper->march(s, {0, end / static_cast<double>(steps)}, 0, steps);
    if (done < steps) return std::nullopt;
    return Run{core::from_principal(s, principal), stepper->torque_evaluations()};
}

// --- search ---------------------------------------------------------------------------------------------------

struct Figure {
    std::string name;
    std::string steps;
    double error = 0;
    long evaluations = 0;
    double microseconds = 0;
};

/// Of a hundred tolerances a decade, the one that meets the target with the fewest evaluations.
std::optional<Figure> peer_figure(const Problem& p, double end, const State& exact, double target) {
    std::optional<Figure> best;
    double tolerance = 0;
    for (int i = 0; i <= 1500; ++i) {
        const double tried = std::pow(10, -0.01 * i);
        const Run run = odeint_run(p, end, tried);
        const double error = attitude_distance(run.end, exact);
        if (!(error <= target) || (best && best->evaluations <= run.evaluations)) continue;
        best = {"Boost.odeint RKF78", "adaptive", error, run.evaluations, 0};
        tolerance = tried;
    }
    if (best)
        best->microseconds = bench::median_microseconds(repeats, [&] { odeint_run(p, end, tolerance); });
    return best;
}

/// The least step count, 3 % apart, that meets the target together with all up to 1.3 times itself.
std::optional<Figure> our_figure(const Method& m, const Problem& p, double end, const State& exact,
                                 double target, long most) {
    constexpr int enough = 9;
    long first = 0;
    int held = 0;
    for (long n = 1; n <= most && held < enough;
         n = std::max(n + 1, std::lround(1.03 * static_cast<double>(n)))) {
        const auto run = our_run(m, p, end, n);
        held = run && attitude_distance(run->end, exact) <= target ? held + 1 : 0;
        if (held == 1) first = n;
    }
    if (held < enough) return std::nullopt;
    const Run run = *our_run(m, p, end, first);
    return Figure{bench::code(m.sheet.name), std::to_string(first), attitude_distance(run.end, exact),
                  run.evaluations, bench::median_microseconds(repeats, [&] { our_run(m, p, end, first); })};
}

void print(const Figure& f, const Figure& peer) {
    using bench::fixed;
    bench::print_row({f.name, f.steps, bench::scientific(f.error), std::to_string(f.evaluations),
                      fixed(static_cast<double>(f.evaluations) / static_cast<double>(peer.evaluations), 3),
                      fixed(f.microseconds, 0), fixed(f.microseconds / peer.microseconds, 3)});
}

void compare_at(double target, const Problem& p, double end, const State& exact) {
    const std::optional<Figure> peer = peer_figure(p, end, exact, target);
    if (!peer) {
        bench::print_note(fmt::format("\nBoost.odeint RKF78 does not reach {:.0e}", target));
        return;
    }
    std::vector<Figure> ours;
    for (const Method& m : catalogue()) {
        if (m.sheet.solve != Solve::nothing || (m.sheet.free_only && !is_free(p.torque))) continue;
        const int seen = m.sheet.torque_evaluations, unseen = m.sheet.unseen_torque_evaluations;
        const long most = 2 * peer->evaluations / std::max(unseen > 0 ? unseen : seen, 1);
        if (std::optional<Figure> figure = our_figure(m, p, end, exact, target, most))
            ours.push_back(std::move(*figure));
    }
    std::ranges::sort(ours, {}, &Figure::evaluations);
    bench::print_head({fmt::format("attitude error at most {:.0e}", target), "steps", "error", "evaluations",
                       "of RKF78", "µs", "of RKF78"});
    print(*peer, *peer);
    for (const Figure& f : ours) print(f, *peer);
    if (const auto fastest = std::ranges::min_element(ours, {}, &Figure::microseconds); fastest != ours.end())
        bench::print_note(
            fmt::format("\nfewest evaluations: {}; fastest: {}", ours.front().name, fastest->name));
}

}  // namespace

int main(int count, char** arguments) {
    const bench::Usage usage{.name = "work_precision",
                             .what = "The fewest torque evaluations of explicit methods to an accuracy.",
                             .words = "[PROBLEM [END]]     (slow-top, its end)",
                             .most_words = 2};
    return bench::run_bench(count, arguments, usage, [](const bench::Options& options) {
        const Problem& p = problem(options.word(0, "slow-top"));
        const double end = options.number(1, "END", p.defaults.end);
        const ReferenceState* exact = stored_reference(p, end);
        if (!exact) throw InputError(fmt::format("{} has no reference state at t = {}", p.name, end));
        bench::print_note(fmt::format(
            "{} to t = {}: explicit methods within twice the evaluations of Boost.odeint's RKF78; medians of {} "
            "integrations",
            p.name, end, repeats));
        for (const double target : targets) compare_at(target, p, end, exact->state);
    });
}
