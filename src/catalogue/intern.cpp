#include "intern.hpp"

#include "threads/mutex.hpp"

#include <set>

namespace polhode {

std::string_view intern(std::string text) {
    static Mutex mutex;
    static std::set<std::string> texts;  // nodes stay where they are
    const Lock lock(mutex);
    return *texts.insert(std::move(text)).first;
}

}  // namespace polhode
