# The service as an image. The base is the newest release of its line, never a pinned one: `docker build --pull` then brings
# every security fix of Node.js on the day it is out.
FROM node:26-trixie-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY sdk/package.json sdk/
COPY console/package.json console/
# Optional are the Node.js of bare machines, which the base has, and the image library of each platform, which is needed.
RUN npm ci --omit=dev --loglevel=error && rm -rf node_modules/node-*

# The console, the gallery and the client are built with tools that the service itself does not need.
FROM node:26-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY sdk/package.json sdk/
COPY console/package.json console/
RUN npm ci --loglevel=error
COPY sdk sdk
COPY tsconfig.json ./
COPY console console
COPY embed embed
RUN node node_modules/vite/bin/vite.js build console --logLevel warn \
  && node node_modules/vite/bin/vite.js build embed --logLevel warn \
  && node sdk/pack.mjs
# The files of a release, as in its tarball: scripts/tarball.ts lays them out with the same program.
COPY . .
COPY --from=dependencies /app/node_modules/.package-lock.json /installed/
RUN node scripts/release-tree.ts /app/release /installed

FROM node:26-trixie-slim
# pg_dump, pg_restore and psql for backups. They must not be older than the server, so they are those of PostgreSQL's
# own packages: Debian's are older.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates postgresql-common \
  && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
  && apt-get install -y --no-install-recommends postgresql-client-18 \
  && rm -rf /var/lib/apt/lists/*
# Few arenas make glibc's malloc reuse freed memory.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 NODE_COMPILE_CACHE=/tmp/node-cache MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/release ./
RUN mkdir data && chown node:node data
USER node
EXPOSE 3000
VOLUME /app/data
# With many animals on PostgreSQL, a start takes up to half a minute.
HEALTHCHECK --interval=5s --timeout=2s --start-period=40s \
  CMD node -e "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
# Exec form: the program itself gets SIGTERM, and finishes what is in flight.
CMD ["node", "server/main.ts", "serve"]
