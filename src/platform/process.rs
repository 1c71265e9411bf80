//! Starting other programs.

use std::process::Command;

/// Gives a program a process group of its own, so that Ctrl-C in the terminal does not end it.
/// On Windows, the program shares the console.
pub fn detach(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(windows)]
    let _ = command;
}

/// Limits the memory of this process, where the system can. A larger allocation then fails.
pub fn limit_memory(bytes: u64) {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let limit = Rlimit {
            current: Some(bytes),
            maximum: Some(bytes),
        };
        // Without the limit, the time is still limited.
        let _ = setrlimit(Resource::As, limit);
    }
    #[cfg(windows)]
    let _ = bytes;
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_detached_program_leads_its_own_process_group() {
        let mut command = Command::new("sleep");
        detach(command.arg("10"));
        let mut child = command.spawn().unwrap();
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        let group = stat.rsplit(')').next().unwrap().split_whitespace().nth(2);
        assert_eq!(group, Some(&*child.id().to_string()));
    }
}
