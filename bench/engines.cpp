/// What the update rules of game engines do to a book thrown into the air (examples/scenarios/tumbling-book.toml), and
/// how far our forms of them are from the engines themselves.
///
///     build/bench/engines [--turns N]
#include "measure.hpp"
#include "options.hpp"
#include "peers/found.hpp"
#include "peers/ours.hpp"
#include "polhode/mechanics/attitude_angle.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/frame.hpp"

#include <fmt/format.h>

#include <numbers>

using namespace polhode;
using namespace polhode::bench;

namespace {

Problem book(const Eigen::Vector3d& angular_velocity) {
    const Body body = Body::from_moments({1, 2, 2.8});
    const State start{Eigen::Quaterniond::Identity(), body.momentum(angular_velocity)};
    return {.name = "book", .description = "", .body = body, .torque = core::NoTorque{}, .initial = start};
}

constexpr double rate = 3;
constexpr int steps_per_turn = 60;
constexpr long few = 100;  // turns
const double step = 2 * std::numbers::pi / rate / steps_per_turn;

/// What is left after a number of turns at the rate of the start.
struct Remains {
    long turned_over = 0;  // from one end of the middle axis to the other
    double energy = 0, momentum = 0, angle = 0;
    long turned_over_at_last = 0;  // in the last hundred turns
    bool failed = false;
    double microseconds = 0;
};

Remains after(const Method& m, long turns) {
    const Problem p = book({0.001, rate, 0});
    const auto stepper = m.on_double(p.body, p.torque);
    core::State<double> s = core::to_principal(p.initial, core::from_eigen(p.body.principal_axes()));
    const auto first = stepper->invariants(s, 0);
    Remains out;
    bool forwards = true;
    const long count = turns * steps_per_turn;
    out.microseconds = microseconds([&] {
        for (long n = 0; n < count; ++n) {
            if (!stepper->step(s, static_cast<double>(n) * step, step).ok() || !is_finite(s.momentum)) {
                out.failed = true;
                break;
            }
            // not every nod: more than 30° beyond the middle
            if ((forwards ? -2 : 2) * s.momentum.y > norm(s.momentum)) {
                forwards = !forwards;
                ++out.turned_over;
                if (n >= count - few * steps_per_turn) ++out.turned_over_at_last;
            }
        }
    });
    const auto last = stepper->invariants(s, static_cast<double>(count) * step);
    out.energy = *last.energy / *first.energy - 1;
    const core::Vector3<double>&a = first.spatial_momentum, &b = last.spatial_momentum;
    out.momentum = norm(b) / norm(a) - 1;
    out.angle = std::atan2(norm(cross(a, b)), dot(a, b));
    return out;
}

std::string percent(double part) { return fmt::format("{:+.2g} %", 100 * part); }

void print_motions(long turns) {
    print_head({fmt::format("{} steps a turn", steps_per_turn), fmt::format("turns over in {} turns", few),
                fmt::format("energy after {} turns", few), fmt::format("energy after {} turns", turns),
                "momentum", "its direction, degrees", fmt::format("turns over in the last {}", few),
                "ns per step"});
    for (const char* name : {"engine-euler", "engine-clamped", "engine-implicit", "engine-stabilised",
                             "liemid-ea", "mr2-auto", "se"}) {
        const Remains soon = after(method(name), few), late = after(method(name), turns);
        std::vector<std::string> row{code(name), std::to_string(soon.turned_over),
                                     soon.failed ? "flies apart" : percent(soon.energy)};
        if (late.failed)
            row.insert(row.end(), {"–", "–", "–", "–"});
        else
            row.insert(row.end(), {percent(late.energy), percent(late.momentum),
                                   scientific(late.angle * 180 / std::numbers::pi),
                                   std::to_string(late.turned_over_at_last)});
        row.push_back(fixed(1e3 * soon.microseconds / static_cast<double>(few * steps_per_turn), 0));
        print_row(row);
    }
}

/// An engine's own integrator and the method that is to be the same.
struct Same {
    const char *package, *integrator, *ours;
    bool attitude;  // Bullet's explicit form turns the body by exp(hω₁), engine-euler as its formula says
};
constexpr Same pairs[] = {{"Bullet", "implicit gyroscopic term, body axes", "engine-implicit", true},
                          {"Bullet", "explicit gyroscopic term", "engine-euler", false},
                          {"ODE", "QuickStep", "engine-stabilised", true}};

void print_distances() {
    constexpr long steps = 600;
    Problem p = book({1, 2, 1.5});
    p.defaults.end = steps * step;
    const Task task = task_of(p);
    print_head({"engine", "its integrator", "ours", "steps", "ω, relative", "attitude, radians"});
    for (const Peer& peer : peers_found())
        for (const Integrator& integrator : peer.integrators(task))
            for (const Same& same : pairs) {
                if (peer.name != same.package || integrator.name != same.integrator) continue;
                const auto theirs = integrator.prepare(steps)();
                const auto ours = our_integration(method(same.ours).on_double, p, steps)();
                if (!theirs || !ours) throw InputError(peer.name + " failed");
                const Numbers &a = theirs->state, &b = ours->state;
                const core::Vector3<double> w{a[4], a[5], a[6]}, v{b[4], b[5], b[6]};
                const double turn = attitude_angle(core::Quaternion<double>{a[0], a[1], a[2], a[3]},
                                                   core::Quaternion<double>{b[0], b[1], b[2], b[3]});
                print_row({fmt::format("{} {}", peer.name, peer.version), integrator.name, code(same.ours),
                           std::to_string(steps), scientific(norm(w - v) / norm(v)),
                           same.attitude ? scientific(turn) : "–"});
            }
    if (!std::string_view(PEERS_MISSING).empty()) fmt::print("\nNot found: {}.\n", PEERS_MISSING);
}

}  // namespace

int main(int count, char** arguments) {
    const Usage usage{.name = "engines",
                      .what = "A thrown book by the update rules of game engines.",
                      .options = {{"--turns", "N", "so many turns (10000)"}}};
    return run_bench(count, arguments, usage, [](const Options& options) {
        print_motions(options.count("--turns", 10'000));
        fmt::print("\n");
        print_distances();
    });
}
