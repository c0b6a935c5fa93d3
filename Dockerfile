# How to build and run it: docs/deploying.md.
FROM node:24-trixie-slim AS bundle
WORKDIR /app
COPY package.json package-lock.json ./
COPY src/web/apps/bundler src/web/apps/bundler
# With the bundler, a workspace, which comes as an optional package for each platform and stays in this stage.
RUN npm ci --omit=dev --workspace=letterslot-bundler --include-workspace-root --ignore-scripts --no-audit --no-fund
COPY src src
RUN npm run bundle
RUN node --input-type=module --eval "const { storeBuilt } = await import('./src/web/apps/bundled.ts'); await storeBuilt();"

FROM node:24-trixie-slim AS site
WORKDIR /app
COPY site/package.json site/package-lock.json site/
RUN cd site && npm ci --ignore-scripts --no-audit --no-fund
COPY package.json README.md ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md SECURITY.md ./
COPY docs docs
COPY site/index.md site/
COPY site/.vitepress site/.vitepress
RUN cd site && npm run build

FROM node:24-trixie-slim AS build
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json ./
# The optional packages are Node.js itself, and the workspaces are the bundler and a test: none is needed here.
RUN npm ci --omit=dev --omit=optional --workspaces=false --ignore-scripts --no-audit --no-fund
# Types and source maps are for editors and debuggers.
RUN find node_modules -type f '(' -name '*.d.ts' -o -name '*.d.?ts' -o -name '*.map' ')' -delete
COPY bin bin
COPY src/install/script src/install/script
COPY src/web/pages/look src/web/pages/look
COPY --from=bundle /app/dist dist
COPY --from=site /app/dist/docs dist/docs
# Fills the compile cache, which Node.js keeps apart by user and flags: a read-only start is twice as fast with it.
RUN mkdir -m 777 node_modules/.cache
USER 1000:1000
RUN node --max-semi-space-size=16 --initial-old-space-size=64 --expose-gc --input-type=module --eval "import { enableCompileCache } from 'node:module'; enableCompileCache('node_modules/.cache/letterslot'); for (const file of ['app/serve', 'app/service', 'platform/stores/postgres-store', 'platform/monitor/registry']) await import('./dist/' + file + '.js');"
USER 0:0
RUN chmod -R u=rwX,go=rX node_modules/.cache

FROM node:24-trixie-slim AS system
WORKDIR /system
RUN mkdir -p usr/local/bin var/lib/dpkg/status.d
RUN mkdir -m 1777 tmp && mkdir -m 700 data && chown 1000:1000 data
# Node.js, a shell and `env`, with the libraries that they load; scanners read what Debian says of these packages.
RUN cp -P /bin /lib* . && cp -L --parents /etc/passwd /etc/group /etc/nsswitch.conf /etc/os-release /usr/local/LICENSE .
RUN for program in /usr/local/bin/node /usr/bin/env /usr/bin/sh; do ldd $program | grep -o '/lib[^ ]*' | sed s,^,/usr, | xargs cp -L --parents -t . $program; done
RUN for package in base-files $(find usr -type f | sed s,^,/, | xargs dpkg -S 2>/dev/null | cut -d: -f1 | sort -u); do dpkg -s $package > var/lib/dpkg/status.d/$package; cp --parents /usr/share/doc/$package/copyright .; done

FROM scratch
ARG SOURCE_COMMIT=""
LABEL org.opencontainers.image.title="Letterslot" \
      org.opencontainers.image.description="Permanent form endpoints that deliver to a confirmed inbox" \
      org.opencontainers.image.version="1.0.0" \
      org.opencontainers.image.revision="${SOURCE_COMMIT}" \
      org.opencontainers.image.source="https://github.com/letterslot/letterslot" \
      org.opencontainers.image.licenses="MIT"
COPY --from=system /system /
COPY LICENSE /app/
COPY --from=build --chown=0:0 /app /app
# The database is data/letterslot.db from here, unless DATABASE_URL or DATABASE_URL_FILE says otherwise.
WORKDIR /
# `letterslot` is for commands in a running container too.
ENV PATH=/app/bin:/usr/local/bin:/usr/bin
ENV NODE_ENV=production \
    HOST=:: \
    PORT=8080 \
    SOURCE_COMMIT="${SOURCE_COMMIT}"
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:' + process.env.PORT + '/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/app/bin/letterslot"]
CMD ["serve"]
