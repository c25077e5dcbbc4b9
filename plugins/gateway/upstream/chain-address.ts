/** Where a node listens, as gRPC wants it. */
export interface ChainAddress {
  readonly target: string;
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

const MOST_ADDRESSES = 10;

/**
 * Addresses by comma, the preferred first. `https://` and `grpcs://` are TLS, `http://` and `grpc://` are not; without a
 * scheme, port 443 is. The port defaults to 443 or 9090.
 * @throws Error when one of them is no such URL
 */
export function parseChainAddresses(text: string): readonly ChainAddress[] {
  const addresses = text.split(',').map((each) => parseOne(each.trim()));
  const targets = new Set(addresses.map(({ target }) => target));
  if (targets.size < addresses.length) throw new Error('names a node twice');
  if (addresses.length > MOST_ADDRESSES) throw new Error(`names more than ${MOST_ADDRESSES} nodes`);
  return addresses;
}

function parseOne(text: string): ChainAddress {
  const match = /^(?:(https?|grpcs?):\/\/)?((?:\[[0-9a-fA-F:]+\]|[A-Za-z0-9._-]+))(?::(\d{1,5}))?\/?$/.exec(
    text,
  );
  const [, scheme, host, given] = match ?? [];
  if (host === undefined || Number(given ?? 1) > 65_535 || Number(given ?? 1) === 0) {
    throw new Error(
      'is no address of a gRPC node: write https://host:port or http://host:port, several by comma',
    );
  }
  const tls = scheme === undefined ? given === '443' : scheme === 'https' || scheme === 'grpcs';
  const port = given === undefined ? (tls ? 443 : 9090) : Number(given);
  return { target: `${host}:${port}`, host: host.replace(/^\[|\]$/g, ''), port, tls };
}
