//! Media types by the endings of files, the same on every server.

/// Endings, and the type that they stand for.
pub const TYPES: [(&[&str], &str); 31] = [
    (&["html"], "text/html; charset=utf-8"),
    (&["css"], "text/css; charset=utf-8"),
    (&["js", "mjs"], "text/javascript; charset=utf-8"),
    (&["json", "map"], "application/json"),
    (&["svg"], "image/svg+xml"),
    (&["xml"], "application/xml; charset=utf-8"),
    (&["txt"], "text/plain; charset=utf-8"),
    (&["webmanifest"], "application/manifest+json"),
    (&["png"], "image/png"),
    (&["jpg", "jpeg"], "image/jpeg"),
    (&["webp"], "image/webp"),
    (&["avif"], "image/avif"),
    (&["gif"], "image/gif"),
    (&["ico"], "image/x-icon"),
    (&["woff2"], "font/woff2"),
    (&["woff"], "font/woff"),
    (&["ttf"], "font/ttf"),
    (&["otf"], "font/otf"),
    (&["pdf"], "application/pdf"),
    (&["zip"], "application/zip"),
    (&["wasm"], "application/wasm"),
    (&["csv"], "text/csv; charset=utf-8"),
    (&["md"], "text/markdown; charset=utf-8"),
    (&["ics"], "text/calendar; charset=utf-8"),
    (&["vcf"], "text/vcard; charset=utf-8"),
    (&["vtt"], "text/vtt; charset=utf-8"),
    (&["mp3"], "audio/mpeg"),
    (&["ogg"], "audio/ogg"),
    (&["m4a"], "audio/mp4"),
    (&["mp4"], "video/mp4"),
    (&["webm"], "video/webm"),
];

/// The media type of a file.
pub fn media_type(name: &str) -> &'static str {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let mut types = TYPES.iter();
    let found = types.find(|(endings, _)| endings.contains(&ending));
    found.map_or("application/octet-stream", |(_, kind)| kind)
}
