/// The files of 'polhode run --out', which grow as the run goes on.
#pragma once

#include "chosen_formats.hpp"
#include "io/bounded_samples.hpp"
#include "io/envelope.hpp"
#include "io/growing_files.hpp"
#include "io/output_folder.hpp"
#include "polhode/advise/certify.hpp"
#include "polhode/advise/choose.hpp"
#include "polhode/advise/first_part.hpp"
#include "polhode/scenario/scenario.hpp"
#include "report/run_plots.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace polhode::program {

class RunFiles {
public:
    /// Throws InputError for a folder that cannot be written into.
    explicit RunFiles(const std::string& folder);

    void add(const Sample& sample, const Problem& problem);
    void add(const ControlRecord& record, const Problem& problem);

    /// What a run that goes on in another process needs to write files with the same bytes; returns the places of those
    /// that the checkpoint keeps. Throws RunError.
    std::vector<std::filesystem::path> write_to(core::Archive& archive, const CheckpointFolder& checkpoint);
    /// Throws InputError if the files of the checkpoint are not as they were.
    void read_from(core::Archive& archive, const CheckpointFolder& checkpoint);

    /// The formats of the trajectory, the form in which they have the attitude, what they say beside it, and the shape of
    /// the body in pictures.
    void show(std::vector<ChosenFormat> formats, const AttitudeForm& attitude, Exchange exchange,
              std::optional<Mesh> mesh) {
        exchange_ = std::move(exchange);
        formats_ = std::move(formats);
        attitude_ = attitude;
        record_.mesh = std::move(mesh);
    }
    /// The result, before anything is said about how good it is: that may take long.
    void finish(const Scenario& scenario, const Result& result, const std::optional<Choice>& choice);
    /// The same result with what has been found out about it.
    void judge(const Scenario& scenario, const Result& result, const std::optional<Certificate>& certificate,
               const std::optional<Choice>& choice, const std::optional<FirstPart>& first_part,
               const std::vector<std::string>& notes);

    std::string written_to() const { return folder_->written_to().string(); }
    const std::vector<std::string>& names() const { return names_; }

private:
    void tell(const Scenario& scenario, const Result& result, const std::optional<Certificate>& certificate,
              const std::optional<Choice>& choice, const std::optional<FirstPart>& first_part,
              const std::vector<std::string>& notes);
    MotionFiles motion(const Problem& problem, const ChosenFormat& format);

    std::vector<std::string> names_;
    std::unique_ptr<OutputFolder> folder_;
    GrowingFiles growing_;
    std::vector<ChosenFormat> formats_;
    AttitudeForm attitude_;
    Exchange exchange_;
    BoundedSamples samples_;
    Envelope envelope_;
    RunRecord record_;  // for the page, when the run is over
    std::optional<Eigen::Quaterniond> last_attitude_;
};

}  // namespace polhode::program
