/// Figures 1 and 2: Poinsot's ellipsoid, and the disk that rolls along a line.
#include "polhode/simulate/poinsot.hpp"
#include "buss2001/figures.hpp"
#include "polhode/simulate/problem.hpp"
#include "report/picture.hpp"
#include "report/poinsot_pictures.hpp"
#include "reproduce/round_off.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace polhode::reproduce::buss {

namespace {

using Eigen::Vector3d;

/// A body without symmetry, whose ellipsoid shows what it does.
Poinsot pictured() {
    const Body body = Body::from_moments({1, 1.5, 2.2});
    State start;
    start.momentum = {1, 0.4, 1.18};
    return free_motion(body, start).poinsot();
}

/// The largest of a quantity at 200 times of two wobbles.
template <class Measure>
double along_the_motion(const Poinsot& p, Measure measure) {
    double most = 0;
    for (int i = 0; i <= 200; ++i) most = std::max(most, std::abs(measure(2 * p.period() * i / 200.0)));
    return most;
}

/// Buss' ρ = ν/(|ν|√𝓘), with ν = ω in the body and 𝓘 as given.
Vector3d rho(const Vector3d& nu, double inertia) { return nu / (nu.norm() * std::sqrt(inertia)); }

/// 𝓘 = n·Jn about the axis of rotation.
double about_axis(const Vector3d& J, const Vector3d& nu) {
    return nu.dot(J.cwiseProduct(nu)) / nu.squaredNorm();
}

Claim contact() {
    return {
        .id = "contact",
        .what =
            "ρ lies on the inertial ellipsoid, the normal there is in the direction of L, and ρ·L = √(2E): the "
            "ellipsoid touches the invariable plane at ρ",
        .published = "(12)–(15)",
        .criterion = "each to 1e-13 along two wobbles of the exact motion",
        .examine = [](Lab&) -> Finding {
            const Poinsot p = pictured();
            const Vector3d J = p.body().moments();
            const double E = p.energy();
            const auto at = [&](double t) { return p.motion().angular_velocity(t); };
            const double on = along_the_motion(p, [&](double t) {
                const Vector3d r = rho(at(t), about_axis(J, at(t)));
                return r.dot(J.cwiseProduct(r)) - 1;
            });
            const double normal = along_the_motion(p, [&](double t) {
                const Vector3d r = rho(at(t), about_axis(J, at(t))), L = J.cwiseProduct(at(t));
                return (2 * J.cwiseProduct(r) - std::sqrt(2 / E) * L).norm();
            });
            const double plane = along_the_motion(p, [&](double t) {
                const Vector3d r = rho(at(t), about_axis(J, at(t)));
                return r.dot(J.cwiseProduct(at(t))) - std::sqrt(2 * E);
            });
            return {fmt::format("{:.0e}, {:.0e}, {:.0e}", on, normal, plane),
                    measured(std::max({on, normal, plane})) < 1e-13};
        },
        .quick = true};
}

Claim rolling() {
    return {
        .id = "rolls",
        .what = "the inertial ellipsoid rolls along the invariable plane without slipping",
        .published = "without slipping",
        .criterion =
            "the point of contact is as fast on the plane (herpolhode in closed form) as on the ellipsoid "
            "(Euler's equations), to 1e-13",
        .examine = [](Lab&) -> Finding {
            const Poinsot p = pictured();
            const Vector3d J = p.body().moments();
            const double off = along_the_motion(p, [&](double t) {
                const HerpolhodePoint on_plane = p.herpolhode_polar(t);
                const Vector3d w = p.motion().angular_velocity(t),
                               rate = J.cwiseProduct(w).cross(w).cwiseQuotient(J);
                return std::hypot(on_plane.radius_rate, on_plane.radius * on_plane.angle_rate) - rate.norm();
            });
            return {fmt::format("{:.0e}", off), measured(off) < 1e-13};
        },
        .quick = true};
}

Claim closed_loop() {
    return {
        .id = "polhode",
        .what =
            "ρ traces out a closed curve on the ellipsoid, the polhode, which is one of the two connected "
            "components of the intersection of two ellipsoids; and a curve on the plane, the herpolhode",
        .published = "(16)",
        .criterion =
            "the polhode is closed after a period, on both ellipsoids and on one side, and the herpolhode in "
            "closed form is that of the exact flow, all to 1e-12",
        .examine = [](Lab&) -> Finding {
            const Poinsot p = pictured();
            const Vector3d J = p.body().moments();
            const auto curve = p.polhode(361);
            const double gap = (curve.front() - curve.back()).norm();
            double off = 0;
            bool one_side = true;
            for (const Vector3d& w : curve) {
                off = std::max({off, std::abs(w.dot(J.cwiseProduct(w)) / (2 * p.energy()) - 1),
                                std::abs(J.cwiseProduct(w).norm() / p.momentum() - 1)});
                one_side = one_side && w.dot(p.axis()) > 0;
            }
            const double flow = along_the_motion(
                p, [&](double t) { return (p.in_space(p.herpolhode_polar(t)) - p.herpolhode(t)).norm(); });
            return {fmt::format("gap {:.0e}, off the ellipsoids {:.0e}, herpolhode {:.0e}", gap, off, flow),
                    measured(std::max({gap, off, flow})) < 1e-12 && one_side};
        },
        .quick = true};
}

Claim printed_energy() {
    return {
        .id = "energy-as-printed",
        .what = "by equation (15), E = (ρ·L/2)²",
        .published = "(ρ·L/2)²",
        .criterion = "equal to the energy, to 1e-12",
        .examine = [](Lab&) -> Finding {
            const Poinsot p = pictured();
            const Vector3d J = p.body().moments(), w = p.motion().angular_velocity(0);
            const double product = rho(w, about_axis(J, w)).dot(J.cwiseProduct(w)),
                         printed = product * product / 4 / p.energy(),
                         right = product * product / 2 / p.energy();
            return {fmt::format("{:.3f} of it; (ρ·L)²/2 is it to {}", printed, or_round_off(right - 1)),
                    measured(std::abs(printed - 1)) < 1e-12,
                    measured(std::abs(printed - 0.5)) < 1e-12 && measured(std::abs(right - 1)) < 1e-12};
        },
        .expected = Verdict::paper_is_wrong,
        .why =
            "A misprint: (15) is ρ·L = √(2E), so that E = (ρ·L)²/2. As printed it is half the energy; what the "
            "paper concludes, that E grows with ρ·L, does not depend on it.",
        .quick = true};
}

Claim printed_inertia() {
    return {.id = "inertia-as-printed",
            .what = "the algorithm of section 4 computes ρ = ν/(|ν|√𝓘) with 𝓘 = ν·Jν",
            .published = "𝓘 = ν·Jν",
            .criterion = "ρ on the inertial ellipsoid, ρ·Jρ = 1 to 1e-12",
            .examine = [](Lab&) -> Finding {
                const Poinsot p = pictured();
                const Vector3d J = p.body().moments(), w = p.motion().angular_velocity(0),
                               printed = rho(w, w.dot(J.cwiseProduct(w))), right = rho(w, about_axis(J, w));
                const auto on = [&](const Vector3d& r) { return r.dot(J.cwiseProduct(r)); };
                return {fmt::format("ρ·Jρ = {:.3f}; with 𝓘 = ν·Jν/|ν|² it is 1 to {}", on(printed),
                                    or_round_off(on(right) - 1)),
                        measured(std::abs(on(printed) - 1)) < 1e-12,
                        measured(std::abs(on(printed) - 1 / w.squaredNorm())) < 1e-12
                            && measured(std::abs(on(right) - 1)) < 1e-12};
            },
            .expected = Verdict::paper_is_wrong,
            .why = "A misprint: 𝓘 is n·Jn with the unit vector n, as section 2 defines it.",
            .quick = true};
}

// --- Figure 2 ------------------------------------------------------------------------------------------------------

/// How high above the line the disk of radius 1 turns as a whole, after rolling through φ.
double height(double phi) { return 1 - phi / 2 / std::tan(phi / 2); }

Claim rolling_disk() {
    return {
        .id = "equivalent",
        .what =
            "a disk that has rolled through φ has turned by φ about a fixed point q above the middle of its way",
        .published = "equivalent",
        .criterion = "points of the rim are where that rotation takes them, to 1e-14, for φ up to 3",
        .examine = [](Lab&) -> Finding {
            double off = 0;
            for (const double phi : {0.1, 0.5, 1.0, 2.0, 3.0}) {
                const double qx = phi / 2, qy = height(phi), c = std::cos(phi), s = std::sin(phi);
                for (int k = 0; k < 12; ++k) {
                    const double a = k * std::numbers::pi / 6, x = std::cos(a), y = 1 + std::sin(a);
                    // clockwise, as a disk rolls to the right
                    const double rolled_x = phi + x * c + (y - 1) * s, rolled_y = 1 - x * s + (y - 1) * c;
                    const double turned_x = qx + (x - qx) * c + (y - qy) * s,
                                 turned_y = qy - (x - qx) * s + (y - qy) * c;
                    off = std::max({off, std::abs(rolled_x - turned_x), std::abs(rolled_y - turned_y)});
                }
            }
            return {fmt::format("{:.0e}", off), measured(off) < 1e-14};
        },
        .quick = true};
}

Claim twelfth() {
    return {.id = "twelfth",
            .what = "the height of q is approximately φ²r/12, which is (better than) second-order accurate",
            .published = "φ²r/12",
            .criterion = "error of order 4 in φ, within 0.05, between φ = 0.2 and 0.1",
            .examine = [](Lab&) -> Finding {
                const auto error = [](double phi) { return std::abs(height(phi) - phi * phi / 12); };
                const double order = std::log2(error(0.2) / error(0.1));
                return {fmt::format("order {:.3f}; {:.1e} at φ = 0.1", order, error(0.1)),
                        measured(std::abs(order - 4)) < 0.05};
            },
            .quick = true};
}

Claim printed_height() {
    return {
        .id = "height-as-printed",
        .what = "with tan(φ/2) ≈ φ/2 + φ³/24, solving for the height gives φ²r/(12 − φ²)",
        .published = "φ²r/(12 − φ²)",
        .criterion = "it solves φ/2 + φ³/24 = φ/(2(1 − h)) to 1e-14 at φ = 1",
        .examine = [](Lab&) -> Finding {
            const auto misses = [](double h) { return std::abs(0.5 + 1.0 / 24 - 0.5 / (1 - h)); };
            const double printed = misses(1.0 / 11), right = misses(1.0 / 13);
            return {fmt::format("misses by {:.1e}; φ²r/(12 + φ²) by {}; true height {:.4f}, printed {:.4f}, "
                                "12 + φ² {:.4f}, φ²/12 {:.4f}",
                                printed, or_round_off(right), height(1), 1.0 / 11, 1.0 / 13, 1.0 / 12),
                    measured(printed) < 1e-14, measured(printed) > 1e-3 && measured(right) < 1e-14};
        },
        .expected = Verdict::paper_is_wrong,
        .why =
            "A wrong sign: the equation gives 12 + φ². Nothing follows from it, since only φ²r/12 is used, which "
            "is nearer to the true height than either.",
        .quick = true};
}

// --- drawings ------------------------------------------------------------------------------------------------------

std::string draw_ellipsoid(Lab&) { return rolling_picture(pictured()).svg(); }

std::string draw_disk(Lab&) {
    const double phi = 2.2;
    Picture picture("A disk before and after it has rolled through φ, and the point q about which it turned");
    const auto circle = [&](double x, Picture::Pen pen) {
        std::vector<Picture::Point> rim;
        for (int i = 0; i <= 72; ++i)
            rim.push_back({x + std::cos(i * std::numbers::pi / 36), 1 + std::sin(i * std::numbers::pi / 36)});
        picture.line(rim, pen);
    };
    picture.line({{-1.2, 0}, {phi + 1.2, 0}}, Picture::Pen::thin);
    circle(0, Picture::Pen::strong);
    circle(phi, Picture::Pen::other);
    const Picture::Point q{phi / 2, height(phi)};
    picture.line({{0, 1}, q, {phi, 1}}, Picture::Pen::dashed);
    picture.line({{phi / 2, 0}, q}, Picture::Pen::dashed);
    picture.label(q, " q");
    picture.label({0, 1}, " c");
    picture.label({phi, 1}, " c′");
    // the point that touched the line, before and after
    picture.line({{0, 1}, {0, 0}}, Picture::Pen::strong);
    picture.line({{phi, 1}, {phi - std::sin(phi), 1 - std::cos(phi)}}, Picture::Pen::other);
    picture.label({0, 0.02}, " a");
    picture.label({phi - std::sin(phi), 1 - std::cos(phi)}, "a′");
    return picture.svg();
}

}  // namespace

Figure figure1() {
    Figure figure{"fig1",
                  "Inertial ellipsoid, invariable plane, polhode and herpolhode",
                  {contact(), rolling(), closed_loop(), printed_energy(), printed_inertia()}};
    figure.picture = draw_ellipsoid;
    return figure;
}

Figure figure2() {
    Figure figure{"fig2", "A disk rolling along a line", {rolling_disk(), twelfth(), printed_height()}};
    figure.picture = draw_disk;
    return figure;
}

}  // namespace polhode::reproduce::buss
