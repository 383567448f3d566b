/// Bodies that have failed, as Python shows them.
#pragma once

#include "polhode/ensemble/integrator.hpp"

#include <nanobind/nanobind.h>

#include <vector>

namespace polhode::python {

inline nanobind::list failure_list(const std::vector<BodyFailure>& failures) {
    nanobind::list list;
    for (const BodyFailure& failure : failures) {
        nanobind::dict d;
        d["body"] = failure.body;
        d["step"] = failure.step;
        d["t"] = failure.time;
        d["reason"] = failure.reason.c_str();
        list.append(d);
    }
    return list;
}

}  // namespace polhode::python
