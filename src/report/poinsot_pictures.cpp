#include "report/poinsot_pictures.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace polhode {
namespace {

using Eigen::Vector3d;
using Pen = Picture::Pen;
using Side = Picture::Side;

constexpr double whole_turn = 2 * std::numbers::pi;
constexpr double most_periods = 5, most_turns = 20;

/// How many points, both ends among them, so that they are at most `spacing` apart.
std::size_t points_in(const TimeRange& range, double spacing) {
    return static_cast<std::size_t>(std::clamp(std::ceil((range.last - range.first) / spacing), 1.0, 2e4))
         + 1;
}

/// ω moves on its ellipsoid at the rate λ, however long its period is.
double spacing_on_polhode(const Poinsot& p) {
    const double lambda = p.motion().polhode().lambda;
    return lambda > 0 ? std::min(0.05 / lambda, p.period() / 360) : p.period();
}

TimeRange shown_of_herpolhode(const Poinsot& p) {
    const double rate = p.herpolhode().mean_rate, longest = most_turns * whole_turn / rate;
    if (std::isfinite(p.period())) return {0, std::min(most_periods * p.period(), longest)};
    const TimeRange once = p.one_period();
    double middle = 0.5 * (once.first + once.last);
    if (std::abs(middle) * rate > 1e9) middle = 0;  // too far away to be followed
    const double half = 0.5 * std::min(once.last - once.first, longest);
    return {middle - half, middle + half};
}

/// An ellipsoid in its principal axes, seen by parallel rays from a direction. All lengths are parts of its longest
/// half-axis.
class SeenEllipsoid {
public:
    /// `front`: points ω, most of which are to be on this side.
    SeenEllipsoid(const Poinsot& p, const std::vector<Vector3d>& front)
        : to_principal_(p.body().principal_axes().conjugate().toRotationMatrix()),
          size_(p.energy_semi_axes().maxCoeff()),
          semi_axes_(p.energy_semi_axes() / size_) {
        Vector3d place = Vector3d::Zero();
        for (const Vector3d& v : principal(front)) place += v.cwiseQuotient(semi_axes_);
        std::array<int, 3> order{0, 1, 2};
        std::ranges::sort(order, [&](int a, int b) { return std::abs(place[a]) > std::abs(place[b]); });
        constexpr std::array<double, 3> share{0.75, 0.5,
                                              0.43};  // most along the axis that the curve is around
        for (std::size_t i = 0; i < 3; ++i) towards_[order[i]] = std::copysign(share[i], place[order[i]]);
        towards_.normalize();
        right_ = Vector3d::UnitZ().cross(towards_).normalized();
        up_ = towards_.cross(right_);
    }

    /// Of a vector in the principal axes.
    Picture::Point seen(const Vector3d& v) const { return {v.dot(right_), v.dot(up_)}; }
    Side side(const Vector3d& v) const {
        return v.cwiseQuotient(semi_axes_).cwiseQuotient(semi_axes_).dot(towards_) >= 0 ? Side::near
                                                                                        : Side::far;
    }
    /// Of points ω in the body.
    std::vector<Vector3d> principal(const std::vector<Vector3d>& omega) const {
        std::vector<Vector3d> out;
        out.reserve(omega.size());
        for (const Vector3d& w : omega) out.emplace_back(to_principal_ * (w / size_));
        return out;
    }

    /// The outline: where the surface is seen edge on.
    std::vector<Picture::Point> outline() const {
        const Vector3d normal = towards_.cwiseQuotient(semi_axes_).normalized(), a = normal.unitOrthogonal(),
                       b = normal.cross(a);
        std::vector<Picture::Point> points;
        for (int i = 0; i <= 180; ++i) {
            const double angle = whole_turn * i / 180;
            points.push_back(seen(semi_axes_.cwiseProduct(std::cos(angle) * a + std::sin(angle) * b)));
        }
        return points;
    }

    /// A curve on the surface, in pieces on this side and on the other.
    void draw(Picture& picture, const std::vector<Vector3d>& curve, Pen pen) const {
        std::vector<Picture::Point> piece;
        Side here = Side::near;
        for (const Vector3d& v : curve) {
            if (!piece.empty() && side(v) != here) {
                const Picture::Point last = piece.back();
                picture.line(std::move(piece), pen, here);
                piece = {last};
            }
            here = side(v);
            piece.push_back(seen(v));
        }
        picture.line(std::move(piece), pen, here);
    }

