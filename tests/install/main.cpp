#include <polhode/version.hpp>

#include <iostream>

int main() { std::cout << "polhode " << polhode::version << '\n'; }
