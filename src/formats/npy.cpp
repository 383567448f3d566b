/// Arrays in files of NumPy's.
#include "formats/all.hpp"
#include "formats/arrays.hpp"

namespace polhode {
namespace {

void add(const MotionFiles& files, const Sample& sample) { keep_row(files, sample, "npy"); }

void finish(const MotionFiles& files, const MotionEnd&) {
    write_rows(files, "npy", *npy_files(files.folder, files.name));
    files.names.push_back(files.name + "-*.npy");
}

void states(const StatesFiles& files, const StatesSeen& seen) {
    write_states(files, seen, *npy_files(files.folder, files.name));
}

}  // namespace

const TrajectoryFormat npy_format{
    .name = "npy",
    .about = "a file of NumPy's for each array",
    .reader = "NumPy (np.load, also mapped into memory)",
    .ending = "-*.npy",
    .holds_all = true,
    .bytes_of_number = 16,
    .bytes_of_state = {.body = 1, .number = 8},
    .add = add,
    .finish = finish,
    .states = states,
};

}  // namespace polhode
