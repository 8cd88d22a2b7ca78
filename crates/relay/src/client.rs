//! Who sends a request, as far as that can be believed.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::http::HeaderMap;

/// The address at the other end of the connection; the server puts it into a request's extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub IpAddr);

/// A client for counting: an IPv4 address, or the /64 network of an IPv6 address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client(IpAddr);

/// The /48 network of an IPv6 address: what one customer of a host may have, with all its /64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Site(Ipv6Addr);

impl Client {
    /// The address that the last trusted proxy saw, `proxies` being how many are trusted.
    pub fn of(peer: Option<Peer>, headers: &HeaderMap, proxies: usize) -> Self {
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| {
            peer.0.to_canonical()
        });
        if proxies == 0 {
            return Client::network(peer);
        }
        // An entry that is no address keeps its place: only places are believed.
        let mut chain: Vec<Option<IpAddr>> = headers
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .map(|entry| address(entry.trim()))
            .collect();
        // Some platforms append the peer itself.
        if chain.last() != Some(&Some(peer)) {
            chain.push(Some(peer));
        }
        let seen = chain
            .len()
            .checked_sub(1 + proxies)
            .and_then(|index| chain[index]);
        Client::network(seen.unwrap_or(peer))
    }

    /// The client at an address.
    pub fn network(address: IpAddr) -> Self {
        Client(match address.to_canonical() {
            IpAddr::V4(address) => IpAddr::V4(address),
            IpAddr::V6(address) => IpAddr::V6(prefix(address, 64)),
        })
    }

    /// The network around it, of an IPv6 address.
    pub fn site(self) -> Option<Site> {
        match self.0 {
            IpAddr::V4(_) => None,
            IpAddr::V6(address) => Some(Site(prefix(address, 48))),
        }
    }
}

/// The first bits of an address.
fn prefix(address: Ipv6Addr, bits: u32) -> Ipv6Addr {
    Ipv6Addr::from(u128::from(address) & (u128::MAX << (128 - bits)))
}

/// An entry of `X-Forwarded-For`; some proxies write the port too.
fn address(entry: &str) -> Option<IpAddr> {
    let bare = entry.parse().ok();
    let with_port = || Some(entry.parse::<SocketAddr>().ok()?.ip());
    let in_brackets = || entry.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let address: IpAddr = bare.or_else(with_port).or_else(in_brackets)?;
    Some(address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(peer: &str, forwarded: &str, proxies: usize, expected: &str) {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", forwarded.parse().unwrap());
        let client = Client::of(Some(Peer(peer.parse().unwrap())), &headers, proxies);
        assert_eq!(client.0.to_string(), expected);
    }

    #[test]
    fn only_the_trusted_proxies_are_believed() {
        check("9.9.9.9", "1.1.1.1", 0, "9.9.9.9");
        check("9.9.9.9", "1.1.1.1", 1, "1.1.1.1");
        check("9.9.9.9", "6.6.6.6, 1.1.1.1", 1, "1.1.1.1");
        check("9.9.9.9", "6.6.6.6, 1.1.1.1, 8.8.8.8", 2, "1.1.1.1");
        check("9.9.9.9", "1.1.1.1, 9.9.9.9", 1, "1.1.1.1");
        check("9.9.9.9", "nonsense", 1, "9.9.9.9");
        check("9.9.9.9", "6.6.6.6, 1.1.1.1:5678", 1, "1.1.1.1");
        check("9.9.9.9", "6.6.6.6, unknown", 1, "9.9.9.9");
        check("9.9.9.9", "6.6.6.6, [2001:db8::1]:443", 1, "2001:db8::");
        check("9.9.9.9", "6.6.6.6, [2001:db8::1]", 1, "2001:db8::");
        check("::ffff:9.9.9.9", "", 0, "9.9.9.9");
        check("2001:db8:1:2:3:4:5:6", "", 0, "2001:db8:1:2::");
    }

    #[test]
    fn a_site_is_all_the_networks_of_one_customer() {
        let site = |address: &str| Client::network(address.parse().unwrap()).site();
        assert_eq!(site("2001:db8:1:2::1"), site("2001:db8:1:ffff:2::1"));
        assert_ne!(site("2001:db8:1:2::1"), site("2001:db8:2:2::1"));
        assert_eq!(site("9.9.9.9"), None);
    }
}
