/** Where a node listens, as gRPC wants it. */
export interface ChainAddress {
  readonly target: string;
  readonly tls: boolean;
}

/**
 * `https://` and `grpcs://` are TLS, `http://` and `grpc://` are not; without a scheme, port 443 is. The port
 * defaults to 443 or 9090.
 * @throws Error when it is no such URL
 */
export function parseChainAddress(text: string): ChainAddress {
  const match = /^(?:(https?|grpcs?):\/\/)?((?:\[[0-9a-fA-F:]+\]|[A-Za-z0-9._-]+))(?::(\d{1,5}))?\/?$/.exec(
    text,
  );
  const [, scheme, host, port] = match ?? [];
  if (host === undefined || Number(port ?? 1) > 65_535 || Number(port ?? 1) === 0) {
    throw new Error('is no address of a gRPC node: write https://host:port or http://host:port');
  }
  const tls = scheme === undefined ? port === '443' : scheme === 'https' || scheme === 'grpcs';
  return { target: `${host}:${port ?? (tls ? 443 : 9090)}`, tls };
}
