#include "advise/pairs.hpp"

#include "advise/beside.hpp"
#include "polhode/simulate/resolve.hpp"
#include "simulate/piece_method.hpp"
#include "simulate/piece_stepper.hpp"
#include "simulate/pieces.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace polhode {
namespace {

/// One of the two, in the piece where it is. Each has its own: what a control commands depends on the state.
class Side {
public:
    Side(const Problem& problem, double end, const Method& method, const core::State<double>& start)
        : state(start), method_(method), pieces_(problem, end), stepper_(method.on_double, enter(0)) {}

    core::State<double> state;

    const Pieces& pieces() const { return pieces_; }
    /// The present piece in equal steps of at most `step`; a run of one piece has as many as were asked for.
    Expected<EqualSteps> steps_of_piece(long steps, double step) const {
        const TimeSpan& span = pieces_.now().span;
        if (pieces_.whole()) return EqualSteps{steps, step, step};
        return equal_steps(span.to - span.from, step);
    }
    void divide(long count) {
        const TimeSpan& span = pieces_.now().span;
        made_ = 0;
        grid_ = {span.from, (span.to - span.from) / static_cast<double>(count)};
        const Method& here = method_of_piece(method_, count);
        if (&here != &method_) stepper_.enter_with(here.on_double, pieces_.now());
    }
    bool march(long count) {
        const auto made = stepper_->march(state, grid_, made_, count);
        made_ += count;
        return made.first == count;
    }
    double time() const { return grid_.at(made_); }
    /// Into the next piece.
    void go_on() { stepper_.enter_with(method_.on_double, enter(pieces_.now().span.to)); }
    long evaluations() const { return stepper_.torque_evaluations(); }

private:
    const Piece& enter(double time) {
        give_impulses(time);
        pieces_.enter(state);
        return pieces_.now();
    }
    void give_impulses(double time) {
        for (const Impulse& impulse : pieces_.take_impulses(time)) give(impulse, pieces_.now().body, state);
    }

    const Method& method_;
    Pieces pieces_;
    PieceStepper<double> stepper_;
    core::TimeGrid<double> grid_{};
    long made_ = 0;
};

/// How far the two sides have been apart.
class Distance {
public:
    explicit Distance(const core::State<double>& start)
        : momentum2_(norm2(start.momentum)), in_space_(to_space(start.attitude, start.momentum)) {}

    void see(const core::State<double>& a, const core::State<double>& b) {
        const core::Quaternion<double>&p = a.attitude, &q = b.attitude;
        const core::Vector3<double> dp = p.vector() - q.vector();
        // |p − q| = 2 sin of a quarter of the angle; −q is the same attitude
        const double difference2 = norm2(dp) + (p.w - q.w) * (p.w - q.w);
        apart2_ = std::max(apart2_, std::min(difference2, std::max(0.0, 4 - difference2)));
        momentum_apart2_ = std::max(momentum_apart2_, norm2(a.momentum - b.momentum));
        momentum2_ = std::max(momentum2_, norm2(b.momentum));
        const core::Vector3<double> before = std::exchange(in_space_, to_space(q, b.momentum));
        push2_ = std::max(push2_, norm2(in_space_ - before));
    }
    double largest() const {
        const double unit2 = momentum2_ > 0 ? momentum2_ : 1;
        return std::max(2 * std::sqrt(apart2_), std::sqrt(momentum_apart2_ / unit2));
    }
    bool violent() const {
        constexpr double much = 0.3;
        return push2_ > much * much * momentum2_;
    }

private:
    double apart2_ = 0, momentum_apart2_ = 0, momentum2_, push2_ = 0;
    core::Vector3<double> in_space_;
};

}  // namespace

Problem Pairs::in_the_last_digit_beside(Problem problem) {
    // as much as the roundings of several constants together
    constexpr double digit = 0x1p-51;
    const Eigen::Vector3d& I = problem.body.moments();
    const bool symmetric = I.x() == I.y() || I.y() == I.z() || I.z() == I.x();
    // symmetric bodies stay symmetric; moments that are not possible any more, as of a disc, get a factor in common
    const Eigen::Vector3d apart(1 + digit / 2, 1 - digit / 2, 1 + digit);
    for (const Eigen::Vector3d& factors : {apart, Eigen::Vector3d(Eigen::Vector3d::Constant(1 + digit))}) {
        if (symmetric && factors == apart) continue;
        if (const Expected<Body> body = problem.body.try_with_moments(I.cwiseProduct(factors))) {
            problem.body = *body;
            break;
        }
    }
    return problem;
}

Pairs::Measured Pairs::measure(double part, long steps, double hopeless, long stride) {
    const double step = part / static_cast<double>(steps);
    Side a(problem_, part, pair_.run, start_), b(beside_, part, pair_.check, start_beside(start_, 0x1p-52));
    Distance distance(a.state);
    const auto error = [&] { return pair_.error_per_difference * distance.largest(); };
    bool made = true;
    for (long looks = 0;;) {
        if (a.pieces().failure() || b.pieces().failure()) made = false;
        const Expected<EqualSteps> grid = a.steps_of_piece(steps, step);
        if (!grid) made = false;
        const long count = made ? grid->count : 0;
        const bool even = count % 2 == 0;
        a.divide(count);
        b.divide(even ? count / 2 * 3 : count * 2);
        for (long done = 0; made && done < count;) {
            if (looks % 1024 == 0 && go_on_ && !go_on_()) return {.stopped = true};
            const long next = std::min(stride, count - done);
            made = a.march(next) && b.march(even ? next / 2 * 3 : next * 2);
            done += next;
            distance.see(a.state, b.state);
            if (++looks % 64 == 0 && error() > hopeless) break;
        }
        if (!made || a.pieces().last() || error() > hopeless) break;
        a.go_on();
        b.go_on();
    }
    evaluations_ += a.evaluations() + b.evaluations();
    if (!made) return {};
    return {.error = error(),
            .violent = distance.violent(),
            .evaluations = a.evaluations(),
            .reached = a.time() / part};
}

double Pairs::magnification(long steps) {
    constexpr double apart = 1e-9;
    const auto moved = [&](const core::Vector3<double>& direction) {
        core::State<double> state = start_;
        state.attitude =
            core::renormalised(state.attitude * core::Quaternion<double>((0.5 * apart) * direction, 1));
        state.momentum += apart * norm(state.momentum) * direction;
        return state;
    };
    // one direction may happen to be one in which neighbours stay close
    std::array<Side, 3> sides{Side(problem_, end_, pair_.run, start_),
                              Side(problem_, end_, pair_.run, moved({0.6, -0.5, 0.62})),
                              Side(problem_, end_, pair_.run, moved({0.55, 0.75, -0.37}))};
    Distance one(start_), other(start_);
    const double step = end_ / static_cast<double>(steps);
    while (true) {
        const Expected<EqualSteps> grid = sides[0].steps_of_piece(steps, step);
        for (Side& side : sides) {
            if (!grid || side.pieces().failure()) return INFINITY;
            side.divide(grid->count);
        }
        for (long done = 0, next = 0; done < grid->count; done += next) {
            next = std::min(16L, grid->count - done);
            for (Side& side : sides)
                if (!side.march(next)) return INFINITY;
            one.see(sides[0].state, sides[1].state);
            other.see(sides[0].state, sides[2].state);
        }
        if (sides[0].pieces().last() || (go_on_ && !go_on_())) break;
        for (Side& side : sides) side.go_on();
    }
    for (const Side& side : sides) evaluations_ += side.evaluations();
    return std::max(one.largest(), other.largest()) / apart;
}

}  // namespace polhode
