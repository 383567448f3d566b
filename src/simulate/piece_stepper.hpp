/// A method on one piece of a run after the other, and what it has counted in all of them.
#pragma once

#include "polhode/catalogue.hpp"
#include "simulate/pieces.hpp"

#include <memory>
#include <optional>

namespace polhode {

template <class Real>
class PieceStepper {
public:
    PieceStepper(MakeStepper<Real> make, const Piece& piece, const core::Variation<Real>& variation = {})
        : make_(std::move(make)) {
        enter(piece, variation);
    }

    /// By another method, from here on.
    void enter_with(const MakeStepper<Real>& make, const Piece& piece,
                    const core::Variation<Real>& variation = {}) {
        make_ = make;
        enter(piece, variation);
    }
    /// `variation`: of the numbers of the piece's body and torque.
    void enter(const Piece& piece, const core::Variation<Real>& variation = {}) {
        if (stepper_) {
            torque_evaluations_ = torque_evaluations();
            own_steps_ = own_steps().value_or(0);
            missed_projections_ = missed_projections();
        }
        stepper_ = another(piece, variation);
    }
    /// One that has made no steps, by the same method.
    std::unique_ptr<core::Stepper<Real>> another(const Piece& piece,
                                                 const core::Variation<Real>& variation = {}) const {
        return make_(piece.body, piece.torque, variation);
    }
    core::Stepper<Real>& operator*() const { return *stepper_; }
    core::Stepper<Real>* operator->() const { return stepper_.get(); }

    long torque_evaluations() const { return torque_evaluations_ + stepper_->torque_evaluations(); }
    long missed_projections() const { return missed_projections_ + stepper_->missed_projections(); }
    std::optional<long> own_steps() const {
        const auto own = stepper_->own_steps();
        return own ? std::optional(own_steps_ + *own) : own;
    }

    /// In the same piece, by the same method.
    void keep(core::Archive& archive) {
        archive(torque_evaluations_, own_steps_, missed_projections_, *stepper_);
    }

private:
    MakeStepper<Real> make_;
    std::unique_ptr<core::Stepper<Real>> stepper_;
    long torque_evaluations_ = 0, own_steps_ = 0, missed_projections_ = 0;  // of the pieces before
};

}  // namespace polhode
