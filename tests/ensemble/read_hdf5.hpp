/// Reads HDF5 files by the library that they are made for.
#pragma once

#ifdef POLHODE_HDF5

#include <hdf5.h>
#include <array>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace polhode::test {

struct Hdf5Array {
    std::vector<hsize_t> shape;
    std::string bytes;

    bool operator==(const Hdf5Array&) const = default;
};

/// All arrays of a file, each of which takes no more of it than it has bytes.
inline std::map<std::string, Hdf5Array> read_hdf5(const std::filesystem::path& path) {
    const auto demand = [&](bool holds, const std::string& what) {
        if (!holds) throw std::runtime_error(path.string() + ": " + what);
    };
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    demand(file >= 0, "not opened");
    H5G_info_t group{};
    demand(H5Gget_info(file, &group) >= 0, "no group");
    std::map<std::string, Hdf5Array> arrays;
    for (hsize_t i = 0; i < group.nlinks; ++i) {
        std::array<char, 256> name{};
        demand(H5Lget_name_by_idx(file, ".", H5_INDEX_NAME, H5_ITER_INC, i, name.data(), name.size(),
                                  H5P_DEFAULT)
                   > 0,
               "no name");
        const hid_t set = H5Dopen2(file, name.data(), H5P_DEFAULT);
        demand(set >= 0, name.data());
        const hid_t type = H5Dget_type(set), space = H5Dget_space(set);
        Hdf5Array array;
        array.shape.resize(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
        H5Sget_simple_extent_dims(space, array.shape.data(), nullptr);
        std::size_t size = H5Tget_size(type);
        for (const hsize_t length : array.shape) size *= length;
        demand(H5Dget_storage_size(set) == size, "more than its numbers");
        array.bytes.resize(size);
        demand(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, array.bytes.data()) >= 0, "not read");
        arrays[name.data()] = std::move(array);
        H5Sclose(space);
        H5Tclose(type);
        H5Dclose(set);
    }
    H5Fclose(file);
    return arrays;
}

}  // namespace polhode::test

#endif
