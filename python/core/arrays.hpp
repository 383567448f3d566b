/// Arrays of numbers in and out: NumPy's, in C order, of float64. The Python layer sees to that.
#pragma once

#include "polhode/mechanics/state.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

namespace polhode::python {

namespace nb = nanobind;

using Array = nb::ndarray<nb::numpy, double>;
using Times = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Vector = nb::ndarray<const double, nb::shape<3>, nb::c_contig, nb::device::cpu>;
using Attitude = nb::ndarray<const double, nb::shape<4>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<const double, nb::shape<3, 3>, nb::c_contig, nb::device::cpu>;
using Vectors = nb::ndarray<const double, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
using Attitudes = nb::ndarray<const double, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;

/// An array that owns these numbers.
inline nb::object array_of(std::vector<double>&& numbers, std::initializer_list<std::size_t> shape) {
    auto* kept = new std::vector<double>(std::move(numbers));
    const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
    return nb::cast(Array(kept->data(), shape, owner));
}
inline nb::object array_of(const Eigen::Vector3d& v) { return array_of({v[0], v[1], v[2]}, {3}); }
inline nb::object array_of(const Eigen::Quaterniond& q) {
    return array_of({q.x(), q.y(), q.z(), q.w()}, {4});
}
inline nb::object array_of(const Eigen::Matrix3d& m) {
    return array_of({m(0, 0), m(0, 1), m(0, 2), m(1, 0), m(1, 1), m(1, 2), m(2, 0), m(2, 1), m(2, 2)},
                    {3, 3});
}

inline Eigen::Vector3d vector_of(const double* v) { return {v[0], v[1], v[2]}; }
inline Eigen::Quaterniond attitude_of(const double* q) { return {q[3], q[0], q[1], q[2]}; }
inline State state_of(const Attitude& attitude, const Vector& momentum) {
    return {attitude_of(attitude.data()), vector_of(momentum.data())};
}
inline std::span<const double> numbers_of(const Times& times) { return {times.data(), times.size()}; }

/// States one after the other: attitudes and momenta.
struct StateColumns {
    std::vector<double> attitude = {}, momentum = {};

    void reserve(std::size_t count) {
        attitude.reserve(4 * count);
        momentum.reserve(3 * count);
    }
    void add(const State& state) {
        const auto& q = state.attitude.coeffs();
        attitude.insert(attitude.end(), q.data(), q.data() + 4);
        momentum.insert(momentum.end(), state.momentum.data(), state.momentum.data() + 3);
    }
    std::size_t size() const { return momentum.size() / 3; }
    State operator[](std::size_t i) const {
        return {attitude_of(attitude.data() + 4 * i), vector_of(momentum.data() + 3 * i)};
    }
};

}  // namespace polhode::python
