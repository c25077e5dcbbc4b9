import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesResource } from '../../plugins/vfs/access/files-resource.js';
import { loadIdentity } from '../auth/index.js';
import { alice, bob, on, tokenOf } from '../auth/ucan/test-tokens.js';
import { readToken } from '../auth/ucan/token.js';
import { definePlugin } from '../plugin/index.js';
import { openStore } from '../store/index.js';
import { type TestCli, testCli } from '../testing/test-cli.js';

const files = definePlugin({
  name: 'files',
  version: '1.0.0',
  manifest: { title: 'Files', summary: 'Files.', whenToUse: ['files'] },
  scopes: { 'fs/read': 'read files' },
  abilities: { 'fs/write': ['fs/read'], 'fs/read': [] },
  resources: [filesResource],
});
const host = { loadPlugins: async () => [files] };
const BOB = 'did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp';

let cli: TestCli;
let did = '';
beforeEach(async () => {
  cli = testCli();
  did = (await loadIdentity({ dataDir: `${cli.dir}/data`, create: true }))?.did ?? '';
});
afterEach(() => cli.remove());

/** Standard output of one more command. */
async function output(...args: string[]): Promise<string> {
  const before = cli.out().length;
  expect(await cli.run(args, host), cli.err()).toBe(0);
  return cli.out().slice(before).trim();
}

it('says who the local owner is', async () => {
  const who = JSON.parse(await output('whoami', '--json')) as unknown;
  expect(who).toEqual({ did, namespace: `user:${did.slice('did:key:'.length)}` });
  expect(await output('whoami')).toContain(did);
});

describe('oracle token', () => {
  it('prints an invocation for this oracle, alone', async () => {
    const token = await output('token', '--can', 'fs/write', '--with', 'ixo:filesystem/docs', '--ttl', '90');
    const { root } = readToken(token);
    expect(root).toMatchObject({
      issuer: did,
      audience: did,
      capabilities: [{ can: 'fs/write', with: 'ixo:filesystem/docs' }],
      proofs: [],
    });
    expect(root.expiration).toBeGreaterThan(Date.now() / 1000 + 80);
    expect(root.expiration).toBeLessThan(Date.now() / 1000 + 91);
    expect(await output('token', '--can', 'fs/write', '--with', 'ixo:filesystem/docs')).not.toBe(token);
  });

  it('reveals what is hidden', async () => {
    const hidden = async (...args: string[]) =>
      readToken(await output('token', '--can', 'fs/read', '--with', 'ixo:filesystem', ...args)).root
        .capabilities[0]?.nb;
    expect(await hidden('--hidden', '*')).toEqual({ hidden: ['*'] });
    expect(await hidden('--hidden', '/.a', '/b/c')).toEqual({ hidden: ['/.a', '/b/c'] });
    expect(await hidden()).toBeUndefined();
  });

  it('derives from a delegation, for another oracle', async () => {
    const proof = await output('delegate', '--to', did, '--can', '*', '--with', 'ixo:filesystem');
    const token = await output(
      ...['token', '--can', 'other/thing', '--with', 'ixo:filesystem/a', '--audience', BOB, '--proof', proof],
    );
    const { root, links } = readToken(token);
    expect(root.audience).toBe(BOB);
    expect(root.proofs.map(String)).toEqual([readToken(proof).root.cid]);
    expect(links.size).toBe(2);
  });

  it.each([
    [['--can', 'fs/wriet', '--with', 'ixo:filesystem'], /fs\/wriet.*fs\/write/s],
    [['--can', 'chat', '--with', 'ixo:oracle'], /oracle\/chat/],
    [['--can', 'fs/read', '--with', 'docs'], /no resource/],
    [['--can', 'fs/read', '--with', 'ixo:filesystem/%64ocs'], /percent/],
    [['--can', 'fs/read', '--with', 'ixo:filesystem/cafe\u0301'], /NFC/],
    [['--can', 'fs/read', '--with', 'ixo:oracle'], /not about ixo:oracle/],
    [['--can', 'oracle/chat', '--with', 'ixo:filesystem'], /not about ixo:filesystem/],
    [['--can', 'fs/read', '--with', 'ixo:filesystem/a/../b'], /no resource/],
    [['--can', 'fs/read', '--with', 'ixo:filesystem', '--hidden', 'a'], /absolute path/],
    [
      ['--can', 'oracle/chat', '--with', 'ixo:oracle', '--hidden', '/a'],
      /hidden says nothing about ixo:oracle/,
    ],
    [
      ['--can', 'calls/allow', '--with', 'ixo:calls/vfs_delete'],
      /Nothing says how far .* Add --args <json>/s,
    ],
    [
      ['--can', 'calls/allow', '--with', 'ixo:calls/vfs_delete', '--args', '{"paths":"/a"}'],
      /--args says no arguments/,
    ],
    [['--can', 'fs/read', '--with', 'ixo:filesystem', '--ttl', '901'], /at most 900/],
    [['--can', 'fs/read', '--with', 'ixo:filesystem', '--ttl', 'soon'], /no duration/],
    [['--can', 'fs/read', '--with', 'ixo:filesystem', '--audience', 'bob'], /no DID/],
    [['--can', 'fs/read', '--with', 'ixo:filesystem', '--proof', 'AAAA'], /no UCAN token/],
  ])('refuses %j in words', async (args, words) => {
    expect(await cli.run(['token', ...args], host)).toBe(1);
    expect(cli.err()).toMatch(words);
    expect(cli.out()).toBe('');
  });

  it('needs an identity', async () => {
    const bare = testCli();
    try {
      expect(await bare.run(['token', '--can', 'fs/read', '--with', 'ixo:filesystem'], host)).toBe(1);
      expect(bare.err()).toContain('SIGNING_MNEMONIC');
    } finally {
      bare.remove();
    }
  });
});

