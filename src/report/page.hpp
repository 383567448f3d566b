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
    std::string motion = {};  ///< JSON: what the viewer shows in motion_figure; "" for nothing
    std::string script = {};  ///< asset that this page runs beside those of charts and viewer; "" for none
};

std::string page_html(const Page& page);

}  // namespace polhode
