/// Objects that JavaScript knows by numbers.
#pragma once

#include "polhode/error.hpp"

#include <map>
#include <memory>
#include <utility>

namespace polhode::web {

template <class Object>
class Handles {
public:
    int add(std::unique_ptr<Object> object) {
        objects_.emplace(++last_, std::move(object));
        return last_;
    }
    /// Null if there is none.
    Object* find(int number) {
        const auto found = objects_.find(number);
        return found == objects_.end() ? nullptr : found->second.get();
    }
    /// Throws InputError if there is none.
    Object& at(int number) {
        if (Object* found = find(number)) return *found;
        throw InputError("it has been freed");
    }
    void remove(int number) { objects_.erase(number); }

private:
    std::map<int, std::unique_ptr<Object>> objects_;
    int last_ = 0;
};

}  // namespace polhode::web
