#include "studies.hpp"

namespace polhode::reproduce {

const std::vector<Study>& studies() {
    static const std::vector<Study> all{krysl2004(), krysl2005(), krysl2006()};
    return all;
}

}  // namespace polhode::reproduce
