/// Finds the events of a run, step by step.
#pragma once

#include "polhode/simulate/dense_step.hpp"
#include "polhode/simulate/event.hpp"

#include <vector>

namespace polhode {

class EventSearch {
public:
    /// Throws InputError for an event without a name or a function.
    EventSearch(const std::vector<Event>& events, const core::Quaternion<double>& principal);

    bool empty() const { return events_.empty(); }

    /// What is zero here has happened before.
    void start(double t, const core::State<double>& state);

    struct Found {
        const Event* event;
        double part;  ///< of the step
        bool rising;
    };
    /// The events of the step from the last state to `after`, in order; nothing after a terminal one.
    std::vector<Found> within(const core::DenseStep<double>& step, const core::State<double>& after);

private:
    double value(const Event& event, double t, const core::State<double>& state) const;

    const std::vector<Event>& events_;
    core::Quaternion<double> principal_;
    std::vector<double> last_;  // values at the end of the last step
    bool at_start_ = true;
};

}  // namespace polhode