    const Vector3d& semi_axes() const { return semi_axes_; }

private:
    Eigen::Matrix3d to_principal_;
    double size_;
    Vector3d semi_axes_, towards_, right_, up_;
};

/// Some polhodes of the same energy around both ends of the axes of least and largest moment; none of a sphere. In the
/// principal axes, as parts of the longest half-axis.
std::vector<std::vector<Vector3d>> neighbours(const Poinsot& p) {
    const Vector3d I = p.body().moments();
    Eigen::Index least = 0, largest = 0;
    const double low = I.minCoeff(&least), high = I.maxCoeff(&largest);
    std::vector<std::vector<Vector3d>> curves;
    if (!(low < high)) return curves;
    const Body body = Body::from_moments(I / high);
    for (const double part :
         {0.12, 0.3, 0.5, 0.7, 0.88})  // |L|²/2T goes evenly from the least moment to the largest
        for (const double a : {-1.0, 1.0})
            for (const double b : {-1.0, 1.0}) {
                Vector3d momentum = Vector3d::Zero();  // 2T = 1
                momentum[least] = a * std::sqrt(low / high * (1 - part));
                momentum[largest] = b * std::sqrt(part);
                const Poinsot other = free_motion(body, {Eigen::Quaterniond::Identity(), momentum}).poinsot();
                // each curve once, though it passes two of the four places
                const Eigen::Index across = std::abs(other.axis()[least]) > 0.5 ? largest : least;
                if (momentum[across] < 0 || !std::isfinite(other.period())) continue;
                curves.push_back(other.polhode(145));
                for (Vector3d& w : curves.back()) w *= std::sqrt(low / high);
            }
    return curves;
}

}  // namespace

std::size_t polhode_points(const Poinsot& p) {
    return p.course() == PolhodeCourse::fixed_axis ? 2 : points_in(p.one_period(), spacing_on_polhode(p));
}

std::vector<double> herpolhode_times(const Poinsot& p) {
    if (p.course() == PolhodeCourse::fixed_axis) return {0};
    const HerpolhodeConstants& h = p.herpolhode();
    const TimeRange range = shown_of_herpolhode(p);
    const double step = whole_turn / std::max(h.rate_at_largest, h.rate_at_least) / 120;
    const std::size_t count = points_in(range, std::min(step, spacing_on_polhode(p)));
    std::vector<double> times;
    times.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        times.push_back(range.first
                        + (range.last - range.first)
                              * (static_cast<double>(i) / static_cast<double>(count - 1)));
    return times;
}

Picture polhode_picture(const Poinsot& p) {
    const std::vector<Vector3d> polhode = p.polhode(polhode_points(p));
    const SeenEllipsoid ellipsoid(p, polhode);
    Picture picture("Polhode on the ellipsoid of energy, with the separatrices");
    picture.line(ellipsoid.outline(), Pen::face);
    for (const std::vector<Vector3d>& other : neighbours(p)) ellipsoid.draw(picture, other, Pen::thin);
    for (const std::vector<Vector3d>& one : p.separatrices(361))
        ellipsoid.draw(picture, ellipsoid.principal(one), Pen::dashed);
    for (int i = 0; i < 3; ++i)
        for (const double side : {1.0, -1.0}) {
            const Vector3d end = side * ellipsoid.semi_axes()[i] * Vector3d::Unit(i),
                           beyond = end + side * 0.22 * Vector3d::Unit(i);
            picture.line({ellipsoid.seen(end), ellipsoid.seen(beyond)}, Pen::thin, ellipsoid.side(end));
            static constexpr std::array names{" I₁", " I₂", " I₃"};
            if (side > 0) picture.label(ellipsoid.seen(beyond), names[static_cast<std::size_t>(i)]);
        }
    const std::vector<Vector3d> curve = ellipsoid.principal(polhode);
    ellipsoid.draw(picture, curve, Pen::strong);
    const Vector3d start = ellipsoid.principal({p.motion().angular_velocity(0)}).front();
    picture.dot(ellipsoid.seen(start), Pen::strong, ellipsoid.side(start));
    return picture;
}

Picture herpolhode_picture(const Poinsot& p) {
    Picture picture("Herpolhode on the invariable plane, between the circles that bound it");
    const double size = p.herpolhode().largest_radius;
    if (!(size > 0)) {
        picture.line({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}}, Pen::face);
        picture.dot({0, 0}, Pen::other);
        return picture;
    }
    const auto circle = [&](double radius, Pen pen) {
        std::vector<Picture::Point> points;
        for (int i = 0; i <= 180; ++i)
            points.push_back(
                {radius * std::cos(whole_turn * i / 180), radius * std::sin(whole_turn * i / 180)});
        picture.line(std::move(points), pen);
    };
    circle(1, Pen::face);
    circle(1, Pen::dashed);
    if (p.herpolhode().least_radius > 0) circle(p.herpolhode().least_radius / size, Pen::dashed);
    picture.line({{-0.03, 0}, {0.03, 0}}, Pen::thin);
    picture.line({{0, -0.03}, {0, 0.03}}, Pen::thin);
    std::vector<Picture::Point> points;
    const auto at = [&](double t) -> Picture::Point {
        const HerpolhodePoint point = p.herpolhode_polar(t);
        const double radius = point.radius / size;
        return {radius * std::cos(point.angle), radius * std::sin(point.angle)};
    };
    for (const double t : herpolhode_times(p)) points.push_back(at(t));
    picture.line(std::move(points), Pen::other);
    picture.dot(at(0), Pen::other);
    return picture;
}

