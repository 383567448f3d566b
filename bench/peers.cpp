/// Polhode beside other packages, in one run: the wall time that one body takes to an accuracy, and the
/// throughput on a crowd of free bodies. Prints the tables of docs/performance.md.
///
///     build/bench/peers [accuracy | throughput]     (both)
///
/// Accuracy: ‖R − R_ref‖₂ at the end against the stored reference of the problem. Errors are not monotone: a
/// peer gets the luckiest of a fine row of tolerances or step counts, ours must meet the target with the next
/// eight finer ones too. Each package shows its fastest integrator, by the median of many whole integrations;
/// all take turns.
#include "options.hpp"
#include "peers/found.hpp"
#include "peers/ours.hpp"
#include "peers/race.hpp"
#include "polhode/advise/reference.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/simulate/free_motion.hpp"

#include <fmt/format.h>
#include <cstdio>
#include <random>
#include <string_view>

using namespace polhode;
using namespace polhode::bench;

namespace {

State state_of(const Quaternion& q) {
    return {Eigen::Quaterniond(q[3], q[0], q[1], q[2]).normalized(), Eigen::Vector3d::Zero()};
}

// --- one body, to an accuracy ---------------------------------------------------------------------------------

constexpr std::array targets{1e-3, 1e-6, 1e-9};

struct Row {
    std::string name;
    bool ours;
    std::vector<Scanned> integrators;
};

struct Cell {
    double microseconds;
    std::string name;
};

/// The fastest of each row at one target; empty where nothing reaches it.
std::vector<std::optional<Cell>> column(const std::vector<Row>& rows, double target) {
    std::vector<Contender> contenders;
    for (std::size_t n = 0; n < rows.size(); ++n)
        for (const Scanned& s : rows[n].integrators)
            if (const auto trial = rows[n].ours ? steady(s.trials, target) : luckiest(s.trials, target))
                contenders.push_back({n, s.integrator.name, s.integrator.prepare(trial->control)});
    time_in_turns(contenders);
    std::vector<std::optional<Cell>> cells(rows.size());
    for (const Contender& c : contenders) {
        const double time = median(c.microseconds);
        std::optional<Cell>& cell = cells[c.row];
        if (!cell || time < cell->microseconds) cell = {time, c.name};
    }
    return cells;
}

/// What a package does reach.
std::string shortfall(const Row& row) {
    const Trial* best = nullptr;
    for (const Scanned& s : row.integrators)
        if (!s.trials.empty() && (!best || s.trials.back().error < best->error)) best = &s.trials.back();
    return best ? fmt::format("not reached ({:.0e} after {} steps)", best->error, best->work) : "not reached";
}

void print_accuracy(const Problem& p) {
    const State& exact = reference_at(p, p.defaults.end).state;
    std::vector<Row> rows;
    const auto error_of = [&](const Outcome& o) {
        return attitude_distance(state_of({o.state[0], o.state[1], o.state[2], o.state[3]}), exact);
    };
    const auto add = [&](const std::string& name, bool ours, const std::vector<Integrator>& integrators) {
        if (integrators.empty()) return;
        rows.push_back({name, ours, {}});
        for (const Integrator& i : integrators)
            rows.back().integrators.push_back({i, scan(i, {targets.back()}, error_of)});
    };
    add("Polhode", true, our_integrators(p));
    if (is_free(p.torque)) add("Polhode without the exact flow", true, our_integrators_without_exact_flow(p));
    const std::size_t ours = rows.size();
    const Task task = task_of(p);
    for (const Peer& peer : peers_found()) add(peer.name, false, peer.integrators(task));

    std::vector<std::vector<std::optional<Cell>>> columns;
    for (const double target : targets) columns.push_back(column(rows, target));

    print_head({fmt::format("{} to t = {}, error at most", p.name, p.defaults.end), "1e-3", "1e-6", "1e-9"});
    for (std::size_t n = 0; n < rows.size(); ++n) {
        std::vector<std::string> line{rows[n].name};
        for (const auto& cells : columns)
            line.push_back(cells[n] ? fmt::format("{}, {}", time_text(cells[n]->microseconds), cells[n]->name)
                                    : shortfall(rows[n]));
        print_row(line);
    }
    for (std::size_t n = 0; n < ours; ++n) {
        std::vector<std::string> line{fmt::format("**{} / fastest peer**", rows[n].name)};
        for (const auto& cells : columns) {
            double best = 0;
            for (std::size_t k = ours; k < cells.size(); ++k)
                if (cells[k] && (best == 0 || cells[k]->microseconds < best)) best = cells[k]->microseconds;
            line.push_back(cells[n] && best > 0 ? fmt::format("**{:.3g}**", cells[n]->microseconds / best)
                                                : "–");
        }
        print_row(line);
    }
}

// --- many free bodies -----------------------------------------------------------------------------------------

Crowd crowd_of(std::size_t bodies) {
    Crowd crowd{{1, 2, 3}, 0.02, {}};
    std::mt19937_64 random(1);
    std::normal_distribution<double> normal;
    for (std::size_t n = 0; n < bodies; ++n) {
        Eigen::Quaterniond q(normal(random), normal(random), normal(random), normal(random));
        q.normalize();
        Numbers s{q.x(), q.y(), q.z(), q.w()};
        for (std::size_t k = 0; k < 3; ++k) s[4 + k] = normal(random) / crowd.moments[k];
        crowd.start.push_back(s);
    }
    return crowd;
}

struct Competitor {
    std::string package;
    CrowdMethod method;
    double nanoseconds = 0;  // per body and step
};

/// Least times of a long and of a short run: their difference has no beginning and no end in it. All take
/// turns.
void time_in_turns(std::vector<Competitor>& competitors, const Crowd& crowd) {
    constexpr int few = 5, many = 25, repeats = 9;
    struct Times {
        std::unique_ptr<CrowdRun> run;
        double few = 1e300, many = 1e300;
    };
    std::vector<Times> all;
    for (const Competitor& c : competitors) all.push_back({c.method.make(crowd)});
    for (int i = 0; i < repeats; ++i)
        for (Times& t : all) {
            t.few = std::min(t.few, microseconds([&] { t.run->advance(few); }));
            t.many = std::min(t.many, microseconds([&] { t.run->advance(many); }));
        }
    for (std::size_t n = 0; n < all.size(); ++n)
        competitors[n].nanoseconds =
            1e3 * (all[n].many - all[n].few) / (many - few) / static_cast<double>(crowd.start.size());
}

/// Median over the bodies of the distance to the exact motion.
double error_at(double end, const CrowdMethod& method, const Crowd& crowd) {
    const std::unique_ptr<CrowdRun> run = method.make(crowd);
    run->advance(static_cast<int>(std::lround(end / crowd.step)));
    const std::vector<Quaternion> attitudes = run->attitudes();
    const Moments& i = crowd.moments;
    const Body body = Body::from_moments({i[0], i[1], i[2]});
    std::vector<double> errors;
    for (std::size_t n = 0; n < attitudes.size(); ++n) {
        const Numbers& s = crowd.start[n];
        const FreeMotion motion = free_motion(
            body, {Eigen::Quaterniond(s[3], s[0], s[1], s[2]), body.momentum({s[4], s[5], s[6]})});
        errors.push_back(attitude_distance(state_of(attitudes[n]), motion.at(end)));
    }
    return median(std::move(errors));
}

void print_throughput() {
    const Crowd crowd = crowd_of(100'000), few = crowd_of(1'000);
    print_note(fmt::format(
        "\n{} free bodies with moments 1, 2, 3, steps of {}, one thread. The error is the median of {} bodies at "
        "t = 10.",
        crowd.start.size(), crowd.step, few.start.size()));
    print_head({"package", "method", "ns per body and step", "Polhode / it", "attitude error"});
    std::vector<Competitor> competitors;
    for (const CrowdMethod& method : ours_throughput()) competitors.push_back({"Polhode", method});
    for (const Peer& peer : peers_found())
        for (const CrowdMethod& method : peer.crowds) competitors.push_back({peer.name, method});
    time_in_turns(competitors, crowd);
    for (const Competitor& c : competitors)
        print_row({c.package, c.method.name, three_digits(c.nanoseconds),
                   three_digits(competitors.front().nanoseconds / c.nanoseconds),
                   scientific(error_at(10, c.method, few))});
}

}  // namespace

int main(int count, char** arguments) {
    const Usage usage{.name = "peers",
                      .what = "Polhode beside other packages: one body to an accuracy, and many free bodies.",
                      .words = "[accuracy | throughput]     (both)",
                      .most_words = 1};
    return run_bench(count, arguments, usage, [](const Options& options) {
        const std::string part = options.word(0, "");
        if (!part.empty() && part != "accuracy" && part != "throughput")
            throw InputError(fmt::format("unknown part \"{}\": accuracy or throughput expected", part));
        print_machine();
        if (part != "throughput")
            for (const char* name : {"free-body", "slow-top"}) print_accuracy(problem(name));
        if (part != "accuracy") print_throughput();
    });
}
