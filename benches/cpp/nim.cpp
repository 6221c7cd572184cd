// Who wins a Nim position on stdin: reads everything with fread, parses digits by hand, and prints the winner and the
// nim-sum. Nothing is checked, nothing is kept: about the least work there is.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

int main() {
    size_t size = 0, room = 1 << 20;
    unsigned char *text = (unsigned char *)malloc(room);
    for (;;) {
        size += fread(text + size, 1, room - size, stdin);
        if (size < room) break;
        text = (unsigned char *)realloc(text, room *= 2);
    }
    uint64_t sum = 0, heap = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] >= '0' && text[i] <= '9') {
            heap = heap * 10 + (text[i] - '0');
        } else {
            sum ^= heap;
            heap = 0;
        }
    }
    sum ^= heap;
    printf("%c %llu\n", sum ? 'N' : 'P', (unsigned long long)sum);
}
