// The divisor game: take away a proper divisor of the number; whoever faces 1 has lost.
//
// $ c++ -O2 -o divisors examples/divisors.cpp
// $ grundy solve program:./divisors 12 5
// program:./divisors 12 5: the first player wins (N), Grundy value 2
#include <iostream>

int main() {
    unsigned long long n;
    while (std::cin >> n) {
        std::cout << '[';
        const char* comma = "";
        for (unsigned long long d = 1; 2 * d <= n; ++d) {
            if (n % d == 0) {
                std::cout << comma << '"' << n - d << '"';
                comma = ",";
            }
        }
        // std::endl flushes: an answer is due as soon as it is asked for.
        std::cout << ']' << std::endl;
    }
}
