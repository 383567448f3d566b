/// Arrays in an archive of NumPy's.
#include "formats/all.hpp"
#include "formats/arrays.hpp"

namespace polhode {
namespace {

void add(const MotionFiles& files, const Sample& sample) { keep_row(files, sample, "npz"); }

void finish(const MotionFiles& files, const MotionEnd&) {
    write_rows(files, "npz", *npz_file(files.folder, files.name));
    files.names.push_back(files.name + ".npz");
}

void states(const StatesFiles& files, const StatesSeen& seen) {
    write_states(files, seen, *npz_file(files.folder, files.name));
}

}  // namespace

const TrajectoryFormat npz_format{
    .name = "npz",
    .about = "arrays of float64 in one file of NumPy's",
    .reader = "NumPy",
    .ending = ".npz",
    .holds_all = true,
    .bytes_of_number = 16,
    .bytes_of_state = {.body = 1, .number = 8},
    .add = add,
    .finish = finish,
    .states = states,
};

}  // namespace polhode