it('says which calls a delegation lets through, and that nobody looked for the tool', async () => {
  const made = async (args: string) => {
    const about = ['--can', 'calls/allow', '--with', 'ixo:calls/no_tool', '--args', args];
    await output('delegate', '--to', BOB, ...about);
    return cli.err();
  };
  expect(await made('{"paths":{"under":"/drafts"}}')).toMatch(
    /lets calls through with paths under \/drafts; .* was not looked up/,
  );
  expect(await made('{}')).toContain('lets calls through with no arguments;');
});

it('delegates for a week by default, or for good', async () => {
  const args = ['delegate', '--to', BOB, '--can', 'fs/read', '--with', 'ixo:filesystem/docs'];
  const week = readToken(await output(...args)).root;
  expect(week.audience).toBe(BOB);
  expect((week.expiration ?? 0) - Date.now() / 1000).toBeGreaterThan(7 * 86_400 - 60);
  expect(readToken(await output(...args, '--ttl', 'never')).root.expiration).toBeNull();
});

it('revokes by CID or by the token itself', async () => {
  const make = () => output('delegate', '--to', BOB, '--can', 'fs/read', '--with', 'ixo:filesystem');
  const [one, two] = [await make(), await make()];
  await output('revoke', one);
  await output('revoke', readToken(two).root.cid);
  await output('revoke', one);
  expect(cli.err()).toContain('was revoked before');
  const store = await openStore({ dataDir: `${cli.dir}/data`, clock: { now: () => Date.now() } });
  try {
    for (const token of [one, two])
      expect(await store.ucans.isRevoked([readToken(token).root.cid])).toBe(true);
    const recorded = await store.audit.entries({ limit: 9, actor: did });
    expect(recorded.map(({ action, subject }) => [action, subject]).toSorted()).toEqual(
      [one, two].map((token) => ['delegation.revoke', readToken(token).root.cid]).toSorted(),
    );
  } finally {
    await store.close();
  }
  expect(await cli.run(['revoke', 'nonsense'], host)).toBe(1);
  expect(cli.err()).toContain('no UCAN token');
});

describe('oracle inspect', () => {
  it('shows what a chain says and grants, and no signature', async () => {
    const proof = await output(
      'delegate',
      '--to',
      did,
      '--can',
      'fs/write',
      '--with',
      'ixo:filesystem',
      '--hidden',
      '*',
    );
    const token = await output(
      ...[
        'token',
        '--can',
        'fs/read',
        '--with',
        'ixo:filesystem/docs',
        '--hidden',
        '/docs/.a',
        '--proof',
        proof,
      ],
    );
    const view = JSON.parse(await output('inspect', token, '--json')) as Record<string, unknown>;
    expect(view).toMatchObject({
      cid: readToken(token).root.cid,
      links: [
        { issuer: did, time: 'valid', signature: 'holds', algorithm: 'EdDSA' },
        { cid: readToken(proof).root.cid, signature: 'holds' },
      ],
      grants: [{ can: 'fs/read', with: 'ixo:filesystem/docs', owner: did, hidden: ['/docs/.a'] }],
    });
    const text = await output('inspect', token);
    expect(text).toMatch(/Token +bafy.*Proof +bafy.*Grants +fs\/read on ixo:filesystem\/docs of did:key/s);
    const raw = Buffer.from(readToken(token).root.signature.raw);
    for (const form of [raw.toString('base64'), raw.toString('hex'), raw.toString('base64url')])
      expect(JSON.stringify(view) + text).not.toContain(form);
  });

  it('fails when a signature does not hold, and shows a stranger’s text on one line', async () => {
    const forged = await tokenOf({
      from: { did: alice.did, sign: bob.sign },
      to: bob,
      grants: [on('fs/read', 'ixo:filesystem/a\nGrants     everything')],
    });
    expect(await cli.run(['inspect', forged], host)).toBe(1);
    expect(cli.out()).toContain('EdDSA: does not hold');
    expect(cli.out()).not.toContain('\nGrants     everything');
  });

  it('shows that nothing is granted', async () => {
    const proof = await output('delegate', '--to', BOB, '--can', 'fs/read', '--with', 'ixo:filesystem');
    const token = await output('token', '--can', 'fs/write', '--with', 'ixo:filesystem', '--proof', proof);
    expect(await output('inspect', token)).toContain('Grants     nothing');
    expect(await cli.run(['inspect', 'AAAA'], host)).toBe(1);
  });
});
