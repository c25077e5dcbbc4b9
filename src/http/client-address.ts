import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';

/**
 * The key under which an address is rate limited. An IPv6 client owns a whole /64 and could otherwise take a
 * fresh address for each request; IPv4 in IPv6 clothes counts as IPv4.
 */
export function clientKey(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

type Asking = Pick<IncomingMessage, 'headers' | 'socket'>;

/** Says where the client of a request is. */
export type ClientAddress = (request: Asking) => string;

/** Says under which key the client of a request is rate limited. */
export type ClientKeys = (request: Asking) => string;

/**
 * Behind a proxy, the client is whom that proxy names last in `X-Forwarded-For`: trusting more of it would let a
 * client choose its own address.
 */
export function createClientAddress(trustProxy: boolean): ClientAddress {
  return ({ headers, socket }) =>
    (trustProxy ? lastForwarded(headers['x-forwarded-for']) : undefined) ?? socket.remoteAddress ?? 'unknown';
}

export function createClientKeys(addressOf: ClientAddress): ClientKeys {
  let last: { readonly address: string; readonly key: string } | undefined;
  return function keyOf(request) {
    const address = addressOf(request);
    if (last?.address !== address) last = { address, key: clientKey(address) };
    return last.key;
  };
}

/** The last address, without the port that some proxies write behind it. What is no address names nobody. */
function lastForwarded(header: string | string[] | undefined): string | undefined {
  const last = String(header ?? '')
    .split(',')
    .map((each) => each.trim())
    .findLast((each) => each !== '');
  if (last === undefined) return undefined;
  const address =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(last)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(last)?.[1] ?? last;
  return isIP(address) === 0 ? undefined : address;
}
