

# The first line is the text; every further line `l1 r1 l2 r2` asks whether two substrings are equal.
def main():
    import sys

    text = sys.stdin.buffer.readline().rstrip(b"\n").rstrip(b"\r")
    hash = PolyHash(text)
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    answers = (hash.equal(*numbers[i : i + 4]) for i in range(0, len(numbers), 4))
    sys.stdout.write("".join("1\n" if equal else "0\n" for equal in answers))


if __name__ == "__main__":
    main()
