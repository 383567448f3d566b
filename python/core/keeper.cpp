#include "keeper.hpp"

#include <nanobind/stl/string.h>

#include <cmath>
#include <cstring>
#include <utility>

namespace polhode::python {

Keeper::Keeper(nb::object object) {
    if (!object.is_none()) object_ = hold(std::move(object));
}

std::chrono::milliseconds Keeper::asked_every() const {
    const nb::gil_scoped_acquire lock;
    return std::chrono::milliseconds(std::lround(1000 * nb::cast<double>(object_->attr("asked_every"))));
}

bool Keeper::goes_on() const {
    check_signals();
    if (!object_) return true;
    const nb::gil_scoped_acquire lock;
    return !nb::cast<bool>(object_->attr("stops")());
}

bool Keeper::is_due() const {
    if (!object_) return false;
    const nb::gil_scoped_acquire lock;
    return nb::cast<bool>(object_->attr("is_due")());
}

void Keeper::take(const Expected<std::vector<std::byte>>& bytes) const {
    if (!object_) return;
    const nb::gil_scoped_acquire lock;
    if (bytes)
        object_->attr("write")(bytes_of(*bytes));
    else
        object_->attr("give_up")(bytes.error().message);
}

nb::bytes bytes_of(const std::vector<std::byte>& bytes) { return nb::bytes(bytes.data(), bytes.size()); }

std::vector<std::byte> bytes_in(const nb::bytes& bytes) {
    std::vector<std::byte> copy(bytes.size());
    if (!copy.empty()) std::memcpy(copy.data(), bytes.data(), copy.size());
    return copy;
}

}  // namespace polhode::python
