#include "ensemble/lanes/look.hpp"

#include "ensemble/lanes/march.hpp"

namespace polhode::lanes {
namespace {

/// The bodies of a job as look_at asks for them.
template <class Real>
class Bodies {
public:
    Bodies(const Look& look, const Job& job, const core::StateBlock* states, std::size_t count)
        : look_(look),
          job_(job),
          states_(states),
          count_(count),
          alike_(job.moments_stride == 0 && job.parameters_stride == 0),
          inertia_(inertia_of(job.first_block * core::block_bodies)) {
        if (look.energy_error != nullptr) torque_ = called_torque<Real>(job, 0, inertia_);
    }

    /// The bodies that are looked at next.
    POLHODE_INLINE void go_to(std::size_t body) {
        if (alike_) return;
        inertia_ = inertia_of(body);
        if (look_.energy_error != nullptr) torque_ = called_torque<Real>(job_, body, inertia_);
    }

    POLHODE_INLINE core::State<Real> state(std::size_t body) const { return load_state<Real>(states_, body); }
    POLHODE_INLINE const core::Inertia<Real>& inertia(std::size_t) const { return inertia_; }
    POLHODE_INLINE Real potential(std::size_t, const core::Quaternion<Real>& attitude) const {
        return torque_->potential(Real(look_.time), attitude);
    }

    POLHODE_INLINE Real load(const double* numbers, std::size_t body) const {
        if (body + Real::lanes <= count_) [[likely]]
            return Real::load(numbers + body);
        Real some(0);
        for (std::size_t i = 0; body + i < count_; ++i) some.set_lane(static_cast<int>(i), numbers[body + i]);
        return some;
    }
    POLHODE_INLINE void store(const Real& x, double* numbers, std::size_t body) const {
        if (body + Real::lanes <= count_) [[likely]]
            return x.store(numbers + body);
        for (std::size_t i = 0; body + i < count_; ++i) numbers[body + i] = x.lane(static_cast<int>(i));
    }

private:
    core::Inertia<Real> inertia_of(std::size_t body) const {
        return core::Inertia<Real>(load_vector<Real>(job_.moments, job_.moments_stride, body));
    }

    const Look& look_;
    const Job& job_;
    const core::StateBlock* states_;
    std::size_t count_;
    bool alike_;
    core::Inertia<Real> inertia_;
    std::unique_ptr<core::BoundTorque<Real>> torque_;
};

/// Flattened: what it does on double has no name of this instruction set.
template <class Real>
[[gnu::flatten]] void look_at_all(const Look& look, const Job& job, const core::StateBlock* states,
                                  std::size_t count) {
    Bodies<Real> bodies(look, job, states, count);
    const std::size_t last = std::min(count, job.last_block * core::block_bodies);
    for (std::size_t body = job.first_block * core::block_bodies; body < last; body += Real::lanes) {
        bodies.go_to(body);
        look_at<Real>(look, bodies, body);
    }
}

}  // namespace

void POLHODE_LOOK(const Look& look, const Job& job, const core::StateBlock* states, std::size_t count) {
    look_at_all<Pack>(look, job, states, count);
}

}  // namespace polhode::lanes
