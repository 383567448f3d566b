/// How well `choose` keeps its promise: random bodies, torques, horizons and tolerances of every kind
/// (tests/support/varied_cases.hpp), with the true error at every step and between steps by Boost.odeint in 80-bit
/// arithmetic. Prints a table of docs/choosing.md, and one line for each kind.
///
///     build/bench/tolerance [--cases N] [--first N] [--verbose] [--scenarios DIR] [CASE...]     (400)
#include "measure.hpp"
#include "options.hpp"
#include "polhode/advise/choose.hpp"
#include "toml/scenario.hpp"

#include "../tests/support/odeint_motion.hpp"
#include "../tests/support/random_rotation.hpp"
#include "../tests/support/varied_cases.hpp"

#include <fmt/format.h>
#include <cmath>
#include <filesystem>
#include <map>
#include <regex>

using namespace polhode;
using namespace polhode::bench;

namespace {

constexpr double longest_choosing = 60e6;   // µs of the processor
constexpr std::size_t between_steps = 200;  // times at which dense output is looked at

// --- one case -------------------------------------------------------------------------------------------------

struct Judged {
    Choice choice;
    double at_steps = 0, between = 0;  // true errors
    double doubt = 0;                  // how far two computations of the truth are apart
    double choosing = 0, running = 0;  // µs of the processor
    double error() const { return std::max(at_steps, between); }
};

std::vector<Sample> samples_of(const Problem& problem, const Plan& plan) {
    std::vector<Sample> all;
    simulate(problem, plan, {.on_sample = [&](const Sample& s) { all.push_back(s); }});
    return all;
}

/// Places within steps of the run, evenly distributed.
std::vector<double> times_between(double end, unsigned seed) {
    test::Random<double> random(seed);
    std::vector<double> times;
    for (std::size_t n = 0; n < between_steps; ++n) times.push_back(random.between(0, end));
    std::ranges::sort(times);
    return times;
}

/// Errors of both rows of samples against one computation of the truth.
void judge(Judged& judged, const Problem& problem, const std::vector<Sample>& steps,
           const std::vector<Sample>& between) {
    struct Seen {
        const Sample* sample;
        double* worst;
    };
    std::vector<Seen> all;
    for (const Sample& s : steps) all.push_back({&s, &judged.at_steps});
    for (const Sample& s : between) all.push_back({&s, &judged.between});
    std::ranges::stable_sort(all, {}, [](const Seen& seen) { return seen.sample->time; });
    std::vector<double> times;
    for (const Seen& seen : all) times.push_back(seen.sample->time);
    const test::OdeintMotion truth(problem, times);
    for (std::size_t i = 0; i < all.size(); ++i)
        *all[i].worst = std::max(*all[i].worst, truth.error(i, all[i].sample->state));
    judged.doubt = truth.distance(test::OdeintMotion(problem, times, 2e-17L));
}

/// Throws RunError if the tolerance is refused.
Judged judged(const test::VariedCase& c, unsigned index) {
    Judged all;
    const double begin = processor_microseconds();
    bool in_time = true;
    const auto go_on = [&] { return in_time = processor_microseconds() - begin < longest_choosing; };
    Expected<Choice> choice = try_choose(c.problem, {.error = c.tolerance, .go_on = go_on});
    if (!in_time) throw RunError("choosing takes longer than a minute");
    all.choice = std::move(choice).or_throw();
    all.choosing = processor_microseconds() - begin;
    const Plan plan = plan_of(all.choice);
    all.running = std::numeric_limits<double>::infinity();
    for (int n = 0; n < 3; ++n) {
        const double start = processor_microseconds();
        simulate(c.problem, plan);
        all.running = std::min(all.running, processor_microseconds() - start);
    }
    Plan at_times = plan;
    at_times.times = times_between(all.choice.end, index);
    judge(all, c.problem, samples_of(c.problem, plan), samples_of(c.problem, at_times));
    return all;
}

// --- many cases -----------------------------------------------------------------------------------------------

double quantile(std::vector<double> values, double share) {
    if (values.empty()) return std::nan("");
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

struct Tally {
    int granted = 0, refused = 0, failed = 0, unjudged = 0;
    int kept = 0, kept_between = 0, honest = 0;
    double worst = 0;
    std::vector<double> estimates;  // estimate / true error
    std::vector<double> overhead;   // choosing / run, of runs above 100 µs
    std::map<std::string, int> reasons, methods;

    void add(const Judged& j, double tolerance) {
        ++granted;
        ++methods[j.choice.method.substr(0, j.choice.method.find('@'))];
        if (j.running > 100) overhead.push_back(j.choosing / j.running);
        if (!(j.doubt < 0.1 * tolerance)) {
            ++unjudged;
            return;
        }
        kept += j.at_steps <= tolerance ? 1 : 0;
        kept_between += j.between <= tolerance ? 1 : 0;
        worst = std::max(worst, j.error() / tolerance);
        estimates.push_back(j.choice.estimate / j.error());
        honest += estimates.back() <= 3 && estimates.back() >= 1.0 / 3 ? 1 : 0;
    }
    int judged() const { return granted - unjudged; }
};

/// A sentence without its numbers and names, so that those of one kind count together.
std::string reason_of(const std::string& sentence) {
    std::string text = std::regex_replace(sentence, std::regex("[0-9][0-9.]*(e[-+]?[0-9]+)?"), "N");
    return std::regex_replace(text, std::regex("by [a-z][^ ]*"), "by METHOD");
}

void write_scenario(const std::string& folder, unsigned index, const test::VariedCase& c,
                    const std::string& what) {
    std::filesystem::create_directories(folder);
    std::ofstream file(fmt::format("{}/case-{:03}.toml", folder, index));
    file << "# case " << index << ", " << c.kind << ", tolerance " << fmt::format("{:.3e}", c.tolerance)
         << ": " << what << "\n"
         << scenario_toml(c.problem, "se");
}

void run_case(unsigned index, const Options& options, Tally& all, Tally& kind) {
    const test::VariedCase c = test::varied_case(index);
    std::string what;
    bool bad = false;
    try {
        const Judged j = judged(c, index);
        all.add(j, c.tolerance);
        kind.add(j, c.tolerance);
        bad = !(j.error() <= c.tolerance);
        what = fmt::format(
            "{} ({} steps), estimate {:.2e}, error at steps {:.2e}, between {:.2e}, truth in doubt by "
            "{:.0e}; choosing {:.0f} µs, run {:.0f} µs",
            j.choice.method, j.choice.steps.value_or(0), j.choice.estimate, j.at_steps, j.between, j.doubt,
            j.choosing, j.running);
    } catch (const RunError& refusal) {
        what = fmt::format("refused: {}", refusal.what());
        for (Tally* t : {&all, &kind}) ++t->refused, ++t->reasons[reason_of(refusal.what())];
    } catch (const std::exception& failure) {
        bad = true;
        what = fmt::format("fails: {}", failure.what());
        for (Tally* t : {&all, &kind}) ++t->failed, ++t->reasons[reason_of(failure.what())];
    }
    if (bad || options.has("--verbose"))
        fmt::print("{}case {}, {}, tolerance {:.2e}: {}\n", bad ? "MISSED " : "", index, c.kind, c.tolerance,
                   what);
    std::fflush(stdout);
    if (const auto folder = options.value("--scenarios"); folder && (bad || !options.words().empty()))
        write_scenario(*folder, index, c, what);
}

void print_all(const Tally& t, std::size_t cases) {
    const auto share = [&](int count) { return fmt::format("{} of {}", count, t.judged()); };
    print_head({fmt::format("{} cases", cases), ""});
    print_row({"granted / refused", fmt::format("{} / {}", t.granted, t.refused)});
    print_row({"failed otherwise", fmt::format("{}", t.failed)});
    print_row(
        {"granted, but the truth is not known to a tenth of the tolerance", fmt::format("{}", t.unjudged)});
    print_row({"true error below the tolerance at every step", share(t.kept)});
    print_row({"and between steps", share(t.kept_between)});
    print_row({"largest error / tolerance", three_digits(t.worst)});
    print_row({"estimate within a factor 3 of the true error", share(t.honest)});
    print_row({"estimate / true error: smallest, median, largest",
               fmt::format("{:.2g}, {:.2g}, {:.2g}", quantile(t.estimates, 0), quantile(t.estimates, 0.5),
                           quantile(t.estimates, 1))});
    print_row(
        {fmt::format("time to choose / time of the run, {} runs above 100 µs: 10 %, median, 90 %, largest",
                     t.overhead.size()),
         fmt::format("{:.3g}, {:.3g}, {:.3g}, {:.3g}", quantile(t.overhead, 0.1), quantile(t.overhead, 0.5),
                     quantile(t.overhead, 0.9), quantile(t.overhead, 1))});
}

void print_kinds(const std::map<std::string, Tally>& kinds) {
    print_head({"kind", "granted", "refused", "failed", "not judged", "missed at steps", "missed between",
                "largest error / tolerance", "estimate within a factor 3", "choosing / run, median"});
    for (const auto& [name, t] : kinds)
        print_row({name, fmt::format("{}", t.granted), fmt::format("{}", t.refused),
                   fmt::format("{}", t.failed), fmt::format("{}", t.unjudged),
                   fmt::format("{}", t.judged() - t.kept), fmt::format("{}", t.judged() - t.kept_between),
                   three_digits(t.worst), fmt::format("{} of {}", t.honest, t.judged()),
                   t.overhead.empty() ? "–" : three_digits(quantile(t.overhead, 0.5))});
}

void print_counts(const std::string& head, const std::map<std::string, int>& counts) {
    print_head({head, "cases"});
    for (const auto& [name, count] : counts) print_row({name, fmt::format("{}", count)});
}

}  // namespace

int main(int count, char** arguments) {
    const Usage usage{
        .name = "tolerance",
        .what = "How well choose keeps its promise, on random problems of every kind.",
        .words = "[CASE...]     (all)",
        .most_words = 100'000,
        .options = {{"--cases", "N", "so many (400)"},
                    {"--first", "N", "from this one on (0): others are drawn from other numbers"},
                    {"--verbose", "", "a line for each case, not only for those that miss the tolerance"},
                    {"--scenarios", "DIR", "write those that miss it, and those named, as scenarios"}}};
    return run_bench(count, arguments, usage, [](const Options& options) {
        std::vector<unsigned> cases;
        for (const std::string& word : options.words())
            cases.push_back(word == "0" ? 0u : static_cast<unsigned>(positive_count(word, "CASE")));
        if (cases.empty())
            for (long n = 0; n < options.count("--cases", 400); ++n)
                cases.push_back(static_cast<unsigned>(options.count("--first", 0) + n));
        Tally all;
        std::map<std::string, Tally> kinds;
        for (const unsigned index : cases)
            run_case(index, options, all, kinds[test::varied_case(index).kind]);
        print_all(all, cases.size());
        print_kinds(kinds);
        print_counts("refused or failed because", all.reasons);
        print_counts("method", all.methods);
    });
}
