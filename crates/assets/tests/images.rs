//! Images of a small site: what comes out, and what is refused.

use std::io::Cursor;

use crate::site::Site;
use assets::{Assets, Failure, ImageRequest, Picture};
use image::{ExtendedColorType, ImageEncoder as _, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

/// A picture whose upper left corner is red.
fn photograph(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        let shade = ((x + y) % 200) as u8;
        if x < width / 4 && y < height / 4 {
            Rgb([250, 10, 10])
        } else {
            Rgb([shade, 120, 90])
        }
    })
}

fn jpeg(width: u32, height: u32) -> Vec<u8> {
    let mut file = Vec::new();
    photograph(width, height)
        .write_to(&mut Cursor::new(&mut file), ImageFormat::Jpeg)
        .unwrap();
    file
}

/// The same with an EXIF that says it lies on its side and where it was taken.
fn with_exif(jpeg: &[u8]) -> Vec<u8> {
    let exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0GPS 21.1S";
    let len = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xFF, 0xE1], &len, exif, &jpeg[2..]].concat()
}

fn ask(site: &Site, file: &str, widths: &[u32]) -> Result<Picture, Failure> {
    let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    assets.image(&ImageRequest {
        file: file.into(),
        widths: widths.to_vec(),
    })
}

fn refused(site: &Site, file: &str) -> String {
    let diagnostic = ask(site, file, &[]).unwrap_err().diagnostic();
    format!("{}: {}", diagnostic.code, diagnostic.message)
}

/// A site without scripts, so that nothing else takes time.
fn plain() -> Site {
    let site = Site::new();
    site.remove("islands");
    site
}

#[test]
fn a_photograph_comes_in_two_formats_and_several_widths() {
    let site = plain();
    site.write("content/a/photo Été.jpg", jpeg(900, 600));
    let picture = ask(&site, "content/a/photo Été.jpg", &[300, 600, 1200]).unwrap();
    assert_eq!((picture.width, picture.height), (900, 600));
    let mimes: Vec<_> = picture.sources.iter().map(|s| s.mime).collect();
    assert_eq!(mimes, ["image/webp", "image/jpeg"]);
    for source in &picture.sources {
        let widths: Vec<_> = source.srcset.iter().map(|(_, w)| *w).collect();
        assert_eq!(widths, [300, 600, 900]);
        for (asset, width) in &source.srcset {
            let decoded = image::load_from_memory(&asset.bytes().unwrap()).unwrap();
            assert_eq!((decoded.width(), decoded.height()), (*width, width * 2 / 3));
            assert!(
                asset.url.starts_with("/assets/images/photo-t-"),
                "{}",
                asset.url
            );
        }
    }
    assert_eq!(picture.fallback, picture.sources[1].srcset[2].0);
}

#[test]
fn a_photograph_stands_upright_and_says_nothing_of_its_place() {
    let site = plain();
    site.write("content/photo.jpg", with_exif(&jpeg(400, 200)));
    let picture = ask(&site, "content/photo.jpg", &[]).unwrap();
    assert_eq!((picture.width, picture.height), (200, 400));
    for source in &picture.sources {
        let bytes = source.srcset[0].0.bytes().unwrap();
        assert!(!bytes.windows(3).any(|w| w == b"GPS") && !bytes.windows(4).any(|w| w == b"Exif"));
        let decoded = image::load_from_memory(&bytes).unwrap().to_rgb8();
        assert_eq!((decoded.width(), decoded.height()), (200, 400));
        // Turned clockwise, the upper left corner is on the right.
        let [red, green, _] = decoded.get_pixel(185, 20).0;
        assert!(red > 200 && green < 60, "{:?}", decoded.get_pixel(185, 20));
    }
}

#[test]
fn a_photograph_of_public_is_published_without_its_place_and_upright() {
    let site = plain();
    site.write("public/photo.jpg", with_exif(&jpeg(40, 20)));
    let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    let bytes = assets.get("photo.jpg").unwrap().bytes().unwrap();
    assert!(!bytes.windows(3).any(|w| w == b"GPS"));
    let mut decoder = image::ImageReader::new(Cursor::new(&bytes[..]))
        .with_guessed_format()
        .unwrap()
        .into_decoder()
        .unwrap();
    let orientation = image::ImageDecoder::orientation(&mut decoder).unwrap();
    assert_eq!(orientation, image::metadata::Orientation::Rotate90);
}

