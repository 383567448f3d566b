/// The list of formats. Each stands in a file of its own, which includes this one.
#pragma once

#include "formats/format.hpp"

#include <array>

namespace polhode {

extern const TrajectoryFormat csv_format, npz_format, npy_format, hdf5_format, lammps_format, gltf_format,
    aem_format;

inline constexpr std::array all_formats{&csv_format,    &npz_format,  &npy_format, &hdf5_format,
                                        &lammps_format, &gltf_format, &aem_format};

}  // namespace polhode
