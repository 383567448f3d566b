/// Torques that take long: the fewest evaluations of ours and of the other packages to an error at the end, and the
/// wall time with a torque of 1 µs and of 50 µs, which waits without sleeping. Prints a table of docs/performance.md.
///
///     build/bench/dear_torques [PROBLEM...]     (slow-top soft-wall heavy-top-123 satellite)
///
/// The rules are those of bench/ten_problems: ours must meet the error with the next five finer numbers of steps too, a
/// peer gets the luckiest. Our methods get the torque as a function that they know nothing about. heyoka has no place
/// here: it takes expressions.
#include "options.hpp"
#include "peers/rows.hpp"
#include "polhode/torque/bind.hpp"

#include <fmt/format.h>

using namespace polhode;
using namespace polhode::bench;

namespace {

constexpr std::array targets{1e-6, 1e-9};
constexpr std::array prices{1.0, 50.0};  // µs

/// The problem with its torque as a user's function that takes so long. The body axes are the principal ones.
Problem with_function(Problem p, double microseconds) {
    const std::shared_ptr bound = bound_torque<double>(p.body, p.torque);
    p.torque = body_torque([=](double t, const Eigen::Quaterniond& attitude) -> Eigen::Vector3d {
        if (microseconds > 0) busy_for(microseconds);
        return core::to_eigen(bound->at(t, core::from_eigen(attitude), {}));
    });
    return p;
}

struct Fewest {
    std::string name;
    double control;
    long evaluations;
};

/// `steadily`: with the finer ones too.
std::optional<Fewest> fewest(const std::vector<Scanned>& all, double target, bool steadily) {
    std::optional<Fewest> best;
    for (const Scanned& s : all)
        if (const auto trial = steadily ? steady(s.trials, target, finer_ones) : luckiest(s.trials, target))
            if (!best || trial->work < best->evaluations)
                best = {s.integrator.name, trial->control, trial->work};
    return best;
}

/// Of the integrator of this name, at this control.
double milliseconds(const std::vector<Integrator>& all, const Fewest& f) {
    const auto found = std::ranges::find(all, f.name, &Integrator::name);
    return least_microseconds(3, found->prepare(f.control)) / 1e3;
}

std::vector<Integrator> integrators_of_peers(const Task& task) {
    std::vector<Integrator> all;
    for (const Peer& peer : peers_found())
        for (Integrator& i : peer.integrators(task)) {
            i.name = peer.name + " " + i.name;
            all.push_back(std::move(i));
        }
    return all;
}

void measure(const Problem& p) {
    if (is_free(p.torque)) throw InputError(fmt::format("{} has no torque", p.name));
    const Truth truth(p);
    const Problem cheap = with_function(p, 0);
    const Task task = task_of(p);
    const std::vector<Scanned> ours = scan_ours(cheap, truth, targets.back()),
                               peers = scan_peers(task, truth, targets.back());
    for (const double target : targets) {
        const auto our = fewest(ours, target, true), peer = fewest(peers, target, false);
        std::vector<std::string> cells{p.name, fmt::format("{:.0e}", target)};
        if (!our || !peer) {
            cells.insert(cells.end(), {our ? our->name : "not reached", "", "",
                                       peer ? peer->name : "not reached", "", "–", "", "", "–", "", "", "–"});
            print_row(cells);
            continue;
        }
        cells.insert(cells.end(), {our->name, three_digits(our->control), fmt::format("{}", our->evaluations),
                                   peer->name, fmt::format("{}", peer->evaluations),
                                   three_digits(static_cast<double>(our->evaluations)
                                                / static_cast<double>(peer->evaluations))});
        for (const double price : prices) {
            const Problem dear_problem = with_function(p, price);
            const double us = milliseconds(our_table(dear_problem), *our),
                         them = milliseconds(integrators_of_peers(dear(task, price)), *peer);
            cells.insert(cells.end(), {fmt::format("{:.3g} ms", us), fmt::format("{:.3g} ms", them),
                                       three_digits(us / them)});
        }
        print_row(cells);
    }
}

}  // namespace

int main(int count, char** arguments) {
    const Usage usage{
        .name = "dear_torques",
        .what = "The fewest torque evaluations to an error, and wall times with torques of 1 and 50 µs.",
        .words = "[PROBLEM...]     (slow-top soft-wall heavy-top-123 satellite)",
        .most_words = 1000};
    return run_bench(count, arguments, usage, [](const Options& options) {
        std::vector<std::string> names = options.words();
        if (names.empty()) names = {"slow-top", "soft-wall", "heavy-top-123", "satellite"};
        stay_on_this_core();
        print_machine();
        print_head({"problem", "error", "ours", "steps", "torques", "fewest of the peers", "torques",
                    "ours / peer", "1 µs: ours", "peer", "ours / peer", "50 µs: ours", "peer",
                    "ours / peer"});
        for (const std::string& name : names) measure(problem(name));
    });
}