#[test]
fn transparency_stays() {
    let site = plain();
    let mut file = Vec::new();
    let drawing = RgbaImage::from_fn(80, 40, |x, _| {
        Rgba([200, 30, 30, if x < 40 { 0 } else { 255 }])
    });
    drawing
        .write_to(&mut Cursor::new(&mut file), ImageFormat::Png)
        .unwrap();
    site.write("content/drawing.png", file);
    let picture = ask(&site, "content/drawing.png", &[40]).unwrap();
    for source in &picture.sources {
        let bytes = source.srcset[0].0.bytes().unwrap();
        let decoded = image::load_from_memory(&bytes).unwrap().to_rgba8();
        assert_eq!(
            (decoded.get_pixel(5, 5)[3], decoded.get_pixel(35, 5)[3]),
            (0, 255)
        );
        assert!(decoded.get_pixel(35, 5)[0] > 180, "{}", source.mime);
    }
}

#[test]
fn a_photograph_in_another_colour_space_keeps_its_colours() {
    let site = plain();
    let mut file = Vec::new();
    let profile = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let mut encoder = image::codecs::png::PngEncoder::new(&mut file);
    encoder.set_icc_profile(profile).unwrap();
    encoder
        .write_image(&[0, 200, 0].repeat(16), 4, 4, ExtendedColorType::Rgb8)
        .unwrap();
    site.write("content/p3.png", file);
    let picture = ask(&site, "content/p3.png", &[]).unwrap();
    let bytes = picture.fallback.bytes().unwrap();
    let [red, green, _] = image::load_from_memory(&bytes)
        .unwrap()
        .to_rgb8()
        .get_pixel(1, 1)
        .0;
    assert!(
        green > 200 && red < 20,
        "a greener green is clipped to {red} {green}"
    );
}

#[test]
fn drawings_and_animations_stay_as_they_are() {
    let site = plain();
    site.write(
        "content/map.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 30 20\"/>",
    );
    site.write(
        "content/wave.gif",
        b"GIF89a\x40\x01\xF0\0\0\0\0,\0\0\0\0\x40\x01\xF0\0\0\x02\x02D\x01\0;",
    );
    let picture = ask(&site, "content/map.svg", &[10]).unwrap();
    assert_eq!(
        (picture.width, picture.height, picture.sources.len()),
        (30, 20, 1)
    );
    assert!(picture.fallback.url.ends_with(".svg"));
    let picture = ask(&site, "content/wave.gif", &[]).unwrap();
    assert_eq!((picture.width, picture.height), (320, 240));
    assert_eq!(picture.sources[0].mime, "image/gif");
    let (assets, _) = Assets::load(&site.sources(), site.settings()).unwrap();
    let request = ImageRequest {
        file: "public/logo.svg".into(),
        widths: vec![],
    };
    assert_eq!(
        assets.image(&request).unwrap().fallback,
        *assets.get("logo.svg").unwrap()
    );
}

#[test]
fn an_animated_png_stays_as_it_is_and_must_be_whole() {
    let mut still = Vec::new();
    RgbImage::new(700, 500)
        .write_to(&mut Cursor::new(&mut still), ImageFormat::Png)
        .unwrap();
    let site = plain();
    // What says that there are two pictures stands behind the header, with its sum.
    let several = b"\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\xf3\x8d\x93\x70";
    let animated = [&still[..33], several, &still[33..]].concat();
    site.write("content/wave.png", &animated);
    site.write("content/half.png", &animated[..animated.len() - 12]);
    let picture = ask(&site, "content/wave.png", &[]).unwrap();
    let size = (picture.width, picture.height);
    assert_eq!((size, picture.sources.len()), ((700, 500), 1));
    assert_eq!(picture.sources[0].mime, "image/png");
    assert_eq!(*picture.fallback.bytes().unwrap(), animated[..]);
    let told = "corrupt-image: the image `content/half.png` cannot be read: it ends too early";
    assert!(refused(&site, "content/half.png").starts_with(told));
}

