# The oracle in a container: not root, nothing to write but /data and /tmp.
#   docker build -t oracle .
#   docker run --read-only --tmpfs /tmp -v oracle-data:/data -p 3000:3000 oracle
# With a project of its own: mount its oracle.config.json at /app/oracle.config.json.
FROM node:20-bookworm-slim AS built
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs

FROM node:20-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data LOG_FORMAT=json
WORKDIR /app
COPY --from=built /app/node_modules ./node_modules
COPY --from=built /app/dist ./dist
COPY package.json oracle.config.json ./
COPY bin ./bin
RUN mkdir /data && chown node:node /data && chmod 700 /data
VOLUME /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["node", "bin/healthy.mjs"]
ENTRYPOINT ["node", "bin/oracle.mjs"]
CMD ["start", "--create-identity"]
