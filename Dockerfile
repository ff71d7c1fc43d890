# The service, its console and its command line: `docker build -t petstore .`; compose.yaml and deploy/ show how to run it.
FROM node:24.21.0-bookworm-slim AS build
# For `strip`: the symbols of Node, which only a debugger needs, have 18 MB. Debian keeps one version of it.
# hadolint ignore=DL3008
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends binutils
WORKDIR /build
COPY package.json package-lock.json ./
COPY bin/package.json bin/
COPY client/package.json client/
COPY console/package.json console/
COPY embed/package.json embed/
COPY service/package.json service/
COPY testing/package.json testing/
COPY bench/package.json bench/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node console/build.js && node embed/build.js && npm run package -- --with-node \
  && mkdir /petstore && tar -xzf dist/petstore-*.tar.gz --strip-components=1 -C /petstore \
  && strip /petstore/bin/node

# The archive contains Node, which needs nothing else of the base image.
FROM debian:bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATABASE_URL=sqlite:/data/petstore.db
RUN useradd --uid 1000 --create-home petstore \
  && install -d -o petstore -g petstore /data /backups \
  && ln -s /petstore/bin/petstore /usr/local/bin/petstore
COPY --from=build /petstore /petstore
# With PostgreSQL, the file with the first API key is written here, too.
WORKDIR /data
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["/petstore/bin/node", "-e", "fetch('http://127.0.0.1:8080/healthz').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# The launcher replaces itself by Node, which gets SIGTERM.
ENTRYPOINT ["/petstore/bin/petstore"]
CMD ["serve"]
