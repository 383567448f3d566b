#include "studies.hpp"

namespace polhode::reproduce {

const std::vector<Study>& studies() {
    static const std::vector<Study> all{buss2001(), krysl2004(), krysl2005(), celledoni2006(), krysl2006()};
    return all;
}

}  // namespace polhode::reproduce