Picture rolling_picture(const Poinsot& p) {
    const double size = p.energy_semi_axes().maxCoeff();
    const Vector3d axes = p.energy_semi_axes() / size;
    const InvariablePlane& plane = p.plane();
    const double distance = plane.distance / size;
    const Eigen::Matrix3d to_space =
        (p.motion().at(0).attitude * p.body().principal_axes()).toRotationMatrix();
    // seen from the side and a little from above, the momentum downwards
    const auto seen = [&](const Vector3d& v) -> Picture::Point {
        const double x = v.dot(plane.first), y = v.dot(plane.second), z = -v.dot(plane.normal);
        return {0.93 * x - 0.37 * y, 0.94 * z + 0.13 * x + 0.32 * y};
    };
    Picture picture("Ellipsoid with polhode on the invariable plane with herpolhode");
    const double reach = std::max(1.6 * p.herpolhode().largest_radius / size, 0.3);
    std::vector<Picture::Point> edge;
    for (const auto& [a, b] : {std::pair(-1, -1), {1, -1}, {1, 1}, {-1, 1}, {-1, -1}})
        edge.push_back(seen(distance * plane.normal + reach * (a * plane.first + b * plane.second)));
    picture.line(edge, Pen::face);
    for (int axis = 0; axis < 3; ++axis)
        for (const double at : {-0.75, -0.4, 0.0, 0.4, 0.75}) {
            std::vector<Picture::Point> ring;
            for (int i = 0; i <= 72; ++i) {
                const double a = whole_turn * i / 72, r = std::sqrt(1 - at * at);
                Vector3d v;
                v[axis] = at * axes[axis];
                v[(axis + 1) % 3] = r * std::cos(a) * axes[(axis + 1) % 3];
                v[(axis + 2) % 3] = r * std::sin(a) * axes[(axis + 2) % 3];
                ring.push_back(seen(to_space * v));
            }
            picture.line(ring, Pen::thin);
        }
    const Eigen::Quaterniond attitude = p.motion().at(0).attitude;
    std::vector<Picture::Point> polhode, herpolhode;
    for (const Vector3d& w : p.polhode(polhode_points(p))) polhode.push_back(seen(attitude * (w / size)));
    for (const double t : herpolhode_times(p))
        herpolhode.push_back(seen(p.in_space(p.herpolhode_polar(t)) / size));
    picture.line(herpolhode, Pen::other);
    picture.line(polhode, Pen::strong);
    picture.line({seen(Vector3d::Zero()), seen(distance * plane.normal)}, Pen::dashed);
    picture.label(seen(0.5 * distance * plane.normal), " L");
    return picture;
}

std::string poinsot_figures(const Poinsot& p, bool with_rolling) {
    const auto figure = [](const char* title, const Picture& picture, const std::string& caption) {
        return fmt::format("<figure>\n<h3>{}</h3>\n{}<figcaption>{}</figcaption>\n</figure>\n", title,
                           picture.svg(), caption);
    };
    const bool stays = p.course() == PolhodeCourse::fixed_axis;
    std::string on_plane =
        "The path of ω in space, seen against L, about the foot of the normal from the centre. ";
    on_plane += stays ? "It is a point: the body turns about a principal axis."
                      : "Dashed: the circles between which it stays. The dot is its start.";
    const HerpolhodeConstants& h = p.herpolhode();
    if (!stays && std::isfinite(p.period()) && most_periods * h.advance > most_turns * whole_turn)
        on_plane += fmt::format(" Shown are {} turns, {:.2g} of the polhode’s period.", most_turns,
                                most_turns * whole_turn / h.advance);
    std::string out = "<div class=\"figures\">\n";
    if (with_rolling)
        out += figure(
            "The ellipsoid on the plane", rolling_picture(p),
            "The ellipsoid of energy at the start, with the polhode on it, touches the invariable plane, on "
            "which the herpolhode is. It rolls without slipping. L points down.");
    out += figure(
        "Polhode on the ellipsoid of energy", polhode_picture(p),
        "The path of ω in the body, from the dot on, among other polhodes of the same energy. Dashed: the "
        "separatrices. The axes of the ellipsoid are the principal ones, longest for the least moment.");
    out += figure("Herpolhode on the invariable plane", herpolhode_picture(p), on_plane);
    return out + "</div>\n";
}

}  // namespace polhode
