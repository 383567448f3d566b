/// Where the components of a vector are fixed.
#pragma once

namespace polhode {

enum class Frame { body, space };

}  // namespace polhode
