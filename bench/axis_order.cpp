/// How good the order of axes of `mr2-auto` is: random free bodies, all six orders of McLachlan–Reich on
/// each. Prints a table of docs/celledoni-methods.md.
///
///     build/bench/axis_order [h|ω|]     (0.05)
#include "measure.hpp"
#include "options.hpp"
#include "polhode/advise/compare.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/free_motion.hpp"

#include <array>
#include <cmath>
#include <random>

using namespace polhode;
using namespace polhode::bench;

namespace {

constexpr int bodies = 1000, steps = 300;
constexpr std::array orders{"mr2-123", "mr2-132", "mr2-213", "mr2-231", "mr2-312", "mr2-321"};

struct Errors {
    double attitude = 0, energy = 0;
};

Errors errors_of(const char* name, const Body& body, const State& start, double h) {
    const auto stepper = method(name).on_double(body, core::NoTorque{});
    const core::Quaternion<double> principal = core::from_eigen(body.principal_axes());
    core::State<double> s = core::to_principal(start, principal);
    const double energy = body.kinetic_energy(start);
    Errors errors;
    for (int n = 0; n < steps; ++n) {
        stepper->step(s, n * h, h);
        const double now = body.kinetic_energy(core::from_principal(s, principal));
        errors.energy = std::max(errors.energy, std::abs(now / energy - 1));
    }
    errors.attitude =
        attitude_distance(core::from_principal(s, principal), free_motion(body, start).at(steps * h));
    return errors;
}

/// Of one kind of error: `mr2-auto` and the worst order, each over the best one, for every body.
struct Ratios {
    std::vector<double> automatic, worst;
};

void print(const std::string& spread, const std::string& error, Ratios r) {
    const auto share = [&](double most) {
        const auto within = std::ranges::count_if(r.automatic, [&](double x) { return x <= most; });
        return fmt::format("{:.0f} %", 100.0 * static_cast<double>(within) / bodies);
    };
    std::ranges::sort(r.automatic);
    print_row({spread, error, share(1), share(2), fmt::format("{:.2g}", r.automatic[bodies * 95 / 100]),
               fmt::format("{:.2g}", median(r.worst))});
}

/// Moments b + c, a + c, a + b, with a, b, c log-uniform over `decades`.
void measure(const std::string& spread, double decades, double angle) {
    std::mt19937_64 random(1);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    Ratios attitude, energy;
    for (int k = 0; k < bodies; ++k) {
        Eigen::Vector3d a;
        for (double& x : a) x = std::pow(10, decades * uniform(random));
        const Body body = Body::from_moments({a[1] + a[2], a[0] + a[2], a[0] + a[1]});
        const State start{Eigen::Quaterniond::Identity(), {normal(random), normal(random), normal(random)}};
        const double h = angle / body.angular_velocity(start.momentum).norm();
        Errors best{1e300, 1e300}, worst;
        for (const char* name : orders) {
            const Errors e = errors_of(name, body, start, h);
            best = {std::min(best.attitude, e.attitude), std::min(best.energy, e.energy)};
            worst = {std::max(worst.attitude, e.attitude), std::max(worst.energy, e.energy)};
        }
        const Errors e = errors_of("mr2-auto", body, start, h);
        attitude.automatic.push_back(e.attitude / best.attitude);
        attitude.worst.push_back(worst.attitude / best.attitude);
        energy.automatic.push_back(e.energy / best.energy);
        energy.worst.push_back(worst.energy / best.energy);
    }
    print(spread, "attitude at the end", attitude);
    print(spread, "energy", energy);
}

}  // namespace

int main(int count, char** arguments) {
    const Usage usage{.name = "axis_order",
                      .what = "How good the order of axes of mr2-auto is, on random free bodies.",
                      .words = "[h|ω|]     (0.05)",
                      .most_words = 1};
    return run_bench(count, arguments, usage, [](const Options& options) {
        const double angle = options.number(0, "h|ω|", 0.05);
        print_note(fmt::format("{} free bodies, {} steps of h|ω| = {}", bodies, steps, angle));
        print_head({"moments", "error", "`mr2-auto` best of six", "within a factor 2 of the best",
                    "95 % within", "worst order / best, median"});
        measure("half a decade", 0.5, angle);
        measure("two decades", 2, angle);
    });
}
