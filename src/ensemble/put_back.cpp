#include "ensemble/put_back.hpp"

#include "polhode/step/archive.hpp"

#include <algorithm>
#include <utility>

namespace polhode {

/// Steppers cannot be copied; what they remember can.
PutBack::History PutBack::history_of(EnsembleHistory& history) {
    History copy{history.on_lanes, history.put_back, history.left, history.revision, history.anew};
    copy.alone.resize(history.alone.size());
    for (std::size_t k = 0; k < history.alone.size(); ++k)
        if (history.alone[k]) {
            core::Archive archive;
            history.alone[k]->keep(archive);
            copy.alone[k] = archive.bytes();
        }
    return copy;
}

PutBack::PutBack(EnsembleDriver& driver)
    : driver_(driver),
      states_(driver.ensemble.blocks().begin(), driver.ensemble.blocks().end()),
      stopped_(driver.stopped),
      failures_(driver.failures),
      controls_(driver.controls),
      grid_(driver.grid),
      in_piece_(driver.in_piece),
      piece_(driver.piece),
      steps_done_(driver.done),
      calls_(driver.calls),
      first_(driver.first),
      steps_in_piece_(driver.steps_in_piece) {
    if (driver.history) history_ = history_of(*driver.history);
}

PutBack::~PutBack() {
    if (is_done_) return;
    std::ranges::copy(states_, driver_.ensemble.blocks().begin());
    driver_.stopped = std::move(stopped_);
    driver_.failures = std::move(failures_);
    if (controls_) driver_.controls.emplace(*std::move(controls_));
    if (history_) {
        EnsembleHistory& history = *driver_.history;
        history.on_lanes = std::move(history_->on_lanes);
        for (auto& stepper : history.alone) stepper.reset();
        history.put_back = std::move(history_->alone);
        history.left = std::move(history_->left);
        history.revision = history_->revision;
        history.anew = history_->anew;
    }
    driver_.grid = grid_;
    driver_.in_piece = in_piece_;
    driver_.piece = piece_;
    driver_.done = steps_done_;
    driver_.calls = calls_;
    driver_.first = first_;
    driver_.steps_in_piece = steps_in_piece_;
}

}  // namespace polhode
