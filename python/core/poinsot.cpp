#include "polhode/simulate/poinsot.hpp"

#include "arrays.hpp"
#include "interpreter.hpp"
#include "module.hpp"

#include <nanobind/stl/string.h>

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace polhode::python {
namespace {

using namespace nb::literals;

nb::dict poinsot_constants(const Poinsot& p) {
    const InvariablePlane& plane = p.plane();
    const HerpolhodeConstants& h = p.herpolhode();
    nb::dict d;
    d["energy"] = p.energy();
    d["momentum"] = p.momentum();
    d["energy_semi_axes"] = array_of(p.energy_semi_axes());
    d["momentum_semi_axes"] = array_of(p.momentum_semi_axes());
    d["principal_axes"] = array_of(Eigen::Matrix3d(p.body().principal_axes().toRotationMatrix()));
    d["course"] = std::string(course_name(p.course()));
    d["axis"] = array_of(p.axis());
    d["period"] = p.period();
    d["one_period"] = nb::make_tuple(p.one_period().first, p.one_period().last);
    d["normal"] = array_of(plane.normal);
    d["distance"] = plane.distance;
    d["first"] = array_of(plane.first);
    d["second"] = array_of(plane.second);
    d["least_radius"] = h.least_radius;
    d["largest_radius"] = h.largest_radius;
    d["advance"] = h.advance;
    d["mean_rate"] = h.mean_rate;
    d["rate_at_largest"] = h.rate_at_largest;
    d["rate_at_least"] = h.rate_at_least;
    return d;
}

void append(std::vector<double>& numbers, const Eigen::Vector3d& v) {
    numbers.insert(numbers.end(), v.data(), v.data() + 3);
}

nb::object polhode_of(const Poinsot& p, std::size_t count) {
    std::vector<double> numbers;
    for (const Eigen::Vector3d& w : p.polhode(count)) append(numbers, w);
    return array_of(std::move(numbers), {count, 3});
}

nb::object separatrices_of(const Poinsot& p, std::size_t count) {
    std::vector<double> numbers;
    const std::vector<std::vector<Eigen::Vector3d>> curves = p.separatrices(count);
    for (const std::vector<Eigen::Vector3d>& curve : curves)
        for (const Eigen::Vector3d& w : curve) append(numbers, w);
    return array_of(std::move(numbers), {curves.size(), count, 3});
}

/// Calls function(i, t) for all times, without the lock; Ctrl-C ends it.
template <class Function>
void for_times(const Times& times, const Function& function) {
    const nb::gil_scoped_release unlocked;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (i % 65536 == 65535) check_signals();
        function(i, times.data()[i]);
    }
}

nb::object herpolhode_of(const Poinsot& p, const Times& times) {
    const std::size_t n = times.size();
    std::vector<double> numbers(3 * n);
    for_times(times, [&](std::size_t i, double t) {
        Eigen::Map<Eigen::Vector3d>(numbers.data() + 3 * i) = p.herpolhode(t);
    });
    return array_of(std::move(numbers), {n, 3});
}

nb::dict herpolhode_polar_of(const Poinsot& p, const Times& times) {
    const std::size_t n = times.size();
    std::array<std::vector<double>, 4> columns;
    for (std::vector<double>& column : columns) column.resize(n);
    for_times(times, [&](std::size_t i, double t) {
        const HerpolhodePoint point = p.herpolhode_polar(t);
        columns[0][i] = point.radius;
        columns[1][i] = point.angle;
        columns[2][i] = point.radius_rate;
        columns[3][i] = point.angle_rate;
    });
    nb::dict d;
    constexpr std::array names{"radius", "angle", "radius_rate", "angle_rate"};
    for (std::size_t i = 0; i < names.size(); ++i) d[names[i]] = array_of(std::move(columns[i]), {n});
    return d;
}

}  // namespace

void define_poinsot(nb::module_& m) {
    nb::class_<Poinsot>(m, "Poinsot")
        .def("constants", &poinsot_constants)
        .def("polhode", &polhode_of, "count"_a)
        .def("separatrices", &separatrices_of, "count"_a)
        .def("herpolhode", &herpolhode_of, "times"_a)
        .def("herpolhode_polar", &herpolhode_polar_of, "times"_a);
}

}  // namespace polhode::python
