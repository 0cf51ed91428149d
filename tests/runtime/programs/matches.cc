// SPDX-License-Identifier: GPL-3.0-or-later
// matches PATTERN FILE: how many lines the pattern is found in, by libstdc++'s regular expressions:
// real code of many small functions.
#include <fstream>
#include <iostream>
#include <regex>
#include <string>

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    const std::regex pattern(argv[1]);
    std::ifstream file(argv[2]);
    long n = 0;
    for (std::string line; std::getline(file, line);)
        n += std::regex_search(line, pattern);
    std::cout << n << '\n';
    return 0;
}
