//! The C++ programs of `cpp/`, compiled when they are needed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A working g++ and a directory for what it makes.
pub struct Compiler {
    directory: PathBuf,
}

impl Compiler {
    /// The compiler, if there is one.
    pub fn find() -> Option<Compiler> {
        Command::new("g++").arg("--version").output().ok().filter(|output| output.status.success())?;
        let directory = release_directory().parent().expect("target/release has a parent").join("benches");
        std::fs::create_dir_all(&directory).expect("the target directory can be written");
        Some(Compiler { directory })
    }

    /// Where programs and inputs go.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The program made from `cpp/NAME.cpp`.
    pub fn compile(&self, name: &str) -> PathBuf {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("cpp").join(name).with_extension("cpp");
        let program = self.directory.join(name);
        let status =
            Command::new("g++").args(["-O2", "-std=c++17", "-o"]).arg(&program).arg(&source).status();
        assert!(status.expect("g++ ran before").success(), "{} does not compile", source.display());
        program
    }
}

/// Where this program and the command lie.
pub fn release_directory() -> PathBuf {
    let own = std::env::current_exe().expect("a running program has a path");
    own.parent().expect("a file has a parent").to_owned()
}

/// What a process used.
pub struct Usage {
    pub wall: Duration,
    /// User and system time.
    pub cpu: Duration,
    /// The most memory that was resident.
    pub peak: u64,
}

/// Runs commands through `cpp/measure.cpp`, which asks the kernel what they used.
pub struct Meter(PathBuf);

impl Meter {
    pub fn new(compiler: &Compiler) -> Meter {
        Meter(compiler.compile("measure"))
    }

    /// Runs `command` (program and arguments) with its input and output in files.
    pub fn run(&self, input: &Path, output: &Path, program: &Path, arguments: &[&str]) -> Usage {
        let measured = Command::new(&self.0).args([input, output, program]).args(arguments).output();
        let measured = measured.expect("the meter runs");
        assert!(measured.status.success(), "{}", String::from_utf8_lossy(&measured.stderr));
        let numbers = numbers(&measured.stdout);
        let [wall, cpu, peak] = numbers[..] else { panic!("the meter prints three numbers") };
        Usage { wall: Duration::from_nanos(wall), cpu: Duration::from_nanos(cpu), peak }
    }
}

/// The whole numbers that a program printed.
pub fn numbers(output: &[u8]) -> Vec<u64> {
    let text = String::from_utf8_lossy(output);
    text.split_whitespace().map(|word| word.parse().expect("the C++ programs print whole numbers")).collect()
}
