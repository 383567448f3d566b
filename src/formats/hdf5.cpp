/// Arrays as datasets of an HDF5 file, which a module of the program writes.
#include "formats/all.hpp"
#include "formats/arrays.hpp"

namespace polhode {
namespace {

void add(const MotionFiles& files, const Sample& sample) { keep_row(files, sample, "hdf5"); }

void finish(const MotionFiles& files, const MotionEnd&) {
    write_rows(files, "hdf5", *files.open_arrays(files.folder, files.name));
    files.names.push_back(files.name + ".h5");
}

void states(const StatesFiles& files, const StatesSeen& seen) {
    write_states(files, seen, *files.open_arrays(files.folder, files.name));
}

}  // namespace

const TrajectoryFormat hdf5_format{
    .name = "hdf5",
    .about = "datasets of float64 in one file",
    .reader = "h5py, MATLAB, Julia",
    .ending = ".h5",
    .holds_all = true,
    .bytes_of_number = 16,
    .bytes_of_state = {.body = 1, .number = 8},
    .module = "hdf5",
    .add = add,
    .finish = finish,
    .states = states,
};

}  // namespace polhode
