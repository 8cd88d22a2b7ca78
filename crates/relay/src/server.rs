//! A plain HTTP server with an end to patience: slow headers, idle connections, too many of them.

use std::collections::HashMap;
use std::convert::Infallible;
use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::ServiceExt;

use crate::client::{Client, Peer};
use crate::config::Config;
use crate::door::{Door, Reason};
use crate::log::Log;
use crate::patient::Patient;
use crate::underway::Underway;

/// How patient the server is.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For a request's headers, counted from the end of the request before.
    pub headers: Duration,
    /// For requests and deliveries under way when the server is asked to stop.
    pub stop: Duration,
    /// For a client that does not take its answer; one that takes it slowly has longer.
    pub answers: Duration,
    /// Connections at once; more wait.
    pub connections: usize,
    /// Connections of one address (of IPv6, one /64) at once; more are closed.
    pub per_address: usize,
}

impl Default for Timeouts {
    fn default() -> Self {
        Timeouts {
            headers: Duration::from_secs(5),
            stop: Duration::from_secs(10),
            answers: Duration::from_secs(5),
            connections: 4_096,
            per_address: 64,
        }
    }
}

/// What is served, and who is told of those that are turned away.
#[derive(Clone)]
pub struct Service {
    router: Router,
    told: Option<(Door, Log)>,
    underway: Underway,
}

impl Service {
    /// The router of a configuration, which counts and tells them.
    pub fn new(config: Config, router: impl FnOnce(Config) -> Router) -> Self {
        let told = Some((config.door.clone(), config.log.clone()));
        let underway = config.underway.clone();
        let router = router(config);
        Self {
            router,
            told,
            underway,
        }
    }

    /// Answers a request, unless it says twice what it is judged by.
    pub(crate) async fn answer(self, request: Request<Body>) -> Response<Body> {
        if is_ambiguous(&request) {
            self.turn_away(Reason::Headers);
            let mut refused = Response::new(Body::empty());
            *refused.status_mut() = StatusCode::BAD_REQUEST;
            return refused;
        }
        let Ok(answer) = self.router.oneshot(request).await;
        answer
    }

    fn turn_away(&self, reason: Reason) {
        if let Some((door, log)) = &self.told {
            door.turn_away(reason, log);
        }
    }
}

impl From<Router> for Service {
    fn from(router: Router) -> Self {
        let underway = Underway::default();
        Self {
            router,
            told: None,
            underway,
        }
    }
}

/// Serves until `stop` is ready, then lets the requests under way finish, and the deliveries behind them.
pub async fn serve(
    listener: TcpListener,
    service: impl Into<Service>,
    timeouts: Timeouts,
    stop: impl Future<Output = ()>,
) {
    let service = service.into();
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(timeouts.connections));
    let crowd = Arc::new(Crowd::default());
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &places) => accepted,
            () = &mut stop => break,
        };
        let Some(Accepted {
            stream,
            peer,
            place,
        }) = accepted
        else {
            continue;
        };
        let Some(one) = crowd.enter(peer, timeouts.per_address) else {
            service.turn_away(Reason::Connections);
            continue;
        };
        let connection = connection(stream, service.clone(), peer, timeouts);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A connection that breaks concerns the client alone.
            let _ = connection.await;
            drop((one, place));
        });
    }
    drop(listener);
    let ended = async {
        graceful.shutdown().await;
        service.underway.ended().await;
    };
    let _ = tokio::time::timeout(timeouts.stop, ended).await;
}

/// How many connections each client has.
#[derive(Default)]
struct Crowd {
    sizes: Mutex<HashMap<Client, usize>>,
}

/// A connection of a client, as long as it lasts.
struct OneOfCrowd {
    crowd: Arc<Crowd>,
    client: Client,
}

impl Crowd {
    fn lock(&self) -> MutexGuard<'_, HashMap<Client, usize>> {
        self.sizes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets one more connection of a client in; none when it has as many as it may.
    fn enter(self: &Arc<Self>, peer: Peer, most: usize) -> Option<OneOfCrowd> {
        let client = Client::network(peer.0);
        let mut sizes = self.lock();
        let size = sizes.entry(client).or_default();
        if *size >= most {
            return None;
        }
        *size += 1;
        let crowd = Arc::clone(self);
        Some(OneOfCrowd { crowd, client })
    }
}

impl Drop for OneOfCrowd {
    fn drop(&mut self) {
        let mut sizes = self.crowd.lock();
        if let Some(size) = sizes.get_mut(&self.client) {
            *size -= 1;
            if *size == 0 {
                sizes.remove(&self.client);
            }
        }
    }
}

/// A connection and the place that it takes.
struct Accepted {
    stream: TcpStream,
    peer: Peer,
    place: OwnedSemaphorePermit,
}

async fn accept(listener: &TcpListener, places: &Arc<Semaphore>) -> Option<Accepted> {
    let place = Arc::clone(places).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, peer)) => {
            // Answers are small: each leaves at once.
            let _ = stream.set_nodelay(true);
            let peer = Peer(peer.ip());
            Some(Accepted {
                stream,
                peer,
                place,
            })
        }
        Err(_) => {
            // Out of file descriptors, mostly: others must close first.
            tokio::time::sleep(Duration::from_millis(50)).await;
            None
        }
    }
}

/// Whether a request says twice what it is judged by: a proxy in front may have read the other one.
fn is_ambiguous<B>(request: &Request<B>) -> bool {
    let judged = [header::HOST, header::ORIGIN, header::CONTENT_TYPE];
    let mut all = judged.iter().map(|name| request.headers().get_all(name));
    all.any(|values| values.iter().nth(1).is_some())
}

fn connection(
    stream: TcpStream,
    service: Service,
    peer: Peer,
    timeouts: Timeouts,
) -> impl hyper_util::server::graceful::GracefulConnection<Output = hyper::Result<()>> {
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer);
        let service = service.clone();
        async move { Ok::<_, Infallible>(service.answer(request.map(Body::new)).await) }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.headers)
        .max_buf_size(32 * 1024)
        .half_close(false)
        .serve_connection(
            TokioIo::new(Patient::new(stream, timeouts.answers)),
            service,
        )
}
