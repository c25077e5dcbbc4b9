import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { OracleError } from '../plugin/index.js';
import { createClientAddress, createClientKeys } from './client-address.js';
import { CredentialChecks } from './credential-checks.js';
import { createRateLimits } from './rate-limit.js';

const from = (remoteAddress: string, headers = {}) =>
  ({ headers, socket: { remoteAddress } }) as IncomingMessage;
const signed = { 'x-auth-type': 'ucan' };
const fresh = () => new CredentialChecks(createRateLimits(600), createClientKeys(createClientAddress(false)));
const bad = async () => {
  throw new OracleError('unauthenticated', { detail: 'It does not hold.' });
};
const codeOf = (check: Promise<unknown>) =>
  check.then(
    () => 'in',
    (error) => (OracleError.isInstance(error) ? error.code : 'broken'),
  );

async function codes(times: number, attempt: () => Promise<unknown>) {
  const all: string[] = [];
  for (let at = 0; at < times; at += 1) all.push(await codeOf(attempt()));
  return all;
}

describe('the checks of credentials', () => {
  it('count what does not hold, by address, and never what does', async () => {
    const checks = fresh();
    expect(await codes(100, () => checks.ofRequest(from('198.51.100.1'), async () => 'me'))).not.toContain(
      'rate_limited',
    );
    const failed = await codes(32, () => checks.ofRequest(from('198.51.100.1'), bad));
    expect(failed).toEqual([...Array(30).fill('unauthenticated'), 'rate_limited', 'rate_limited']);
    expect(await codeOf(checks.ofRequest(from('198.51.100.1'), async () => 'me'))).toBe('in');
    expect(await codeOf(checks.ofRequest(from('198.51.100.2'), bad))).toBe('unauthenticated');
  });

  it('bound the signatures that are verified for addresses that failed, and for those alone', async () => {
    const checks = fresh();
    let verified = 0;
    const verify = async () => {
      verified += 1;
      return bad();
    };
    const attempts = (address: string, times: number) =>
      codes(times, () => checks.ofRequest(from(address, signed), verify));
    await attempts('198.51.100.1', 500);
    await attempts('198.51.100.2', 500);
    // Thirty each, and what the second or two that this took gave to both together.
    expect(verified).toBeGreaterThanOrEqual(80);
    expect(verified).toBeLessThan(200);
    expect(await codeOf(checks.ofRequest(from('198.51.100.3', signed), async () => 'me'))).toBe('in');
    expect(await codeOf(checks.ofRequest(from('198.51.100.1'), async () => 'a key'))).toBe('in');
  });

  it('let in who brings a good login code, however many bad ones came of that address at that moment', async () => {
    const checks = fresh();
    const failed = await codes(500, () => checks.ofLogin(from('198.51.100.1'), bad));
    expect(new Set(failed.slice(20))).toEqual(new Set(['rate_limited']));
    expect(await codeOf(checks.ofLogin(from('198.51.100.1'), async () => 'me'))).toBe('in');
  });
});
