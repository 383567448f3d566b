#include "studies.hpp"

namespace polhode::reproduce {

const std::vector<Study>& studies() {
    static const std::vector<Study> all{krysl2004()};
    return all;
}

}  // namespace polhode::reproduce
