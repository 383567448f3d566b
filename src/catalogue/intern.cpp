#include "intern.hpp"

#include <mutex>
#include <set>

namespace polhode {

std::string_view intern(std::string text) {
    static std::mutex mutex;
    static std::set<std::string> texts;  // nodes stay where they are
    const std::lock_guard lock(mutex);
    return *texts.insert(std::move(text)).first;
}

}  // namespace polhode
