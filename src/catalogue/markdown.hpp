/// The property table as Markdown, for the README; tests/docs checks that the README has it as it is.
#pragma once

#include <string>

namespace polhode {

std::string property_table_markdown();

}  // namespace polhode
