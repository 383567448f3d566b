#include "run_files.hpp"

#include "interrupt.hpp"
#include "io/control_csv.hpp"
#include "io/events_csv.hpp"
#include "io/manifest.hpp"
#include "io/nearer_sign.hpp"
#include "io/run_json.hpp"
#include "io/sensitivity_csv.hpp"
#include "polhode/error.hpp"
#include "report/report.hpp"
#include "report/viewed_motion.hpp"

namespace polhode::program {

RunFiles::RunFiles(const std::string& folder)
    : folder_(std::make_unique<OutputFolder>(folder)),
      growing_(*folder_),
      samples_(most_plotted_samples),
      envelope_(most_plotted_parts) {}

MotionFiles RunFiles::motion(const Problem& problem, const ChosenFormat& format) {
    return {"trajectory", problem,  record_.mesh, attitude_,         exchange_,
            *folder_,     growing_, names_,       format.open_arrays};
}

void RunFiles::add(const Sample& sample, const Problem& problem) {
    Sample kept = sample;
    kept.state.attitude = nearer_sign(sample.state.attitude, last_attitude_);
    for (const ChosenFormat& chosen : formats_)
        if (chosen.format->add) chosen.format->add(motion(problem, chosen), kept);
    if (sample.transition)
        growing_.file("sensitivity.csv", sensitivity_csv_header).write(sensitivity_csv_row(kept));
    if (sample.by_parameters)
        growing_
            .file("parameter_sensitivity.csv",
                  [&] { return parameter_sensitivity_csv_header(parameter_names(problem)); })
            .write(parameter_sensitivity_csv_row(kept));
    samples_.add(kept);
    envelope_.add(kept.time, charted_quantities(problem, kept));
    last_attitude_ = kept.state.attitude;
}

void RunFiles::add(const ControlRecord& record, const Problem& problem) {
    growing_.file("control.csv", [&] { return control_csv_header(*problem.control, problem.wheels); })
        .write(control_csv_row(record));
}

std::vector<std::filesystem::path> RunFiles::write_to(core::Archive& archive,
                                                      const CheckpointFolder& checkpoint) {
    std::vector<GrowingFile::Mark> marks = growing_.keep_in(checkpoint);
    std::vector<std::filesystem::path> kept;
    kept.reserve(marks.size());
    for (const GrowingFile::Mark& mark : marks)
        kept.push_back(GrowingFile::kept_place(checkpoint, mark.name));
    bool has_attitude = last_attitude_.has_value();
    archive(marks, samples_, envelope_, has_attitude);
    if (has_attitude)
        for (double& x : last_attitude_->coeffs()) archive(x);
    return kept;
}

void RunFiles::read_from(core::Archive& archive, const CheckpointFolder& checkpoint) {
    std::vector<GrowingFile::Mark> marks;
    bool has_attitude = false;
    archive(marks, samples_, envelope_, has_attitude);
    if (has_attitude)
        for (double& x : last_attitude_.emplace().coeffs()) archive(x);
    for (const GrowingFile::Mark& mark : marks)
        if (!is_plain_name(mark.name)) archive.refuse();  // it would be a file of another folder
    if (archive.is_good()) growing_.go_on_from(checkpoint, marks);
}

void RunFiles::finish(const Scenario& scenario, const Result& result, const std::optional<Choice>& choice) {
    const Patience with_the_page;
    if (!scenario.plan.events.empty()) {
        folder_->start("events.csv").write(events_csv(result.events));
        names_.emplace_back("events.csv");
    }
    const std::vector<Sample> kept = samples_.take();
    for (const ChosenFormat& chosen : formats_)
        if (chosen.format->finish)
            chosen.format->finish(motion(scenario.problem, chosen), {scenario.plan, result, kept});
    const std::vector<std::string> grown = growing_.names();
    names_.insert(names_.begin(), grown.begin(), grown.end());
    names_.insert(names_.end(), {"summary.json", "report.html"});
    record_ = {kept, samples_.added(), envelope_.parts(), {}, std::move(record_.mesh)};
    record_.motion = viewed_motion(scenario.problem, scenario.plan, result, record_.samples);
    tell(scenario, result, std::nullopt, choice, std::nullopt, {});
}

void RunFiles::judge(const Scenario& scenario, const Result& result,
                     const std::optional<Certificate>& certificate, const std::optional<Choice>& choice,
                     const std::optional<FirstPart>& first_part, const std::vector<std::string>& notes) {
    if (folder_->amend()) tell(scenario, result, certificate, choice, first_part, notes);
}

void RunFiles::tell(const Scenario& scenario, const Result& result,
                    const std::optional<Certificate>& certificate, const std::optional<Choice>& choice,
                    const std::optional<FirstPart>& first_part, const std::vector<std::string>& notes) {
    const Patience writing;
    folder_->start("summary.json")
        .write(run_json(result, scenario.changed, certificate, choice, first_part, notes));
    folder_->start("report.html").write(report_html(scenario.problem, result, record_, certificate));
    folder_->commit(result.complete);
}

}  // namespace polhode::program
