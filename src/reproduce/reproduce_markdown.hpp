/// Parts of the documentation that the studies write: docs/reproduce.md, docs/findings.md.
#pragma once

#include "reproduce/study.hpp"

#include <string>
#include <vector>

namespace polhode {

/// Claims per study and verdict, as they are on record.
std::string verdict_table_markdown(const std::vector<reproduce::Study>& studies);

/// The sentences that are not examined, as a list.
std::string uncovered_markdown(const std::vector<reproduce::Study>& studies);

/// "STUDY/FIGURE/CLAIM" of each row: what the paper says, what we find, the verdict. Examines the claims. Throws
/// std::logic_error for a name that is none.
std::string claims_table_markdown(const std::vector<reproduce::Study>& studies,
                                  const std::vector<std::string>& names, reproduce::Lab& lab);

/// The table of the figure "STUDY/FIGURE" (Figure::table).
std::string figure_table_markdown(const std::vector<reproduce::Study>& studies, const std::string& name,
                                  reproduce::Lab& lab);

}  // namespace polhode