#[test]
fn what_is_no_usable_image_is_refused_with_its_reason() {
    let site = plain();
    site.write("content/half.jpg", &jpeg(600, 400)[..2000]);
    site.write("content/text.jpg", "Bonjour");
    site.write("content/empty.png", "");
    site.write("content/broken.svg", "<svg><");
    site.write("content/bare.svg", "<svg viewBox=\"0 0 3 2\"/>");
    site.write(
        "content/half.gif",
        b"GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01",
    );
    site.write(
        "content/half.webp",
        b"RIFF\xff\xff\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\0\0\0\0\0\0ANIM",
    );
    let mut tall = Vec::new();
    RgbImage::new(2, 17_000)
        .write_to(&mut Cursor::new(&mut tall), ImageFormat::Png)
        .unwrap();
    site.write("content/tall.png", tall);
    let huge = [
        &b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x4E\x20\0\0\x4E\x20\x08\x02\0\0\0"[..],
        &[0; 4],
    ]
    .concat();
    site.write("content/huge.png", with_crc(huge));
    site.write("content/phone.jpg", b"\0\0\0\x18ftypheic\0\0\0\0");
    site.write("content/new.avif", b"\0\0\0\x1Cftypavif\0\0\0\0");
    site.write("content/heavy.jpg", vec![0; (30 << 20) + 1]);
    for (file, expected) in [
        (
            "content/none.jpg",
            "missing-image: there is no image `content/none.jpg`",
        ),
        ("content", "missing-image: there is no image `content`"),
        (
            "content/half.jpg",
            "corrupt-image: the image `content/half.jpg` cannot be read: ",
        ),
        (
            "content/broken.svg",
            "corrupt-image: the image `content/broken.svg` cannot be read: ",
        ),
        (
            "content/bare.svg",
            "corrupt-image: the image `content/bare.svg` cannot be read: its `<svg>` lacks `xmlns=\"http://www.w3.org/2000/svg\"`, without which browsers show nothing",
        ),
        (
            "content/half.gif",
            "corrupt-image: the image `content/half.gif` cannot be read: it ends too early",
        ),
        (
            "content/half.webp",
            "corrupt-image: the image `content/half.webp` cannot be read: it ends too early",
        ),
        (
            "content/tall.png",
            "enormous-image: the image `content/tall.png` is too large: 2 by 17000 pixels, and at most 16383 a side are accepted",
        ),
        (
            "content/text.jpg",
            "unknown-image-kind: `content/text.jpg` is not an image of a known kind (JPEG, PNG, WebP, GIF, SVG): it is a text",
        ),
        (
            "content/empty.png",
            "unknown-image-kind: `content/empty.png` is not an image of a known kind (JPEG, PNG, WebP, GIF, SVG): it is an empty file",
        ),
        (
            "content/phone.jpg",
            "unknown-image-kind: `content/phone.jpg` is not an image of a known kind (JPEG, PNG, WebP, GIF, SVG): it is a HEIC photograph",
        ),
        (
            "content/new.avif",
            "unknown-image-kind: `content/new.avif` is not an image of a known kind (JPEG, PNG, WebP, GIF, SVG): it is an AVIF picture",
        ),
        (
            "content/huge.png",
            "enormous-image: the image `content/huge.png` is too large: 20000 by 20000 pixels are 1145 MB, and at most 100 MB are accepted",
        ),
        (
            "content/heavy.jpg",
            "enormous-image: the image `content/heavy.jpg` is too large: 31 MB, and at most 30 MB are accepted",
        ),
    ] {
        let message = refused(&site, file);
        assert!(message.starts_with(expected), "{message}");
    }
}

/// A PNG's header with its right checksum, and nothing after it but an end.
fn with_crc(mut header: Vec<u8>) -> Vec<u8> {
    let len = header.len();
    let crc = header[12..len - 4].iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 {
                (crc >> 1) ^ 0xEDB8_8320
            } else {
                crc >> 1
            }
        })
    });
    header[len - 4..].copy_from_slice(&(!crc).to_be_bytes());
    [header, b"\0\0\0\x01IDAT\0\0\0\0\0".to_vec()].concat()
}

#[test]
fn a_kept_image_is_not_decoded_again() {
    let site = plain();
    site.write("content/a.jpg", jpeg(300, 200));
    let first = ask(&site, "content/a.jpg", &[100, 200]).unwrap();
    let started = first.sources[0].srcset[0].0.clone();
    let again = ask(&site, "content/a.jpg", &[100]).unwrap();
    assert_eq!(again.sources[0].srcset[0].0, started);
    site.write("content/a.jpg", jpeg(301, 200));
    let changed = ask(&site, "content/a.jpg", &[100]).unwrap();
    assert_ne!(changed.sources[0].srcset[0].0.url, started.url);
}

