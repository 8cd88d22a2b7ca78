//! Taking the metadata out of a photograph without decoding it: EXIF (place, camera), XMP, comments.
//! The colour profile and the orientation stay, because the picture looks wrong without them.

use image::metadata::Orientation;

/// The same picture without its metadata; none when there is nothing to take out.
pub(crate) fn strip(bytes: &[u8]) -> Option<Vec<u8>> {
    let stripped = stripper(bytes)?(bytes)?;
    (stripped != bytes).then_some(stripped)
}

/// Whether a file is of a kind that holds metadata, by its first bytes.
pub(crate) fn may_be_held_by(start: &[u8]) -> bool {
    stripper(start).is_some()
}

/// Takes the metadata out of a file of one kind; none when it is broken.
type Stripper = fn(&[u8]) -> Option<Vec<u8>>;

/// What takes the metadata out of a file that begins like this.
fn stripper(start: &[u8]) -> Option<Stripper> {
    if start.starts_with(&[0xFF, 0xD8]) {
        Some(jpeg)
    } else if start.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some(png)
    } else if start.starts_with(b"RIFF") && start.get(8..12) == Some(b"WEBP") {
        Some(webp)
    } else if start.starts_with(b"GIF8") {
        Some(gif)
    } else {
        None
    }
}

/// Drops APP1 (EXIF, XMP), APP13 (IPTC) and comments; an orientation comes back in an EXIF of its
/// own. Segments are laid out in ITU T.81, annex B.
fn jpeg(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = vec![0xFF, 0xD8];
    let mut i = 2;
    loop {
        let marker = *bytes.get(i + 1)?;
        if bytes[i] != 0xFF {
            return None;
        }
        if marker == 0xDA {
            out.extend_from_slice(&bytes[i..]);
            return Some(out);
        }
        let len = usize::from(u16::from_be_bytes([*bytes.get(i + 2)?, *bytes.get(i + 3)?]));
        let segment = bytes.get(i..i + 2 + len)?;
        match marker {
            0xE1 => {
                let exif = segment.get(4..).and_then(|s| s.strip_prefix(b"Exif\0\0"));
                let turned = exif.and_then(Orientation::from_exif_chunk);
                if let Some(turned) = turned.filter(|t| *t != Orientation::NoTransforms) {
                    out.extend_from_slice(&orientation_segment(turned.to_exif()));
                }
            }
            0xED | 0xFE => {}
            _ => out.extend_from_slice(segment),
        }
        i += 2 + len;
    }
}

/// Whether a JPEG has its end. Decoders fill what is missing with grey, which nobody wants to see.
pub(crate) fn is_whole_jpeg(bytes: &[u8]) -> bool {
    let mut i = 2;
    while let Some([0xFF, marker, high, low]) = bytes.get(i..i + 4) {
        if *marker == 0xDA {
            // Within the data of a picture these two bytes never stand together.
            return bytes[i..].windows(2).any(|pair| pair == [0xFF, 0xD9]);
        }
        i += 2 + usize::from(u16::from_be_bytes([*high, *low]));
    }
    false
}

/// An APP1 segment with an EXIF of one entry: the orientation.
fn orientation_segment(value: u8) -> [u8; 36] {
    let mut segment =
        *b"\xFF\xE1\x00\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0";
    segment[29] = value;
    segment
}

/// Drops the chunks that hold EXIF, texts and times.
fn png(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = bytes.get(..8)?.to_vec();
    let mut i = 8;
    while i < bytes.len() {
        let len = u32::from_be_bytes(bytes.get(i..i + 4)?.try_into().ok()?) as usize;
        let chunk = bytes.get(i..i.checked_add(len)?.checked_add(12)?)?;
        if !matches!(
            &chunk[4..8],
            b"eXIf" | b"tEXt" | b"iTXt" | b"zTXt" | b"tIME"
        ) {
            out.extend_from_slice(chunk);
        }
        i += chunk.len();
    }
    Some(out)
}

/// Drops the chunks that hold EXIF and XMP, and their flags in the header.
fn webp(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = bytes.get(..12)?.to_vec();
    let mut i = 12;
    while i < bytes.len() {
        let len = u32::from_le_bytes(bytes.get(i + 4..i + 8)?.try_into().ok()?) as usize;
        let end = i.checked_add(8)?.checked_add(len)?.checked_add(len % 2)?;
        let chunk = bytes.get(i..end)?;
        if !matches!(&chunk[..4], b"EXIF" | b"XMP ") {
            let at = out.len();
            out.extend_from_slice(chunk);
            if &chunk[..4] == b"VP8X" && len > 0 {
                out[at + 8] &= !0b0000_1100;
            }
        }
        i = end;
    }
    let size = u32::try_from(out.len() - 8).ok()?;
    out[4..8].copy_from_slice(&size.to_le_bytes());
    Some(out)
}

