# The relay as an image that holds one static program and the site's forms.
#
#   docker build -t relay .
#   docker run --rm -p 8080:8080 --env-file relay.env relay
# One version, which changes by a commit of its own.
FROM rust:1.91.0-alpine3.22 AS build
# On Alpine, Rust links statically; the C parts of the cryptography and of the allocator need these.
RUN apk add --no-cache gcc musl-dev
WORKDIR /src
COPY . .
RUN cargo build --locked --profile relay -p relay && cp target/relay/relay /relay

FROM scratch
COPY --from=build /relay /relay
COPY content/forms /forms
# No user file in the image: a number that is nobody.
USER 65532:65532
# Without large pages the allocator takes 4 MB at rest instead of 11.
ENV PORT=8080 RELAY_FORMS=/forms MIMALLOC_ALLOW_THP=0
EXPOSE 8080
ENTRYPOINT ["/relay"]
