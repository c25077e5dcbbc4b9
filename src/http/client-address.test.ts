import { describe, expect, it } from 'vitest';
import { clientKey, createClientAddress } from './client-address.js';

describe('clientKey', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    [undefined, 'unknown'],
  ])('counts %s as %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });

  it('gives two addresses of one /64 one key and neighbours another', () => {
    expect(clientKey('2001:0db8:0001:0002:aaaa::1')).toBe(clientKey('2001:db8:1:2:bbbb:cccc:dddd:eeee'));
    expect(clientKey('2001:db8:1:2::1')).not.toBe(clientKey('2001:db8:1:3::1'));
  });
});

describe('the address of a client behind a proxy', () => {
  it.each([
    ['198.51.100.1, 192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:41872', '192.0.2.7'],
    ['[2001:db8::9]:443', '2001:db8::9'],
    ['[2001:db8::9]', '2001:db8::9'],
    ['2001:db8::9', '2001:db8::9'],
    ['192.0.2.7, ', '192.0.2.7'],
    ['garbage17', '127.0.0.1'],
    ['7.7.7.7, unknown3', '127.0.0.1'],
    ['192.0.2.7:port', '127.0.0.1'],
    ['', '127.0.0.1'],
  ])('is read of X-Forwarded-For %j as %s', (header, address) => {
    const request = { headers: { 'x-forwarded-for': header }, socket: { remoteAddress: '127.0.0.1' } };
    expect(createClientAddress(true)(request as never)).toBe(address);
    expect(createClientAddress(false)(request as never)).toBe('127.0.0.1');
  });
});
