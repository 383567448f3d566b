/// The trapezoidal rules of Bottasso and Borri.
#include "polhode/method/bottasso_borri.hpp"
#include "entry.hpp"

namespace polhode {

std::vector<Method> bottasso_borri_methods() {
    using namespace core;
    return {entry<BottassoBorri<false>>(), entry<BottassoBorri<true>>({"rkmk-trapezoid"})};
}

}  // namespace polhode
