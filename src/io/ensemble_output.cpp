#include "io/ensemble_output.hpp"

#include "io/certificate_json.hpp"
#include "io/json_number.hpp"
#include "io/run_json.hpp"
#include "io/run_summary.hpp"
#include "io/table.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/version.hpp"
#include "text/quantity.hpp"

#include <fmt/format.h>

namespace polhode {
namespace {

struct NamedNumber {
    std::string name;
    double value;
};

/// The numbers of a summary with the names that they have in files.
std::vector<NamedNumber> numbers(const Summary& s) {
    std::vector<NamedNumber> all{{"mean", s.mean}, {"std", s.deviation}, {"min", s.min}};
    for (std::size_t i = 0; i < quantile_percents.size(); ++i)
        all.push_back({fmt::format("q{:02}", quantile_percents[i]), s.quantiles[i]});
    all.push_back({"max", s.max});
    return all;
}

Json statistics_json(const EnsembleResult& result) {
    Json all = Json::object();
    for (const Quantity q :
         {Quantity::pointing_error, Quantity::energy_error, Quantity::momentum_error, Quantity::rate})
        all[std::string(name(q))] = nullptr;  // stays so if there is no value
    for (const QuantityResult& q : result.quantities) {
        const std::string key(name(q.quantity));
        all[key] = nullptr;
        if (!q.samples.back()) continue;
        all[key] = Json::object();
        for (const auto& [number, value] : numbers(*q.samples.back()))
            all[key][number] = json_number(fmt::format("statistics.{}.{}", key, number), value);
    }
    return all;
}

Json failures_json(const EnsembleResult& result) {
    Json first = Json::array();
    for (const BodyFailure& f : result.first_failures)
        first.push_back({{"body", f.body}, {"step", f.step}, {"time", f.time}, {"reason", f.reason}});
    return {{"count", result.failures}, {"first", std::move(first)}};
}

/// The errors of a choice with the names that they have in files.
std::vector<NamedNumber> errors(const EnsembleChoice& choice) {
    return {{"q50", choice.median}, {"q90", choice.q90}, {"q99", choice.q99}, {"max", choice.max}};
}

Json tolerance_json(const EnsembleChoice& choice) {
    Json json{{"asked", json_number("tolerance.asked", choice.asked)},
              {"chosen_on", choice.chosen_on},
              {"verified_on", choice.verified_on},
              {"verified_by", choice.verified_by},
              {"error", Json::object()}};
    for (const auto& [number, value] : errors(choice))
        json["error"][number] = json_number(fmt::format("tolerance.error.{}", number), value);
    return json;
}

double body_steps_per_second(const EnsembleResult& result) {
    return result.wall_seconds > 0 ? result.body_steps / result.wall_seconds : 0;
}

}  // namespace

std::string ensemble_json(const EnsembleScenario& scenario, const EnsembleResult& result,
                          const std::vector<std::string>& files,
                          const std::optional<EnsembleCertificate>& certificate) {
    Json json;
    json["polhode"] = version;
    json["schema"] = json_schema;
    json["problem"] = scenario.setup.problem.name;
    json["changed"] = scenario.changed;
    json["method"] = std::string(method(scenario.plan.stepping.method).sheet.name);
    json["count"] = result.count;
    json["seed"] = scenario.setup.seed;
    json["time"] = json_number("time", result.time);
    json["step"] = json_number("step", scenario.plan.stepping.step);
    json["requested_step"] = json_number("requested_step", scenario.requested_step);
    json["steps"] = result.steps;
    json["body_steps"] = json_number("body_steps", result.body_steps);
    json["wall_seconds"] = json_number("wall_seconds", result.wall_seconds);
    json["march_seconds"] = json_number("march_seconds", result.march_seconds);
    json["body_steps_per_second"] = json_number("body_steps_per_second", body_steps_per_second(result));
    json["threads"] = result.threads;
    json["ranks"] = result.ranks;
    json["target"] = std::string(name(result.target));
    if (const auto& control = scenario.setup.problem.control)
        json["control"] = {{"law", std::string(name_of(*control))},
                           {"period", json_number("control.period", control->period)}};
    if (scenario.choice) json["tolerance"] = tolerance_json(*scenario.choice);
    json["failures"] = failures_json(result);
    json["notes"] = result.notes;
    json["statistics"] = statistics_json(result);
    json["files"] = files;
    if (certificate) {
        Json& out = json["certificate"] =
            certificate_json(std::string(method(scenario.plan.stepping.method).sheet.name),
                             certificate->worst, certificate->energy, certificate->momentum);
        out["checked"]["bodies"] = certificate->bodies;
    }
    return json_text(json);
}

std::string statistics_csv(const EnsembleResult& result, const std::optional<EnsembleChoice>& choice) {
    std::string csv = "time,bodies";
    for (const QuantityResult& q : result.quantities)
        for (const NamedNumber& n : numbers({})) csv += fmt::format(",{}_{}", name(q.quantity), n.name);
    std::string measured;
    if (choice)
        for (const auto& [number, value] : errors(*choice)) {
            csv += fmt::format(",run_error_{}", number);
            measured += fmt::format(",{}", value);
        }
    csv += '\n';
    for (std::size_t i = 0; i < result.times.size(); ++i) {
        const auto& any = result.quantities.front().samples[i];
        csv += fmt::format("{},{}", result.times[i], any ? any->count : 0);
        for (const QuantityResult& q : result.quantities)
            for (const NamedNumber& n : numbers(q.samples[i].value_or(Summary{})))
                csv += q.samples[i] ? fmt::format(",{}", n.value) : ",";
        csv += measured + '\n';
    }
    return csv;
}

std::vector<std::string> ensemble_notes(const EnsembleScenario& scenario) {
    std::vector<std::string> notes;
    if (!scenario.choice)
        if (const auto first = first_part_of_ensemble(scenario.setup, scenario.plan);
            first && first->is_meaningless())
            notes.push_back(first_part_note(*first));
    if (scenario.plan.stepping.step < scenario.requested_step * (1 - 1e-12))
        notes.push_back(fmt::format("the step {} does not divide the interval {}: used {:.17g}",
                                    scenario.requested_step, scenario.plan.end, scenario.plan.stepping.step));
    notes.insert(notes.end(), scenario.warnings.begin(), scenario.warnings.end());
    return notes;
}

std::string failure_note(const EnsembleResult& result) {
    if (result.failures == 0) return "";
    const BodyFailure& f = result.first_failures.front();
    return fmt::format("{} of {} bodies failed and do not count; the first, body {}, at step {}: {}",
                       result.failures, result.count, f.body, f.step, f.reason);
}

std::string tolerance_text(const EnsembleChoice& choice) {
    return fmt::format(
        "{:.3g} asked; of {}, the error is {:.1e} in the median, {:.1e} at 90 %, {:.1e} at 99 %, {:.1e} at most, "
        "measured against {}",
        choice.asked, choice.verified_on == 1 ? "1 body" : fmt::format("{} bodies", choice.verified_on),
        choice.median, choice.q90, choice.q99, choice.max, choice.verified_by);
}

std::string ensemble_summary(const EnsembleScenario& scenario, const EnsembleResult& result, int width) {
    const Problem& problem = scenario.setup.problem;
    const Sheet& sheet = method(scenario.plan.stepping.method).sheet;
    std::vector<Fact> rows{
        {"method", fmt::format("{}: {}", sheet.name, sheet.title)},
        {"steps", fmt::format("{} of {:.12g}, up to time {:.12g}", result.steps, scenario.plan.stepping.step,
                              result.time)},
        {"bodies", fmt::format("{}, {} failed", result.count, result.failures)},
        {"time spent", fmt::format("{}, {} body-steps/s", duration(result.wall_seconds),
                                   large_number(body_steps_per_second(result)))},
        {"machine", fmt::format("{} x {} threads, {}", result.ranks, result.threads, name(result.target))},
    };
    if (scenario.choice) rows.push_back({"tolerance", tolerance_text(*scenario.choice)});
    for (const std::string& note : result.notes) rows.push_back({"note", note});
    if (result.failures > 0) rows.push_back({"note", failure_note(result)});

    std::vector<std::vector<std::string>> numbers_at_end{{"at the end"}};
    for (const NamedNumber& n : numbers({})) numbers_at_end[0].push_back(n.name);
    numbers_at_end[0].emplace_back("");
    for (const QuantityResult& q : result.quantities) {
        if (!q.samples.back()) continue;
        numbers_at_end.push_back({std::string(name(q.quantity))});
        for (const NamedNumber& n : numbers(*q.samples.back()))
            numbers_at_end.back().push_back(fmt::format("{:.3g}", n.value));
        numbers_at_end.back().emplace_back("");
    }
    const std::string title =
        problem.description.empty() ? problem.name : problem.name + ": " + problem.description;
    return wrapped(title, width) + '\n' + facts(rows, width) + '\n' + table(numbers_at_end, width);
}

std::string part_name(const std::string& name, int rank, int ranks) {
    if (ranks == 1) return name;
    const std::string all = fmt::format("{}", ranks);
    return fmt::format("{}-part-{:0{}}-of-{}", name, rank + 1, all.size(), all);
}

}  // namespace polhode
