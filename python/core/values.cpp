#include "values.hpp"

#include "interpreter.hpp"

#include <nanobind/stl/string.h>

#include <optional>
#include <string>
#include <utility>

namespace polhode::python {
namespace {

constexpr int deepest = 100;

Value::Table table_of(const nb::dict& settings, const std::string& place, int depth);

Value whole_number_of(const nb::handle& number) {
    const long long whole = PyLong_AsLongLong(number.ptr());
    if (whole != -1 || !PyErr_Occurred()) return whole_number_value(whole);
    PyErr_Clear();
    const double real = PyLong_AsDouble(number.ptr());
    if (real != -1 || !PyErr_Occurred()) return number_value(real);
    PyErr_Clear();
    return unusable_value("a whole number beyond 1.8e308");
}

std::string name_of_type(const nb::handle& object) {
    return nb::cast<std::string>(nb::object(object.type().attr("__name__")));
}

/// A text; nothing of one that is no Unicode, such as half of a surrogate pair.
std::optional<std::string> text_in(const nb::handle& object) {
    Py_ssize_t size = 0;
    if (const char* text = PyUnicode_AsUTF8AndSize(object.ptr(), &size))
        return std::string(text, static_cast<std::size_t>(size));
    PyErr_Clear();
    return std::nullopt;
}

Value value_within(const nb::handle& object, const std::string& place, int depth) {
    if (depth > deepest) throw InputError("the settings are nested more than 100 deep");
    PyObject* const p = object.ptr();
    if (PyBool_Check(p)) return truth_value(p == Py_True);
    if (PyFloat_Check(p)) return number_value(PyFloat_AsDouble(p));
    if (PyLong_Check(p)) return whole_number_of(object);
    if (PyUnicode_Check(p)) {
        auto text = text_in(object);
        return text ? text_value(std::move(*text)) : unusable_value("a text that is no Unicode");
    }
    if (PyDict_Check(p)) return table_value(table_of(nb::borrow<nb::dict>(object), place, depth));
    if (PyList_Check(p) || PyTuple_Check(p)) {
        Value::List items;
        for (const nb::handle item : object) items.push_back(value_within(item, place, depth + 1));
        return list_value(std::move(items));
    }
    // arrays and numbers of NumPy
    if (nb::hasattr(object, "tolist")) {
        const nb::object list = object.attr("tolist")();
        if (!nb::hasattr(list, "tolist")) return value_within(list, place, depth + 1);
    }
    return unusable_value("an object of type " + name_of_type(object));
}

Value::Table table_of(const nb::dict& settings, const std::string& place, int depth) {
    Value::Table table{{}, place};
    for (const auto& [key, value] : settings) {
        if (!PyUnicode_Check(key.ptr()))
            throw InputError("a key of the settings is an object of type " + name_of_type(key)
                             + ", expected text");
        auto name = text_in(key);
        if (!name) throw InputError("a key of the settings is a text that is no Unicode");
        table.entries.push_back({std::move(*name), value_within(value, place, depth + 1), place});
    }
    return table;
}

}  // namespace

Value::Table tree_of(const nb::dict& settings, const std::string& place) {
    return table_of(settings, place, 0);
}

Value value_of(const nb::handle& object, const std::string& place) { return value_within(object, place, 0); }

}  // namespace polhode::python
