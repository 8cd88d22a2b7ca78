//! What a page needs besides its HTML: hashed files, scripts, styles, islands, images and drawings.
//!
//! `public/`, `islands/` and the templates' class names go in; a manifest of hashed files comes
//! out. It knows nothing of routes, pages or templates' meaning.

/// Whether this program can encode AVIF.
pub const HAS_AVIF: bool = cfg!(feature = "avif");

mod asset;
mod assets;
pub mod atomic;
mod bundle;
mod compress;
mod css;
mod drawing;
mod encode;
mod error;
mod extent;
mod favicon;
mod icons;
mod inputs;
mod island;
mod lines;
mod metadata;
mod node;
mod painted;
mod painter;
mod picture;
mod props;
mod public;
mod readings;
mod retention;
mod script;
mod settings;
mod sheet;
mod store;
mod styles;
mod unusable;
mod web_manifest;
mod workshop;

pub use asset::{Asset, Content, CopyError, FOLDER, content_key, integrity_of_file, is_hashed};
pub use assets::Assets;
pub use compress::{Compressed, MOST_COMPRESSED, compress, quick_brotli, quick_weight, weight};
pub use drawing::{Drawing, DrawingFrame};
pub use error::{Error, Failure, OLDEST_NODE};
pub use icons::{Icon, names as icon_names};
pub use island::{Instance, IslandHtml};
pub use lines::{FittedText, TextBlock};
pub use painted::PaintRequest;
pub use picture::{ImageRequest, Picture, PictureSource};
pub use retention::{Release, Retained, retain};
pub use settings::Settings;
pub use store::Store;
