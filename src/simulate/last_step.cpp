#include "simulate/last_step.hpp"

namespace polhode {

Expected<InsideStep*> LastStep::inside() {
    if (inside_) return &*inside_;
    if (!dense_) dense_.emplace(piece_.body, piece_.torque, dense_order_);
    long pieces = 1;
    if (self_starting_) {  // other methods need more than a state to start within a step
        const auto rate = dense_->natural_rate(from_, before_);
        if (!rate) return rate.error();
        pieces = dense_pieces(*rate, to_ - from_);
    }
    if (pieces > 1 && !inner_) inner_ = make_(piece_.body, piece_.torque);
    return &inside_.emplace(*dense_, inner_.get(), parts_, pieces, from_, before_, to_, after_);
}

}  // namespace polhode