/// Drops comments and the XMP that editors put into an application's block (GIF89a, 23 to 26).
fn gif(bytes: &[u8]) -> Option<Vec<u8>> {
    let table = |flags: u8| match flags & 0x80 {
        0 => 0,
        _ => 3 << ((flags & 7) + 1),
    };
    let mut i = 13 + table(*bytes.get(10)?);
    let mut out = bytes.get(..i)?.to_vec();
    loop {
        let start = i;
        let is_dropped = match (*bytes.get(i)?, bytes.get(i + 1)) {
            (0x3B, _) => {
                out.extend_from_slice(&bytes[i..]);
                return Some(out);
            }
            (0x21, Some(label)) => {
                i += 2;
                *label == 0xFE || bytes.get(i..i + 12) == Some(b"\x0BXMP DataXMP")
            }
            (0x2C, _) => {
                i += 11 + table(*bytes.get(i + 9)?);
                false
            }
            _ => return None,
        };
        // Blocks of at most 255 bytes, ended by an empty one.
        loop {
            let len = usize::from(*bytes.get(i)?);
            i += 1 + len;
            if len == 0 {
                break;
            }
        }
        let block = bytes.get(start..i)?;
        if !is_dropped {
            out.extend_from_slice(block);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(marker: u8, data: &[u8]) -> Vec<u8> {
        let len = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
        [&[0xFF, marker], &len[..], data].concat()
    }

    #[test]
    fn a_photograph_keeps_only_its_orientation() {
        let exif =
            b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0GPS here";
        let scan = [0xFF, 0xDA, 0, 2, 1, 2, 3];
        let profile = segment(0xE2, b"ICC_PROFILE");
        let photograph = [
            &[0xFF, 0xD8][..],
            &segment(0xE1, exif),
            &segment(0xFE, b"a comment"),
            &profile,
            &scan,
        ];
        let stripped = strip(&photograph.concat()).unwrap();
        let orientation = orientation_segment(6);
        assert_eq!(
            stripped,
            [&[0xFF, 0xD8][..], &orientation, &profile, &scan].concat()
        );
        assert_eq!(
            Orientation::from_exif_chunk(&orientation[10..]),
            Some(Orientation::Rotate90)
        );
        assert_eq!(strip(&stripped), None);
    }

    #[test]
    fn a_png_loses_its_texts() {
        let chunk = |kind: &[u8], data: &[u8]| {
            let len = u32::try_from(data.len()).unwrap().to_be_bytes();
            [&len[..], kind, data, &[0; 4]].concat()
        };
        let head = b"\x89PNG\r\n\x1a\n".to_vec();
        let png = [
            head.clone(),
            chunk(b"tEXt", b"Author"),
            chunk(b"IDAT", b"x"),
        ]
        .concat();
        assert_eq!(strip(&png).unwrap(), [head, chunk(b"IDAT", b"x")].concat());
    }

    #[test]
    fn a_webp_loses_its_exif_and_the_flag() {
        let chunk = |kind: &[u8], data: &[u8]| {
            let len = u32::try_from(data.len()).unwrap().to_le_bytes();
            [kind, &len[..], data].concat()
        };
        let file = |chunks: &[Vec<u8>]| {
            let body = chunks.concat();
            let len = u32::try_from(body.len() + 4).unwrap().to_le_bytes();
            [&b"RIFF"[..], &len, b"WEBP", &body].concat()
        };
        let picture = chunk(b"VP8 ", b"xy");
        let with = file(&[
            chunk(b"VP8X", &[8; 10]),
            picture.clone(),
            chunk(b"EXIF", b"GPS!"),
        ]);
        let mut header = [8; 10];
        header[0] = 0;
        assert_eq!(
            strip(&with).unwrap(),
            file(&[chunk(b"VP8X", &header), picture])
        );
    }

    #[test]
    fn an_animation_loses_its_comments_and_keeps_turning() {
        let head = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xFF\xFF\xFF";
        let turns = b"\x21\xFF\x0BNETSCAPE2.0\x03\x01\0\0\0";
        let comment = b"\x21\xFE\x0521.1S\0";
        let xmp = b"\x21\xFF\x0BXMP DataXMP\x03GPS\0";
        let frame = b"\x21\xF9\x04\0\x0A\0\0\0\x2C\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0";
        let file = |parts: &[&[u8]]| [&head[..], &parts.concat(), b"\x3B"].concat();
        let with = file(&[turns, comment, frame, xmp, frame]);
        assert_eq!(strip(&with).unwrap(), file(&[turns, frame, frame]));
        assert_eq!(strip(&file(&[turns, frame])), None);
    }

    #[test]
    fn broken_files_stay_as_they_are() {
        for bytes in [
            &b"\xFF\xD8\xFF"[..],
            b"\x89PNG\r\n\x1a\n\0\0",
            b"RIFF\0\0\0\0WEBPVP8 ",
            b"GIF89a\x01\0\x01\0\x80\0\0\0",
            b"GIF89a\x01\0\x01\0\0\0\0\x21\xFE\x09x",
            b"",
        ] {
            assert_eq!(strip(bytes), None);
        }
    }
}
