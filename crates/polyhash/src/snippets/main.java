
// The first line is the text; every further line `l1 r1 l2 r2` asks whether two substrings are equal.
class Main {
    public static void main(String[] arguments) throws java.io.IOException {
        byte[] input = System.in.readAllBytes();
        int end = 0;
        while (end < input.length && input[end] != '\n') end++;
        int length = end > 0 && input[end - 1] == '\r' ? end - 1 : end;
        PolyHash hash = new PolyHash(java.util.Arrays.copyOf(input, length));
        java.util.StringTokenizer numbers = new java.util.StringTokenizer(
            new String(input, end, input.length - end, java.nio.charset.StandardCharsets.US_ASCII));
        StringBuilder answers = new StringBuilder();
        int[] q = new int[4];
        while (numbers.hasMoreTokens()) {
            for (int i = 0; i < 4; i++) q[i] = Integer.parseInt(numbers.nextToken());
            answers.append(hash.equal(q[0], q[1], q[2], q[3]) ? "1\n" : "0\n");
        }
        System.out.print(answers);
    }
}
