//! Colour, help, completions, manual pages.

use super::{command, finished, folder, grundy};

const ESCAPE: char = '\u{1b}';

#[test]
fn colour_is_for_terminals_or_when_asked() {
    let plain = grundy(&["solve", "nim", "3"]);
    assert!(!plain.out.contains(ESCAPE));
    let always = grundy(&["--color", "always", "solve", "nim", "3"]);
    assert!(always.out.contains(ESCAPE));
    // Meaning never by colour alone: without the escapes it is the same text.
    let mut parts = always.out.split(ESCAPE);
    let mut stripped = parts.next().expect("a beginning").to_owned();
    stripped.extend(parts.map(|part| part.split_once('m').expect("the end of an escape").1));
    assert_eq!(stripped, plain.out);
    let error = grundy(&["solve", "n -> n", "3"]);
    assert!(!error.err.contains(ESCAPE));
    assert!(grundy(&["--color", "always", "solve", "n -> n", "3"]).err.contains(ESCAPE));
    assert!(!grundy(&["--color", "never", "solve", "n -> n", "3"]).err.contains(ESCAPE));
    assert!(!grundy(&["--color", "always", "--json", "solve", "nim", "3"]).out.contains(ESCAPE));
    assert_eq!(grundy(&["--color", "sometimes", "solve", "nim", "3"]).code, 2);
}

#[test]
fn no_color_is_obeyed_and_the_flag_is_stronger() {
    let run = |arguments: &[&str]| {
        let output =
            command(arguments).env("NO_COLOR", "1").env("CLICOLOR_FORCE", "1").output().expect("runs");
        finished(arguments, output)
    };
    assert!(!run(&["solve", "nim", "3"]).out.contains(ESCAPE));
    assert!(!run(&["solve", "n -> n", "3"]).err.contains(ESCAPE));
    assert!(run(&["solve", "nim", "3", "--color", "always"]).out.contains(ESCAPE));
}

/// On a terminal of its own, which `script` of util-linux makes.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_colour_unless_no_color_is_set() {
    let on_terminal = |no_color: Option<&str>| {
        let mut script = std::process::Command::new("script");
        let line = format!("'{}' solve nim 3", env!("CARGO_BIN_EXE_grundy"));
        script.args(["-qec", &line, "/dev/null"]).env("TERM", "xterm-256color").env_remove("NO_COLOR");
        if let Some(value) = no_color {
            script.env("NO_COLOR", value);
        }
        script.stdin(std::process::Stdio::null()).output()
    };
    let Ok(coloured) = on_terminal(None) else {
        eprintln!("skipped: there is no `script` to make a terminal");
        return;
    };
    assert!(String::from_utf8_lossy(&coloured.stdout).contains(ESCAPE));
    let plain = on_terminal(Some("1")).expect("as before");
    assert!(!String::from_utf8_lossy(&plain.stdout).contains(ESCAPE));
    assert!(String::from_utf8_lossy(&plain.stdout).contains("first player wins"));
}

#[test]
fn progress_is_not_shown_where_nobody_watches() {
    let run = grundy(&["seq", "n -> a, b where a < n, b + 1 < n", "-n", "100000", "--max-time", "900ms"]);
    assert_eq!((run.code, run.err.lines().count()), (3, 1), "only the limit is told: {}", run.err);
}

#[test]
fn help_and_version_are_answers() {
    for arguments in [
        &["--help"][..],
        &["-h"],
        &["help"],
        &["help", "solve"],
        &["solve", "--help"],
        &["--version"],
        &["--json", "--help"],
    ] {
        let run = grundy(arguments);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{arguments:?}");
        assert!(run.out.contains("grundy"), "{arguments:?}");
    }
    let help = grundy(&["--help"]).out;
    for word in
        ["solve", "seq", "explain", "games", "mex", "nimber", "completions", "man", "--json", "--max-time"]
    {
        assert!(help.contains(word), "{word}");
    }
}

#[test]
fn completions_for_the_common_shells() {
    for shell in ["bash", "zsh", "fish"] {
        let run = grundy(&["completions", shell]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{shell}");
        for word in ["solve", "nimber", "max-memory"] {
            assert!(run.out.contains(word), "{shell}: {word}");
        }
    }
    // What bash is given, bash can read.
    let script = grundy(&["completions", "bash"]).out;
    let file = folder("completions").join("grundy.bash");
    std::fs::write(&file, script).expect("written");
    if let Ok(read) = std::process::Command::new("bash").arg("-n").arg(&file).status() {
        assert!(read.success());
    }
}

#[test]
fn manual_pages_for_every_command() {
    let folder = folder("man").join("new/folder");
    let run = grundy(&["man", folder.to_str().expect("UTF-8")]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    for page in [
        "grundy",
        "grundy-solve",
        "grundy-seq",
        "grundy-explain",
        "grundy-games",
        "grundy-mex",
        "grundy-nimber",
    ] {
        let text = std::fs::read_to_string(folder.join(format!("{page}.1")))
            .unwrap_or_else(|error| panic!("{page}: {error}"));
        assert!(text.contains(".TH") && text.len() > 300, "{page}");
    }
}

#[test]
fn the_flags_stand_before_or_after_the_command() {
    let before = grundy(&["--json", "solve", "nim", "3"]);
    assert_eq!(before.out, grundy(&["solve", "--json", "nim", "3"]).out);
    assert_eq!(before.out, grundy(&["solve", "nim", "3", "--json"]).out);
}

#[test]
fn the_version_tells_the_path_of_the_processor() {
    let output = command(&["--version"]).env("GRUNDY_CPU", "portable").output().expect("it runs");
    let run = finished(&["--version"], output);
    assert!(run.out.starts_with("grundy 0.") && run.out.trim_end().ends_with("portable)"), "{run:?}");
}
