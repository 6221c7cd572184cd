// Runs a command with files as input and output and prints what it used: nanoseconds by the clock, nanoseconds of user
// and system time, and the peak of resident bytes. Usage: measure INPUT OUTPUT PROGRAM ARGUMENT...
//
// It is a program of its own because the kernel counts the memory of the process that starts another as that one's, up
// to the moment of exec: started from the benchmarks themselves, with tables in memory, every command would look huge.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    const int input = open(argv[1], O_RDONLY);
    const int output = open(argv[2], O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (input < 0 || output < 0) {
        perror("open");
        return 2;
    }
    const auto start = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
        dup2(input, 0);
        dup2(output, 1);
        execv(argv[3], argv + 3);
        perror("exec");
        _exit(127);
    }
    int status = 0;
    struct rusage used;
    if (wait4(child, &status, 0, &used) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "%s failed with status %d\n", argv[3], status);
        return 1;
    }
    const auto end = std::chrono::steady_clock::now();
    const auto nanoseconds = [](const timeval &t) { return t.tv_sec * 1000000000LL + t.tv_usec * 1000LL; };
    const auto wall = std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count();
    printf("%lld %lld %lld\n", (long long)wall, nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime), used.ru_maxrss * 1024LL);
}
