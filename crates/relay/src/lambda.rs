//! The relay as an AWS Lambda function behind a function URL or an API gateway.

use std::convert::Infallible;
use std::pin::Pin;

use axum::body::Body;
use axum::http::{Response, Uri};
use lambda_http::request::RequestContext;
use lambda_http::{IntoResponse, Request, RequestExt, service_fn};

use crate::client::Peer;
use crate::server::Service;

/// Whether the process was started by Lambda's runtime.
pub fn is_lambda(variable: &dyn Fn(&str) -> Option<String>) -> bool {
    variable("AWS_LAMBDA_RUNTIME_API").is_some()
}

/// Answers invocations until the runtime ends the process.
///
/// # Errors
///
/// The runtime's API cannot be reached.
pub async fn serve(service: Service) -> Result<(), lambda_http::Error> {
    lambda_http::run(service_fn(move |request: Request| {
        let service = service.clone();
        async move {
            let (peer, stage) = about(&request);
            let mut request = request.map(into_body);
            if let Some(path) = without_stage(request.uri(), stage.as_deref()) {
                *request.uri_mut() = path;
            }
            if let Some(peer) = peer {
                request.extensions_mut().insert(peer);
            }
            Ok::<_, Infallible>(Answer(service.answer(request).await))
        }
    }))
    .await
}

/// The relay's answer. It is text in UTF-8 or bytes: the runtime's own conversion knows every encoding there ever was, in
/// tables that no answer needs.
struct Answer(Response<Body>);

impl IntoResponse for Answer {
    fn into_response(self) -> Pin<Box<dyn Future<Output = Response<lambda_http::Body>> + Send>> {
        Box::pin(async {
            let (parts, body) = self.0.into_parts();
            // The relay's bodies are in memory, so that reading one does not fail.
            let bytes = axum::body::to_bytes(body, usize::MAX).await;
            let body = match String::from_utf8(bytes.unwrap_or_default().into()) {
                Ok(text) => lambda_http::Body::Text(text),
                Err(error) => lambda_http::Body::Binary(error.into_bytes()),
            };
            Response::from_parts(parts, body)
        })
    }
}

fn into_body(body: lambda_http::Body) -> Body {
    match body {
        lambda_http::Body::Empty => Body::empty(),
        lambda_http::Body::Text(text) => Body::from(text),
        lambda_http::Body::Binary(bytes) => Body::from(bytes),
        _ => Body::empty(),
    }
}

/// The address that the platform saw, and the stage of an API gateway.
fn about(request: &Request) -> (Option<Peer>, Option<String>) {
    let (seen, stage) = match request.request_context_ref() {
        Some(RequestContext::ApiGatewayV2(context)) => {
            (context.http.source_ip.clone(), context.stage.clone())
        }
        Some(RequestContext::ApiGatewayV1(context)) => {
            (context.identity.source_ip.clone(), context.stage.clone())
        }
        _ => (None, None),
    };
    (seen.and_then(|seen| seen.parse().ok()).map(Peer), stage)
}

/// The path and query without the stage that a gateway's own address has before them: not every address has it, and a stage
/// may be named as the path begins.
fn without_stage(uri: &Uri, stage: Option<&str>) -> Option<Uri> {
    let after = uri.path().strip_prefix('/')?.strip_prefix(stage?)?;
    if !after.starts_with("/api/") && after != "/metrics" {
        return None;
    }
    let query = uri
        .query()
        .map_or(String::new(), |query| format!("?{query}"));
    format!("{after}{query}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stage_is_no_part_of_the_path() {
        for (uri, stage, expected) in [
            (
                "https://x.example/prod/api/health",
                Some("prod"),
                Some("/api/health"),
            ),
            ("/prod/api/a?b=c%20d", Some("prod"), Some("/api/a?b=c%20d")),
            ("/production/api/a", Some("prod"), None),
            ("/api/a", Some("$default"), None),
            ("/api/a", None, None),
            ("/prod", Some("prod"), None),
            ("/prod/metrics", Some("prod"), Some("/metrics")),
            ("/api/forms/a", Some("api"), None),
            ("/api/api/forms/a", Some("api"), Some("/api/forms/a")),
        ] {
            let uri: Uri = uri.parse().unwrap();
            let found = without_stage(&uri, stage).map(|uri| uri.to_string());
            assert_eq!(found.as_deref(), expected, "{uri}");
        }
    }
}
