import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Address blocks that are no place on the public internet (IANA special-purpose registries, RFC 6890). */
const SPECIAL = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  SPECIAL.addSubnet(address, bits, 'ipv4');

/** The part of IPv6 that is routed at all, and the parts of that which are not, or which lead to an IPv4 address. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  SPECIAL.addSubnet(address, bits, 'ipv6');

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !SPECIAL.check(address, 'ipv4');
  return isIPv6(address) && GLOBAL.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6');
}
