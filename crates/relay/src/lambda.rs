//! The relay as an AWS Lambda function behind a function URL or an API gateway.

use axum::Router;
use axum::body::Body;
use axum::http::Response;
use lambda_http::request::RequestContext;
use lambda_http::{Request, RequestExt, service_fn};
use tower::ServiceExt;

use crate::client::Peer;

/// Whether the process was started by Lambda's runtime.
pub fn is_lambda(variable: &dyn Fn(&str) -> Option<String>) -> bool {
    variable("AWS_LAMBDA_RUNTIME_API").is_some()
}

/// Answers invocations until the runtime ends the process.
///
/// # Errors
///
/// The runtime's API cannot be reached.
pub async fn serve(router: Router) -> Result<(), lambda_http::Error> {
    lambda_http::run(service_fn(move |request: Request| {
        let router = router.clone();
        async move {
            let peer = peer(&request);
            let mut request = request.map(into_body);
            if let Some(peer) = peer {
                request.extensions_mut().insert(peer);
            }
            let response: Result<Response<Body>, std::convert::Infallible> =
                router.oneshot(request).await;
            response
        }
    }))
    .await
}

fn into_body(body: lambda_http::Body) -> Body {
    match body {
        lambda_http::Body::Empty => Body::empty(),
        lambda_http::Body::Text(text) => Body::from(text),
        lambda_http::Body::Binary(bytes) => Body::from(bytes),
        _ => Body::empty(),
    }
}

/// The address that the platform saw.
fn peer(request: &Request) -> Option<Peer> {
    let seen = match request.request_context_ref()? {
        RequestContext::ApiGatewayV2(context) => context.http.source_ip.clone(),
        RequestContext::ApiGatewayV1(context) => context.identity.source_ip.clone(),
        _ => None,
    };
    seen?.parse().ok().map(Peer)
}
