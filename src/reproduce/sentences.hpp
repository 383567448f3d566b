/// Where a paper says what a study examines, from studies/NAME/sentences.tsv. A line has three fields, parted by
/// tabs: the claim ("fig6/order"), the place of the sentence in the paper with its words, and what would fail
/// the claim. A line with the claim "-" is a sentence that is not examined, and the third field says why.
#pragma once

#include "reproduce/study.hpp"

#include <string_view>

namespace polhode::reproduce {

/// The study with the places filled in. Cells of tables need no line: their place is their row and column. Throws
/// std::logic_error for a sentence without a line or a line without a claim: the file is part of the program.
Study with_sentences(Study study, std::string_view tsv);

}  // namespace polhode::reproduce