/// Named as they come, with everything that a camera or a program may have written into them.
#[test]
fn what_stays_as_it_is_says_nothing_of_its_maker_either() {
    let site = plain();
    let animated = include_bytes!("images/animated.webp");
    assert!(animated.windows(4).any(|w| w == b"EXIF"));
    site.write("content/wave.webp", animated);
    let picture = ask(&site, "content/wave.webp", &[]).unwrap();
    let bytes = picture.fallback.bytes().unwrap();
    assert_eq!(
        (picture.sources.len(), picture.sources[0].mime),
        (1, "image/webp")
    );
    assert!(!bytes.windows(4).any(|w| w == b"EXIF"));
    assert_eq!(bytes.windows(4).filter(|w| *w == b"ANMF").count(), 2);
    let decoder = image::codecs::webp::WebPDecoder::new(Cursor::new(&bytes[..])).unwrap();
    assert!(decoder.has_animation());
}

#[test]
fn pictures_for_print_and_of_sixteen_bits_keep_their_colours() {
    let site = plain();
    site.write("content/print.jpg", include_bytes!("images/cmyk.jpg"));
    let deep: Vec<u8> = [60_000_u16, 1_000, 30_000]
        .repeat(64)
        .iter()
        .flat_map(|channel| channel.to_ne_bytes())
        .collect();
    let mut file = Vec::new();
    image::codecs::png::PngEncoder::new(&mut file)
        .write_image(&deep, 8, 8, ExtendedColorType::Rgb16)
        .unwrap();
    site.write("content/deep.png", file);
    for (file, expected) in [
        ("content/print.jpg", [255, 0, 0]),
        ("content/deep.png", [233, 4, 117]),
    ] {
        let picture = ask(&site, file, &[]).unwrap();
        for source in &picture.sources {
            let bytes = source.srcset[0].0.bytes().unwrap();
            let decoded = image::load_from_memory(&bytes).unwrap();
            assert!(matches!(decoded.color(), image::ColorType::Rgb8), "{file}");
            let found = decoded.to_rgb8().get_pixel(3, 3).0;
            let near = found.iter().zip(expected).all(|(a, b)| a.abs_diff(b) < 12);
            assert!(near, "{file} as {}: {found:?}", source.mime);
        }
    }
}

/// An `<img>` runs no script of a drawing, and the policy forbids them where it is opened alone.
#[test]
fn a_drawing_with_a_script_is_told() {
    let site = plain();
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 3 2\">";
    for (inside, what) in [
        ("<script>alert(1)</script>", "a `<script>`"),
        ("<g onload=\"alert(1)\"/>", "the handler `onload`"),
    ] {
        site.write("content/map.svg", format!("{drawing}{inside}</svg>"));
        let message = refused(&site, "content/map.svg");
        assert_eq!(
            message,
            format!("corrupt-image: the image `content/map.svg` cannot be read: it holds {what}")
        );
    }
}

#[cfg(feature = "avif")]
#[test]
fn where_the_setting_asks_for_it_the_best_format_comes_first() {
    let site = plain();
    site.write("content/photo.jpg", with_exif(&jpeg(400, 200)));
    let mut settings = site.settings();
    settings.avif = true;
    let (assets, _) = Assets::load(&site.sources(), settings).unwrap();
    let request = ImageRequest {
        file: "content/photo.jpg".into(),
        widths: vec![100, 200],
    };
    let picture = assets.image(&request).unwrap();
    let mimes: Vec<_> = picture.sources.iter().map(|s| s.mime).collect();
    assert_eq!(mimes, ["image/avif", "image/webp", "image/jpeg"]);
    for (asset, _) in &picture.sources[0].srcset {
        let bytes = asset.bytes().unwrap();
        assert!(asset.url.ends_with(".avif"));
        assert_eq!(&bytes[4..12], b"ftypavif");
        assert!(!bytes.windows(3).any(|w| w == b"GPS"));
    }
    assert!(picture.fallback.url.ends_with(".jpg"));
    let without = ask(&site, "content/photo.jpg", &[100, 200]).unwrap();
    assert_eq!(
        without.sources.len(),
        2,
        "the setting is part of what is kept"
    );
}
