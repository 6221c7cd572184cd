//! `hash snippet`: what is printed compiles, runs and is right, in every language whose compiler is here.

use super::{folder, grundy};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How a language is compiled and run, and a program that rolls a window over a text and compares it with substrings.
struct Toolchain {
    language: &'static str,
    file: &'static str,
    /// The compiler; none where the interpreter takes the source.
    compile: Option<&'static [&'static str]>,
    run: &'static [&'static str],
    rolling: &'static str,
}

const TOOLCHAINS: [Toolchain; 4] = [
    Toolchain {
        language: "cpp",
        file: "main.cpp",
        compile: Some(&["g++", "-O1", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", "main", "main.cpp"]),
        run: &["./main"],
        rolling: "#include <cstdio>\nint main() {
            std::string text = \"how much wood would a woodchuck chuck\"; PolyHash hash(text);
            for (std::size_t w = 1; w <= text.size(); w++) {
                PolyHash::Rolling window(text.substr(0, w));
                for (std::size_t i = 0; i + w <= text.size(); i++) {
                    if (i > 0) window.roll(text[i - 1], text[i + w - 1]);
                    if (window.hash != hash.hash(i, i + w)) return 1;
                }
            }
            std::puts(\"right\");
        }",
    },
    Toolchain {
        language: "python",
        file: "main.py",
        compile: None,
        run: &["python3", "main.py"],
        rolling: "
text = b'how much wood would a woodchuck chuck'
whole = PolyHash(text)
for w in range(1, len(text) + 1):
    window = Rolling(text[:w])
    for i in range(len(text) - w + 1):
        if i > 0:
            window.roll(text[i - 1], text[i + w - 1])
        assert window.hash == whole.hash(i, i + w)
print('right')
",
    },
    Toolchain {
        language: "rust",
        file: "main.rs",
        compile: Some(&["rustc", "--edition", "2021", "-D", "warnings", "main.rs"]),
        run: &["./main"],
        rolling: "fn main() {
            let text = b\"how much wood would a woodchuck chuck\";
            let hash = PolyHash::new(text);
            assert!(hash.equal(9, 13, 22, 26));
            for w in 1..=text.len() {
                let mut window = Rolling::new(&text[..w]);
                for i in 0..=text.len() - w {
                    if i > 0 { window.roll(text[i - 1], text[i + w - 1]); }
                    assert_eq!(window.hash, hash.hash(i, i + w));
                }
            }
            println!(\"right\");
        }",
    },
    Toolchain {
        language: "java",
        file: "Main.java",
        compile: Some(&["javac", "-Xlint:all", "-Werror", "Main.java"]),
        run: &["java", "-Xshare:auto", "Main"],
        rolling: "class Main { public static void main(String[] arguments) {
            byte[] text = \"how much wood would a woodchuck chuck\".getBytes();
            PolyHash hash = new PolyHash(text);
            for (int w = 1; w <= text.length; w++) {
                PolyHash.Rolling window = new PolyHash.Rolling(java.util.Arrays.copyOf(text, w));
                for (int i = 0; i + w <= text.length; i++) {
                    if (i > 0) window.roll(text[i - 1], text[i + w - 1]);
                    if (window.hash != hash.hash(i, i + w)) throw new AssertionError();
                }
            }
            System.out.println(\"right\");
        } }",
    },
];

impl Toolchain {
    /// Whether its programs are here; says so where they are not.
    fn is_here(&self) -> bool {
        let programs = [self.compile.map(|words| words[0]), Some(self.run[0])].into_iter().flatten();
        let missing = programs.filter(|name| !name.starts_with('.')).find(|name| {
            Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_err()
        });
        if let Some(name) = missing {
            eprintln!("skipped: {} snippets are not tested, since `{name}` is missing", self.language);
        }
        missing.is_none()
    }

    /// Compiles a source.
    fn build(&self, folder: &Path, source: &str) {
        std::fs::write(folder.join(self.file), source).expect("a file");
        if let Some([program, arguments @ ..]) = self.compile {
            let output =
                Command::new(program).args(arguments).current_dir(folder).output().expect("a compiler");
            assert!(
                output.status.success(),
                "{}: {}",
                self.language,
                String::from_utf8_lossy(&output.stderr)
            );
        }
    }

    /// What the program prints.
    fn output(&self, folder: &Path, input: &[u8]) -> String {
        let [program, arguments @ ..] = self.run else { panic!("a program") };
        let program = if program.starts_with('.') { folder.join(program) } else { PathBuf::from(program) };
        let command = Command::new(program)
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut child = command.expect("a program");
        child.stdin.take().expect("a pipe").write_all(input).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", self.language);
        String::from_utf8(output.stdout).expect("ASCII")
    }
}

fn snippet(language: &str, main: bool) -> String {
    let arguments = ["hash", "snippet", "--language", language, "--main"];
    let run = grundy(&arguments[..if main { 5 } else { 4 }]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    run.out
}

/// Questions about a text, and what the letters say.
fn questions(text: &[u8]) -> (Vec<u8>, String) {
    let (mut input, mut expected) = ([text, b"\n"].concat(), String::new());
    let mut state = 7usize;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    for _ in 0..500 {
        let width = below(4.min(text.len() + 1));
        let (one, other) = (below(text.len() + 1 - width), below(text.len() + 1 - width));
        // Sometimes of another length.
        let wider = if below(5) == 0 && one + width < text.len() { width + 1 } else { width };
        input.extend(format!("{one} {} {other} {}\n", one + wider, other + width).bytes());
        expected += if text[one..one + wider] == text[other..other + width] { "1\n" } else { "0\n" };
    }
    (input, expected)
}

#[test]
fn snippets_compile_and_answer() {
    for toolchain in TOOLCHAINS.iter().filter(|toolchain| toolchain.is_here()) {
        let folder = folder(&format!("snippet-{}", toolchain.language));
        toolchain.build(&folder, &snippet(toolchain.language, true));
        for text in [&b"abracadabra"[..], b"", b"a b  a b\0\xff\xfe\0\0", &[b'z'; 300], "naïve ï".as_bytes()]
        {
            let (input, expected) = questions(text);
            assert_eq!(toolchain.output(&folder, &input), expected, "{} {text:?}", toolchain.language);
        }
        assert_eq!(toolchain.output(&folder, b"abab\r\n0 2 2 4"), "1\n", "{}", toolchain.language);
        assert_eq!(toolchain.output(&folder, b""), "", "{}", toolchain.language);
        let rolling = format!("{}\n{}", snippet(toolchain.language, false), toolchain.rolling);
        toolchain.build(&folder, &rolling);
        assert_eq!(toolchain.output(&folder, b"").trim_end(), "right", "{}", toolchain.language);
    }
}

#[test]
fn the_base_is_drawn_anew() {
    let answer = grundy(&["hash", "snippet", "--language", "python", "--json"]).answer();
    assert_eq!((&answer["schema"], &answer["language"]), (&1.into(), &"python".into()));
    assert_eq!(answer["source"].as_str(), Some(snippet("python", false).as_str()));
    for (language, source) in
        [("cpp", "random_device"), ("python", "secrets"), ("rust", "RandomState"), ("java", "SecureRandom")]
    {
        assert!(snippet(language, false).contains(source), "{language}");
    }
    assert_eq!(grundy(&["hash", "snippet"]).code, 2);
    assert_eq!(grundy(&["hash", "snippet", "--language", "cobol"]).code, 2);
}
