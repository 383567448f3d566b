/// Finds the events of a run, step by step.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/simulate/event.hpp"
#include "simulate/inside_step.hpp"

#include <optional>
#include <vector>

namespace polhode {

class EventSearch {
public:
    /// Every event must have a function.
    EventSearch(const std::vector<Event>& events, const core::Quaternion<double>& principal)
        : events_(events), principal_(principal) {}

    bool empty() const { return events_.empty(); }

    /// Begins at a state, whose zeros are no events. An Error, as from `within`, if a function is not finite.
    [[nodiscard]] std::optional<Error> start(double t, const core::State<double>& state);

    struct Found {
        const Event* event;
        double part;  ///< of the piece, from 0 to 1
        double time;
        core::State<double> state;
        bool rising;
    };
    /// The events of a piece of a step that begins with the state seen last, in order; nothing after a terminal
    /// one or one that changes the state.
    Expected<std::vector<Found>> within(InsideStep& step, long piece);

    struct Crossed {
        const Event* event;
        bool rising;
    };
    /// The state has been changed at this time: the events whose functions were taken across zero. That of
    /// the event which did it is close to zero before, or after, and does not count.
    Expected<std::vector<Crossed>> changed(double t, const core::State<double>& before,
                                           const core::State<double>& after, const Event* by = nullptr);

    void keep(core::Archive& archive);

private:
    double value(const Event& event, double t, const core::State<double>& state);

    const std::vector<Event>& events_;
    core::Quaternion<double> principal_;
    std::vector<double> last_;      // values at the end of the last step
    std::vector<char> begins_;      // with a value that may be a zero up to rounding
    bool after_change_ = false;     // by an event
    std::optional<Error> failure_;  // the first value that is not finite, or state that is not known
};

}  // namespace polhode
