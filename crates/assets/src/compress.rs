//! Compressing a file once, so that no server does it at every visit.

use std::io::Write as _;

use libdeflater::{CompressionLvl, Compressor};

/// A file compressed in both ways that browsers accept everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compressed {
    /// Brotli, quality 11.
    pub brotli: Vec<u8>,
    /// Gzip, libdeflate's level 12.
    pub gzip: Vec<u8>,
}

/// A file above so many bytes is not compressed: that is done in memory, and takes half a minute already.
pub const MOST_COMPRESSED: u64 = 64 * 1024 * 1024;

/// Compresses as densely as can be. The same bytes always give the same result.
pub fn compress(bytes: &[u8]) -> Compressed {
    Compressed {
        brotli: brotli(bytes),
        gzip: gzip(bytes),
    }
}

/// Bytes as sent, by brotli as the output is compressed.
pub fn weight(bytes: &[u8]) -> u64 {
    brotli(bytes).len() as u64
}

/// Brotli for an answer that is sent once: a fiftieth of the time, a tenth or so above [`weight`].
pub fn quick_brotli(bytes: &[u8]) -> Vec<u8> {
    brotli_at(5, bytes)
}

/// The length of [`quick_brotli`].
pub fn quick_weight(bytes: &[u8]) -> u64 {
    quick_brotli(bytes).len() as u64
}

/// Brotli of some bytes at quality 11 with a window of 4 MiB.
pub(crate) fn brotli(bytes: &[u8]) -> Vec<u8> {
    brotli_at(11, bytes)
}

fn brotli_at(quality: u32, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() / 3 + 64);
    let mut writer = brotli::CompressorWriter::new(&mut out, 1 << 16, quality, 22);
    // Writing to a vector cannot fail; what an impossible failure left out would be seen at once.
    let written = writer.write_all(bytes).and_then(|()| writer.flush());
    debug_assert!(written.is_ok());
    drop(writer);
    out
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut compressor = Compressor::new(CompressionLvl::best());
    let mut out = vec![0; compressor.gzip_compress_bound(bytes.len())];
    // The bound is enough for any input, so this cannot fail.
    let len = compressor.gzip_compress(bytes, &mut out).unwrap_or(0);
    out.truncate(len);
    out
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn both_ways_give_the_bytes_back() {
        let text = "Piton des Neiges, 3071 m. ".repeat(400);
        for bytes in [text.as_bytes(), b"", b"x"] {
            let compressed = compress(bytes);
            let mut back = Vec::new();
            let mut reader = brotli::Decompressor::new(&compressed.brotli[..], 4096);
            reader.read_to_end(&mut back).unwrap();
            assert_eq!(back, bytes);
            let mut back = vec![0; bytes.len()];
            let mut decompressor = libdeflater::Decompressor::new();
            let len = decompressor
                .gzip_decompress(&compressed.gzip, &mut back)
                .unwrap();
            assert_eq!(&back[..len], bytes);
        }
        assert!(compress(text.as_bytes()).brotli.len() < 100);
    }
}
