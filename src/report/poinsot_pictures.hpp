/// Poinsot's construction drawn: the polhode on the ellipsoid of energy, the herpolhode on the invariable plane, and the
/// one rolling on the other.
#pragma once

#include "polhode/simulate/poinsot.hpp"
#include "report/picture.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace polhode {

/// How many points of one_period(), at equal times, make the polhode look smooth.
std::size_t polhode_points(const Poinsot& poinsot);
/// The times at which the herpolhode is drawn: five periods of the polhode, but 20 turns at most.
std::vector<double> herpolhode_times(const Poinsot& poinsot);

/// Among other polhodes of the same energy, and the separatrices. Seen from where most of it is in front.
Picture polhode_picture(const Poinsot& poinsot);
/// Between the circles that bound it, from above.
Picture herpolhode_picture(const Poinsot& poinsot);
/// The ellipsoid at the start on the plane, the momentum downwards.
Picture rolling_picture(const Poinsot& poinsot);

/// The first two with their captions, for a page; the third above them if it is wanted.
std::string poinsot_figures(const Poinsot& poinsot, bool with_rolling);

}  // namespace polhode
