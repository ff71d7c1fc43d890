# The service, its console and its command line: `docker build -t petstore .`; compose.yaml shows how to run it.
FROM node:24.21.0-bookworm-slim AS manifests
WORKDIR /petstore
COPY package.json package-lock.json tsconfig.json ./
COPY bin/package.json bin/petstore.js bin/
COPY client/package.json client/
COPY console/package.json console/
COPY service/package.json service/
COPY testing/package.json testing/
COPY bench/package.json bench/

FROM manifests AS console
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY client client
COPY console console
COPY bin bin
RUN node console/build.js && node bin/bundle.js

FROM manifests AS install
# The base image contains Node, so the Node of the lockfile is removed.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/node-bin-* node_modules/.bin/node \
  && npm cache clean --force

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATABASE_URL=sqlite:/data/petstore.db
WORKDIR /petstore
COPY --from=install /petstore/node_modules node_modules
COPY package.json LICENSE openapi.json ./
COPY bin bin
COPY service/package.json service/
COPY service/src service/src
COPY --from=console /petstore/console/dist console/dist
COPY --from=console /petstore/bin/bundled bin/bundled
COPY examples examples
RUN mkdir /data && chown node:node /data && ln -s /petstore/bin/petstore.js /usr/local/bin/petstore
# With PostgreSQL, the file with the first API key is written here, too.
WORKDIR /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# Starts Node directly: npm would not forward SIGTERM.
ENTRYPOINT ["node", "/petstore/bin/petstore.js"]
CMD ["serve"]
