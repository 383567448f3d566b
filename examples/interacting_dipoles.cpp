// Ten thousand dipoles, each fixed at its place and free to turn, that act on each other: a torque that is
// given all attitudes at once, in a method that keeps the energy.
#include "polhode/ensemble/interaction.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

using Vector = Eigen::Vector3d;

namespace {

struct Neighbour {
    std::size_t body;
    Vector direction;  // unit
    double strength;   // 1/r³
};

/// Places on a lattice, shaken; neighbours within a radius, found by cells as wide as the radius.
class Dipoles {
public:
    Dipoles(int side, double radius) {
        std::mt19937_64 random(1);
        std::uniform_real_distribution<double> shake(-0.2, 0.2);
        std::vector<Vector> places;
        for (int i = 0; i < side; ++i)
            for (int j = 0; j < side; ++j)
                for (int k = 0; k < side; ++k)
                    places.emplace_back(i + shake(random), j + shake(random), k + shake(random));

        const auto cell_of = [&](double x) { return static_cast<int>((x + 1) / radius); };
        const int cells = cell_of(side) + 1;
        std::vector<std::vector<std::size_t>> inhabitants(static_cast<std::size_t>(cells * cells * cells));
        const auto cell = [&](int i, int j, int k) -> std::vector<std::size_t>& {
            return inhabitants[static_cast<std::size_t>((i * cells + j) * cells + k)];
        };
        for (std::size_t a = 0; a < places.size(); ++a)
            cell(cell_of(places[a].x()), cell_of(places[a].y()), cell_of(places[a].z())).push_back(a);

        neighbours_.resize(places.size());
        const auto range = [&](double x) {
            return std::array{std::max(cell_of(x) - 1, 0), std::min(cell_of(x) + 1, cells - 1)};
        };
        for (std::size_t a = 0; a < places.size(); ++a) {
            const auto x = range(places[a].x()), y = range(places[a].y()), z = range(places[a].z());
            for (int i = x[0]; i <= x[1]; ++i)
                for (int j = y[0]; j <= y[1]; ++j)
                    for (int k = z[0]; k <= z[1]; ++k)
                        for (const std::size_t b : cell(i, j, k)) {
                            const Vector apart = places[b] - places[a];
                            const double r = apart.norm();
                            if (b != a && r < radius)
                                neighbours_[a].push_back({b, apart / r, 1 / (r * r * r)});
                        }
        }
    }

    std::size_t count() const { return neighbours_.size(); }

    /// The field of its neighbours at a dipole, Σ (3 r̂(r̂·m) − m)/r³.
    Vector field(std::size_t a, const std::vector<Vector>& moments) const {
        Vector sum = Vector::Zero();
        for (const Neighbour& n : neighbours_[a]) {
            const Vector& m = moments[n.body];
            sum += n.strength * (3 * n.direction.dot(m) * n.direction - m);
        }
        return sum;
    }

private:
    std::vector<std::vector<Neighbour>> neighbours_;
};

/// The dipole moment lies along the third axis of the body.
Vector moment(double x, double y, double z, double w) {
    return {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)};
}

double energy(const polhode::Ensemble& ensemble, const Dipoles& dipoles) {
    std::vector<Vector> moments;
    double sum = 0;
    for (std::size_t k = 0; k < ensemble.count(); ++k) {
        const polhode::State s = ensemble.state(k);
        moments.push_back(s.attitude * Vector::UnitZ());
        sum += ensemble.body(k).kinetic_energy(s);
    }
    for (std::size_t k = 0; k < ensemble.count(); ++k) sum -= 0.5 * moments[k].dot(dipoles.field(k, moments));
    return sum;
}

}  // namespace

int main() {
    const Dipoles dipoles(22, 2.1);
    const std::size_t count = dipoles.count();

    std::vector<Vector> moments(count);
    const polhode::AllTorques torques = [&](double, const polhode::Attitudes& q,
                                            const polhode::Torques& torque) {
        for (std::size_t k = 0; k < count; ++k) moments[k] = moment(q.x[k], q.y[k], q.z[k], q.w[k]);
        for (std::size_t k = 0; k < count; ++k) {
            const Vector T = moments[k].cross(dipoles.field(k, moments));
            torque.x[k] = T.x();
            torque.y[k] = T.y();
            torque.z[k] = T.z();
        }
    };

    std::printf("%zu dipoles, t = 1\n%-9s %6s %12s %22s\n", count, "method", "steps", "evaluations",
                "energy error / body");
    bool fine = true;
    for (const char* method : {"se", "se4-rkn"}) {
        std::array<double, 2> errors{};
        for (std::size_t run = 0; run < 2; ++run) {
            polhode::Ensemble ensemble(count, polhode::Body::from_moments({1, 1.5, 2}));
            std::mt19937_64 random(2);
            std::normal_distribution<double> normal;
            for (std::size_t k = 0; k < count; ++k) {
                Eigen::Quaterniond q(normal(random), normal(random), normal(random), normal(random));
                ensemble.set_state(k,
                                   {q.normalized(), Vector(normal(random), normal(random), normal(random))});
            }
            const double before = energy(ensemble, dipoles);
            const long steps = run == 0 ? 20 : 40;
            polhode::InteractingIntegrator integrator(
                ensemble, {.method = method, .step = 1.0 / static_cast<double>(steps)}, torques,
                polhode::Frame::space);
            integrator.advance(steps);
            errors[run] = std::abs(energy(ensemble, dipoles) - before) / static_cast<double>(count);
            std::printf("%-9s %6ld %12ld %22.3e\n", method, steps, integrator.torque_evaluations(),
                        errors[run]);
        }
        // half the step: a quarter of the error with the method of second order, a sixteenth with that of
        // fourth
        fine = fine && errors[1] < errors[0] / 3;
    }
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
