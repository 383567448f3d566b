#include "polhode/mechanics/body.hpp"
#include "arrays.hpp"
#include "module.hpp"

namespace polhode::python {

using namespace nb::literals;

namespace {

/// A vector for each of these.
template <class Function>
nb::object for_each_row(const Vectors& rows, const Function& function) {
    std::vector<double> out(rows.size());
    for (std::size_t i = 0; i < rows.shape(0); ++i)
        Eigen::Map<Eigen::Vector3d>(out.data() + 3 * i) = function(vector_of(rows.data() + 3 * i));
    return array_of(std::move(out), {rows.shape(0), 3});
}

}  // namespace

void define_body(nb::module_& m) {
    nb::class_<Body>(m, "Body")
        .def_static("from_moments", [](const Vector& v) { return Body::from_moments(vector_of(v.data())); })
        .def_static("from_tensor",
                    [](const Matrix& tensor) {
                        Eigen::Matrix3d t;
                        for (int i = 0; i < 3; ++i) t.row(i) = vector_of(tensor.data() + 3 * i);
                        return Body::from_tensor(t);
                    })
        .def("with_rotor_momentum",
             [](const Body& body, const Vector& h) { return body.with_rotor_momentum(vector_of(h.data())); })
        .def_prop_ro("moments", [](const Body& body) { return array_of(body.moments()); })
        .def_prop_ro("principal_axes", [](const Body& body) { return array_of(body.principal_axes()); })
        .def_prop_ro("has_principal_axes",
                     [](const Body& body) { return body.principal_axes().vec().isZero(0); })
        .def_prop_ro("tensor", [](const Body& body) { return array_of(body.tensor()); })
        .def_prop_ro("has_rotor", &Body::has_rotor)
        .def_prop_ro("rotor_momentum", [](const Body& body) { return array_of(body.rotor_momentum()); })
        .def("momenta",
             [](const Body& body, const Vectors& rates) {
                 return for_each_row(rates, [&](const Eigen::Vector3d& w) { return body.momentum(w); });
             })
        .def("angular_velocities",
             [](const Body& body, const Vectors& momenta) {
                 return for_each_row(momenta,
                                     [&](const Eigen::Vector3d& p) { return body.angular_velocity(p); });
             })
        .def("kinetic_energies", [](const Body& body, const Vectors& momenta) {
            std::vector<double> out(momenta.shape(0));
            for (std::size_t i = 0; i < momenta.shape(0); ++i)
                out[i] = body.kinetic_energy({.momentum = vector_of(momenta.data() + 3 * i)});
            const std::size_t count = out.size();
            return array_of(std::move(out), {count});
        });
}

}  // namespace polhode::python
