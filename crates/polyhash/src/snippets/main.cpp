
// The first line is the text; every further line `l1 r1 l2 r2` asks whether two substrings are equal.
#include <iostream>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    std::string text;
    std::getline(std::cin, text);
    if (!text.empty() && text.back() == '\r') text.pop_back();
    PolyHash hash(text);
    std::size_t l1, r1, l2, r2;
    while (std::cin >> l1 >> r1 >> l2 >> r2) std::cout << (hash.equal(l1, r1, l2, r2) ? "1\n" : "0\n");
}
