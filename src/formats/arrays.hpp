/// What the formats share in which each quantity is an array.
#pragma once

#include "formats/format.hpp"

namespace polhode {

/// Keeps the numbers of a sample until all are there: an array is written from its first row to its last.
void keep_row(const MotionFiles& files, const Sample& sample, std::string_view format);
/// time, attitude and so on, a row for each sample; energy only where there is one.
void write_rows(const MotionFiles& files, std::string_view format, ArrayFile& file);

/// time, and the arrays of state_arrays().
void write_states(const StatesFiles& files, const StatesSeen& seen, ArrayFile& file);

}  // namespace polhode
