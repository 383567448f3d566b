/// The shell that every page shares: one HTML file with everything inside, which asks the network for
/// nothing.
#pragma once

#include "report/figures.hpp"

#include <string>

namespace polhode {

struct Page {
    std::string title;  ///< plain text
    std::string body;   ///< HTML; put figures(plots) where the charts belong
    Plots plots;
};

std::string page_html(const Page& page);

}  // namespace polhode
