/// A value given on the command line.
#pragma once

#include <string>

namespace polhode {

struct Override {
    std::string origin;  ///< as the user wrote it: "--set body.inertia", "--step"
    std::string key;     ///< "body.inertia"
    std::string value;   ///< a TOML value; anything that is none is text, so that names need no quotes
};

}  // namespace polhode
