# The relay as an image that holds one static program and nothing else.
#
#   docker build -t relay .
#   docker run --rm -p 8080:8080 --env-file relay.env relay
FROM rust:1-alpine AS build
RUN apk add --no-cache musl-dev
WORKDIR /src
COPY . .
RUN cargo build --locked --release -p relay && cp target/release/relay /relay

FROM scratch
COPY --from=build /relay /relay
# No user file in the image: a number that is nobody.
USER 65532:65532
ENV PORT=8080
EXPOSE 8080
ENTRYPOINT ["/relay"]
