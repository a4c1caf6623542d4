# Two stages: the first has the compilers, the second what runs, without a step of its own, so that it is built for another
# architecture without emulation. `docker buildx build --platform linux/amd64,linux/arm64 .` makes both.
ARG BUILD_BASE=node:24-bookworm-slim
# Needs glibc and libstdc++; Node comes with the packages.
ARG BASE=debian:bookworm-slim

FROM --platform=$BUILDPLATFORM ${BUILD_BASE} AS build
ARG TARGETARCH
WORKDIR /source
COPY package.json package-lock.json ./
COPY scripts/install.mjs scripts/prune.mjs scripts/
RUN node scripts/install.mjs
COPY . .
# The packages of the program alone, for the machine that runs it, and their list (CycloneDX) beside them.
RUN node_modules/.bin/node scripts/package/package.ts overheard \
 && node_modules/.bin/node deploy/image/fill.mjs dist/package "${TARGETARCH}" \
 && mkdir dist/data

FROM ${BASE}
LABEL org.opencontainers.image.title="Overheard" \
      org.opencontainers.image.description="What AI assistants say about your brand, measured." \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /source/dist/package /app
COPY --from=build --chown=10001:10001 /source/dist/data /data
ENV PATH=/app/bin:/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin \
    NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8787 \
    OVERHEARD_DATA_DIR=/data
# Nothing outside /data and /tmp is written: start it with a read-only root file system.
USER 10001:10001
WORKDIR /data
EXPOSE 8787
VOLUME /data
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["/app/bin/healthy"]
ENTRYPOINT ["/app/bin/overheard"]
CMD ["serve"]
