//! Reading what stands at a path only where it is a file: a pipe may never answer, and a device may never end.

use std::fs;
use std::io;
use std::path::Path;

/// Opens a file for reading.
///
/// # Errors
///
/// When it cannot be opened, or is a pipe, a socket or a device: none of them is opened.
pub fn open_file(path: &Path) -> io::Result<fs::File> {
    let kind = fs::metadata(path)?.file_type();
    match kind.is_file() || kind.is_dir() {
        true => fs::File::open(path),
        false => Err(io::Error::other("it is neither a file nor a folder")),
    }
}

/// The bytes of a file.
///
/// # Errors
///
/// When it cannot be read, or is a pipe, a socket or a device.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::Read::read_to_end(&mut open_file(path)?, &mut bytes)?;
    Ok(bytes)
}

/// The text of a file.
///
/// # Errors
///
/// When it cannot be read, is no UTF-8, or is a pipe, a socket or a device.
pub fn read_text(path: &Path) -> io::Result<String> {
    io::read_to_string(open_file(path)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_device_and_a_pipe_are_not_opened() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let made = std::process::Command::new("mkfifo")
            .arg(at("pipe"))
            .status();
        assert!(made.expect("mkfifo").success());
        std::os::unix::fs::symlink("/dev/zero", at("zero")).expect("linked");
        fs::write(at("file"), "text").expect("written");
        for name in ["pipe", "zero"] {
            let refused = read_file(&at(name)).expect_err("no file");
            assert_eq!(refused.to_string(), "it is neither a file nor a folder");
        }
        assert_eq!(read_file(&at("file")).expect("read"), b"text");
        assert_eq!(read_text(&at("file")).expect("read"), "text");
        let gone = read_text(&at("gone")).expect_err("nothing there");
        assert_eq!(gone.kind(), io::ErrorKind::NotFound);
        read_text(folder.path()).expect_err("a folder");
    }
}
