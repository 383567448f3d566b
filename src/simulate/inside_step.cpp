#include "simulate/inside_step.hpp"

#include "simulate/failure.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

long dense_pieces(double natural_rate, double length) {
    constexpr double longest = 0.25;  // radians
    return std::max(1L, std::lround(std::ceil(natural_rate * std::abs(length) / longest - 1e-9)));
}

InsideStep::InsideStep(DenseOutput& dense, core::Stepper<double>* inner, int parts, long pieces, double t0,
                       const core::State<double>& before, double t1, const core::State<double>& after)
    : dense_(dense),
      inner_(inner),
      parts_(parts),
      pieces_(pieces),
      t0_(t0),
      t1_(t1),
      before_(before),
      after_(after) {}

double InsideStep::time_of(long k) const {
    if (k == pieces_) return t1_;
    return t0_ + static_cast<double>(k) * ((t1_ - t0_) / static_cast<double>(pieces_));
}

Expected<core::State<double>> InsideStep::end_of(long k) {
    if (k < 0) return before_;
    if (k == pieces_ - 1) return after_;
    if (k == last_) return last_end_;
    core::State<double> state = before_;
    const double h = (time_of(k + 1) - t0_) / parts_;
    for (int part = 0; part < parts_; ++part) {
        const core::State<double> from = state;
        const double t = t0_ + part * h;
        const core::Status status = inner_->step(state, t, h);
        if (!status.ok() || !is_finite(state.momentum))
            return step_failure(status, *inner_, from, state, t, h);
    }
    return state;
}

Expected<const core::DenseStep<double>*> InsideStep::piece(long k) {
    if (k != last_) {
        const auto from = end_of(k - 1);
        if (!from) return from.error();
        const auto to = end_of(k);
        if (!to) return to.error();
        const auto made = dense_.between(time_of(k), *from, time_of(k + 1), *to);
        if (!made) return made.error();
        piece_ = *made;
        last_ = k;
        last_end_ = *to;
    }
    return &*piece_;
}

Expected<core::State<double>> InsideStep::at(double t) {
    const double part = (t - t0_) / (t1_ - t0_);
    const long k = std::clamp(static_cast<long>(part * static_cast<double>(pieces_)), 0L, pieces_ - 1);
    const auto in = piece(k);
    if (!in) return in.error();
    return (*in)->at((t - (*in)->time(0)) / (*in)->length());
}

}  // namespace polhode
