/// A torque from a table: what was measured or planned at given times, and between them by interpolation.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/mechanics/frame.hpp"
#include "polhode/so3/rotation.hpp"
#include "polhode/torque/sheet.hpp"
#include "polhode/torque/sum.hpp"

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace polhode {

namespace core {

/// From one time of a table to the next: c₀ + s(c₁ + s(c₂ + s c₃)), s the time since `from`.
struct TablePiece {
    double from = 0;
    std::array<Vector3<double>, 4> c{};
};

}  // namespace core

/// Zero before the first and after the last time of the table.
class TableTorque {
public:
    static constexpr TorqueSheet sheet{.name = "table",
                                       .title = "a torque from a table, by interpolation in time",
                                       .formula = "T(t), or RᵀT(t) of one fixed in space"};
    static constexpr std::tuple<> parameters() { return {}; }

    enum class Interpolation {
        /// The cubic spline whose third derivative does not jump at the second and the last but one time
        /// ("not-a-knot"): nothing need be known at the ends, and it is good to the fourth order up to them,
        /// which a natural spline is not. Of three rows it is a parabola, of two a line.
        spline,
        linear,
        hold,  ///< each row holds until the next; the last one only says until when
    };
    static constexpr std::array<std::string_view, 3> interpolations{"spline", "linear", "hold"};

    using Row = std::array<double, 4>;  ///< t, Tx, Ty, Tz

    /// Throws InputError: there are two rows or more, of finite numbers, each with a later time than the one
    /// before.
    explicit TableTorque(std::vector<Row> rows, Frame frame = Frame::body,
                         Interpolation interpolation = Interpolation::spline);
    /// The same with the error as a value.
    static Expected<TableTorque> try_make(std::vector<Row> rows, Frame frame = Frame::body,
                                          Interpolation interpolation = Interpolation::spline);

    const std::vector<Row>& rows() const { return *rows_; }
    Frame frame() const { return frame_; }
    Interpolation interpolation() const { return interpolation_; }
    const std::shared_ptr<const std::vector<core::TablePiece>>& pieces() const { return pieces_; }

    /// Where a method of this order has to begin anew: at the ends, where the torque jumps, and at all times
    /// where it is less smooth than the method needs.
    std::vector<double> breakpoints(int order) const;

    /// The file that it was read from, if any: for those who write scenarios.
    std::string file = {};

private:
    TableTorque() = default;

    std::shared_ptr<const std::vector<Row>> rows_;
    Frame frame_ = Frame::body;
    Interpolation interpolation_ = Interpolation::spline;
    std::shared_ptr<const std::vector<core::TablePiece>> pieces_;
};

namespace core {

/// A table as the kernels evaluate it. `Pieces` points to them, and may own them.
template <class Pieces>
class TableModel {
public:
    static constexpr const TorqueSheet& sheet = TableTorque::sheet;

    TableModel(Pieces pieces, double end, Frame frame, const Quaternion<double>& principal)
        : pieces_(std::move(pieces)), end_(end), frame_(frame), principal_(principal) {}

    template <class Scalar>
    Vector3<Scalar> operator()(const Scalar& t, const Quaternion<Scalar>& attitude,
                               const Vector3<Scalar>&) const {
        const double now = plain_time(t);
        const TablePiece* const first = pieces_->data();
        if (!(now >= first->from && now <= end_)) return Vector3<Scalar>(Scalar(0), Scalar(0), Scalar(0));
        std::size_t at = 0, beyond = pieces_->size();  // its piece is one of at … beyond − 1
        while (beyond - at > 1) {
            const std::size_t middle = at + (beyond - at) / 2;
            (first[middle].from <= now ? at : beyond) = middle;
        }
        const TablePiece& piece = first[at];
        const Scalar s = t - Scalar(piece.from);
        Vector3<Scalar> sum(piece.c[3]);
        for (std::size_t i = 3; i-- > 0;) sum = s * sum + Vector3<Scalar>(piece.c[i]);
        return to_body(frame_ == Frame::body ? Quaternion<Scalar>(principal_) : attitude, sum);
    }

private:
    Pieces pieces_;
    double end_;
    Frame frame_;
    Quaternion<double> principal_;  // principal → the user's body axes
};

}  // namespace core
}  // namespace polhode
