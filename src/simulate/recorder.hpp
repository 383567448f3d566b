/// Observes a run: takes its samples, finds its events, and watches the conserved quantities.
#pragma once

#include "polhode/simulate/simulate.hpp"
#include "simulate/advance.hpp"
#include "simulate/event_search.hpp"
#include "simulate/kept_records.hpp"
#include "simulate/pace.hpp"
#include "simulate/sample_times.hpp"

#include <optional>
#include <string>
#include <vector>

namespace polhode {

class Recorder {
public:
    /// All arguments have to live as long as this object.
    Recorder(const Problem& problem, const Resolved& run, const Hooks& hooks, Advance& advance);

    /// Takes the first sample.
    [[nodiscard]] std::optional<Error> start();
    /// Lets the run advance to the next sample, event or reading of the clock, and records it. Of samples that are many
    /// within one step it takes some, and the next ones when it is called again.
    [[nodiscard]] std::optional<Error> go_on();
    /// Whether the last step has samples that are still to be taken: nothing can be kept then but what was recorded.
    bool has_samples_left() const { return has_samples_left_; }
    /// Takes the last state as a sample, also if the run was stopped.
    [[nodiscard]] std::optional<Error> finish();

    /// Whether a terminal event has happened.
    bool ended() const { return ended_by_.has_value(); }

    /// Fills in those members of a result that follow from what was observed.
    void report(Result& result) const;

    /// All that was observed, between two steps. To be called after that of the steps.
    void keep(core::Archive& archive);

private:
    std::optional<Error> sample(long n, double t, const core::State<double>& state);
    long unseen_steps() const;
    bool same_time(double a, double b) const;
    std::optional<Error> balance_piece();
    std::optional<Error> make_steps(long count);
    std::optional<Error> make_one_step();
    std::optional<Error> find_events();
    std::optional<Error> happens(const Event& event, bool rising, double t, const core::State<double>& at);
    std::optional<Error> changes(const Event& event, double t, const core::State<double>& at);
    std::optional<Error> see_change(double t, const core::State<double>& before,
                                    const core::State<double>& after, const Event* by);
    std::optional<Error> see_impulses();
    void note(const Advance::Given& given);
    std::optional<Error> take_samples();
    long last_whole_step() const { return ended() ? advance_.done() - 1 : advance_.done(); }

    const Problem& problem_;
    const Resolved& run_;
    const Hooks& hooks_;
    Advance& advance_;
    core::Quaternion<double> principal_;
    Pace pace_;
    SampleTimes times_;
    EventSearch search_;
    core::Invariants<double> initial_;
    core::MomentumLaw<double> law_;
    core::Watch<double> watch_;
    std::optional<Balance> balance_;
    long balanced_pieces_ = 0;

    double last_sample_ = -1;
    bool has_samples_left_ = false;
    std::vector<KeptEvent> events_;
    std::vector<KeptImpulse> impulses_;
    /// When an event has changed the state, and the longest time between two such changes.
    struct Changes {
        bool any = false;
        double last = 0, longest = 0;
    };
    std::vector<Changes> changes_;  // of each event
    bool changed_ = false;          // in the last step
    std::optional<std::string> ended_by_;
};

}  // namespace polhode
