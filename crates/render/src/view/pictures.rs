//! What a page may show: images, drawings and what is painted for it.

use std::sync::Arc;

use assets::{Asset, Drawing, FittedText, ImageRequest, PaintRequest, Picture, TextBlock};
use minijinja::Error;
use source::{Diagnostic, Place};

use super::View;
use crate::answer;
use crate::mistake::{cause, fail_with, failed, failure, in_text};
use crate::origin;
use crate::read::Read;
use crate::value::SETTINGS;

/// What is told of a picture that cannot be used.
pub const UNUSABLE_PICTURE: [&str; 3] = ["corrupt-image", "enormous-image", "unknown-image-kind"];

impl View {
    /// The file that an image's path names in a file of content/, or, without one, in a template.
    pub fn image_file(&self, src: &str, file: &str) -> Option<String> {
        let (file, src) = (file.to_owned(), src.to_owned());
        self.ask(Read::ImageFile {
            file: file.clone(),
            src: src.clone(),
        });
        content::resolve_image(&src, &file, &self.answers.site.files)
    }

    /// What to say of an image's path that names no file.
    pub fn no_image(&self, src: &str, file: &str) -> Error {
        let missing = content::missing_image(src, file, &self.answers.site.files);
        failure(Diagnostic {
            code: "template-error",
            ..missing
        })
    }

    /// What to say of a path in a template that names no file of content/ itself and of public/: templates do not know
    /// beside which entry a text stands, of which a field of a schema tells. A path that the template writes out is of no
    /// field.
    pub fn no_image_of_template(&self, src: &str, template: &str) -> Error {
        let site = &self.answers.site;
        let end = format!("/{src}");
        let mut files = site.files.iter();
        let beside = files.find(|file| file.starts_with("content/") && file.ends_with(&end));
        let Some(beside) = beside else {
            return self.no_image(src, SETTINGS);
        };
        let is_written = site.templates.get(template).is_some_and(|template| {
            let mut quotes = ['"', '\''].iter();
            quotes.any(|quote| template.text().contains(&format!("{quote}{src}{quote}")))
        });
        let mend = match beside.strip_prefix("content/") {
            Some(path) if is_written => format!("write `{path}`"),
            _ => "declare the field `format: image` in the schema of the component or collection"
                .to_owned(),
        };
        fail_with(
            format!("there is no image `{src}` for a template"),
            format!("`{beside}` stands beside an entry: {mend}"),
        )
    }

    /// The variants of an image.
    pub fn image(&self, file: &str, widths: Vec<u32>) -> Result<Picture, Error> {
        let request = ImageRequest {
            file: file.into(),
            widths: widths.clone(),
        };
        let made = self.answers.assets.image(&request);
        let digest = made.as_ref().map(answer::picture).unwrap_or_default();
        let file = file.to_owned();
        self.note(Read::Image { file, widths }, digest);
        made.map_err(failed)
    }

    /// Where an entry names the picture that cannot be used, the first one, so that it is told once however many pages
    /// show it. Only for what fails, so that it is no question.
    fn field_of_picture(&self, told: &Diagnostic) -> Option<Place> {
        let file = told.about().file.as_deref()?;
        let mut entries = self.answers.site.entries.iter();
        entries.find_map(|entry| origin::of_image(entry, file))
    }

    /// The HTML of a picture, or nothing in the place of one that cannot be used: that is kept as a mistake of the page,
    /// which goes on, so that it tells all of them. `place` is where a text shows it; without one, a field has to name it.
    pub fn shown(
        &self,
        html: Result<String, Error>,
        place: impl FnOnce() -> Option<Place>,
    ) -> Result<String, Error> {
        let error = match html {
            Ok(html) => return Ok(html),
            Err(error) => error,
        };
        let told = cause::<Diagnostic>(&error).filter(|told| UNUSABLE_PICTURE.contains(&told.code));
        let Some(told) = told else {
            return Err(error);
        };
        let unusable = match (place(), self.field_of_picture(told)) {
            (Some(place), _) => in_text(error, Some(place)),
            (None, Some(place)) => failure(told.clone().on(&place)),
            (None, None) => return Err(error),
        };
        self.record().unusable.push(unusable);
        Ok(String::new())
    }

    /// What a program of the site draws from an input (JSON); none when it could not be bundled.
    pub fn drawing(&self, name: &str, input: String) -> Result<Option<Drawing>, Error> {
        let made = self.answers.assets.drawing(name, &input);
        let made = made.map_err(failed)?;
        let name = name.to_owned();
        self.note(
            Read::Drawing { name, input },
            answer::drawing(made.as_ref()),
        );
        Ok(made)
    }

    /// A text in lines that fit in their room.
    pub fn fit_lines(&self, block: &TextBlock) -> Result<FittedText, Error> {
        self.ask(Read::Fonts);
        self.answers.assets.fit_lines(block).map_err(failed)
    }

    /// A picture of an SVG that a template wrote, whose questions are the page's already.
    pub fn paint(&self, request: PaintRequest<'_>) -> Result<Arc<Asset>, Error> {
        self.ask(Read::Fonts);
        let made = self.answers.assets.paint(request);
        let made = made.map_err(failed)?;
        self.keep(&made);
        Ok(made)
    }
}
