import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChainAccount, chainAccountOf, Ledger } from '../../gateway/library.js';
import { type LedgerNode, startLedgerNode } from '../../gateway/testing/ledger-node.js';
import { include } from '../../gateway/testing/ledger-state.js';
import { signedTransaction } from '../../gateway/transactions/transaction.js';
import { registerOracle } from '../registration/register-oracle.js';
import { startWalletRelay, type WalletRelay } from '../testing/wallet-relay.js';
import { SignX } from './signx.js';
import { WalletSender } from './wallet-sender.js';

const ADDRESS = 'ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx';
const DID = `did:ixo:${ADDRESS}`;
const ORACLE = {
  name: 'demo',
  apiUrl: 'http://localhost:4000',
  ownerDid: DID,
  relayer: 'did:ixo:entity:relayer',
  protocol: 'did:ixo:entity:oracles',
};

let folder: string;
let node: LedgerNode;
let relay: WalletRelay;
let account: ChainAccount;
let shown: { type: string; sessionHash?: string; secureHash?: string; network: string; version: number }[];
const ledgers: Ledger[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wallet-'));
  account = await chainAccountOf(`${'abandon '.repeat(11)}about`);
  [node, relay] = await Promise.all([startLedgerNode(), startWalletRelay()]);
  node.fund(ADDRESS);
  node.state.documents.set(DID, new Map());
  shown = [];
});
afterEach(() => {
  for (const ledger of ledgers.splice(0)) ledger.close();
  node.close();
  relay.close();
  rmSync(folder, { recursive: true });
});

const owner = () => ({
  address: ADDRESS,
  did: DID,
  pubKey: Buffer.from(account.publicKey).toString('hex'),
});

/** Signs what it is asked to, and sends it. */
function sign(body: Buffer): string {
  const state = node.state.accounts.get(ADDRESS);
  const facts = {
    chainId: 'devnet-1',
    accountNumber: state?.number ?? 0n,
    sequence: state?.sequence ?? 0n,
    fee: { amount: 20_000n, denom: 'uixo', gas: 400_000n },
  };
  return include(node.state, signedTransaction(body, account, facts)).hash;
}

function wallet(options: { patienceMs?: number; stop?: AbortController } = {}): SignX {
  const { patienceMs = 2_000, stop = new AbortController() } = options;
  const show = async (code: string) => void shown.push(JSON.parse(code));
  return new SignX({
    relay: relay.url,
    network: 'devnet',
    show,
    signal: stop.signal,
    patienceMs,
    pollEveryMs: 20,
  });
}

async function register(patienceMs?: number) {
  const ledger = new Ledger({ address: node.url, network: 'devnet' });
  ledgers.push(ledger);
  const { signal } = new AbortController();
  const signx = wallet(patienceMs === undefined ? {} : { patienceMs });
  const signedIn = await signx.login();
  const sender = (file: string) =>
    new WalletSender({ file: join(folder, file), wallet: signx, account: signedIn, ledger, signal });
  return registerOracle(ORACLE, {
    ledger,
    account: signedIn,
    entities: sender('entity'),
    documents: sender('document'),
    now: () => new Date(),
    say: () => undefined,
    signal,
  });
}

describe('signing in', () => {
  it('shows a code that holds no secret nonce, and takes the account of who scans it', async () => {
    const signedIn = wallet().login();
    await expect.poll(() => shown.length).toBe(1);
    relay.phone = { account: owner() };
    expect(await signedIn).toEqual({ address: ADDRESS, did: DID, publicKey: Buffer.from(account.publicKey) });
    expect(shown[0]).toMatchObject({ type: 'SIGN_X_LOGIN', network: 'devnet', version: 1 });
    expect(Object.keys(shown[0] ?? {})).not.toContain('secureNonce');
  });

  it.each([
    ['declines', { declines: true }, { code: 'forbidden', detail: 'The wallet declined: not me.' }],
    ['waits too long', {}, { code: 'upstream_timeout', hint: 'Run the same again for a new one.' }],
    [
      'gives a key of another address',
      { account: { address: 'ixo1other', did: DID, pubKey: `02${'11'.repeat(32)}` } },
      { code: 'upstream_failed' },
    ],
  ])('says so where the person %s', async (_, phone, error) => {
    relay.phone = phone;
    await expect(wallet({ patienceMs: 60 }).login()).rejects.toMatchObject(error);
  });

  it('stops at once when the person at the terminal does', async () => {
    const stop = new AbortController();
    const waiting = wallet({ stop, patienceMs: 60_000 }).login();
    await expect.poll(() => shown.length).toBe(1);
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
  });

  it('names a relay that is away', async () => {
    relay.close();
    await expect(wallet().login()).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('signing a registration', () => {
  it('hands over the body that the relay hashes as well, and finds the entity in the block', async () => {
    relay.phone = { account: owner(), sign };
    const made = await register();
    expect(node.entities()).toMatchObject([{ entityDid: made.did, hash: made.transaction, signer: ADDRESS }]);
    expect(shown.map(({ type }) => type)).toEqual(['SIGN_X_LOGIN', 'SIGN_X_TRANSACT']);
  });

  it('shows the same session again while it can be signed, and never begins a second', async () => {
    relay.phone = { account: owner() };
    await expect(register(60)).rejects.toMatchObject({ code: 'upstream_timeout' });
    relay.phone = { account: owner(), sign };
    expect(await register()).toMatchObject({ known: true });
    expect(relay.asked).toHaveLength(1);
    const sessions = shown.flatMap(({ sessionHash }) => sessionHash ?? []);
    expect([sessions.length, new Set(sessions).size]).toEqual([2, 1]);
  });

  it('finds what was signed after nobody here waited any more', async () => {
    relay.validMs = 100;
    relay.phone = { account: owner() };
    await expect(register(40)).rejects.toMatchObject({ code: 'upstream_timeout' });
    sign(relay.asked[0] ?? Buffer.alloc(0));
    await new Promise((later) => setTimeout(later, 120));
    expect(await register(40)).toMatchObject({ known: true });
    expect(node.entities()).toHaveLength(1);
  });

  it('asks anew after the phone declined', async () => {
    relay.phone = { account: owner() };
    const first = register();
    await expect.poll(() => relay.asked.length).toBe(1);
    relay.phone = { account: owner(), declines: true };
    await expect(first).rejects.toMatchObject({ detail: 'The wallet declined: too dear.' });
    relay.phone = { account: owner(), sign };
    expect(await register()).toMatchObject({ known: false });
    expect(relay.asked).toHaveLength(2);
  });

  it('believes no relay about another transaction', async () => {
    const other = (body: Buffer) =>
      sign(Buffer.from(body.toString('latin1').replace('demo', 'evil'), 'latin1'));
    relay.phone = { account: owner(), sign: other };
    await expect(register()).rejects.toMatchObject({
      detail: expect.stringContaining('is not what the wallet was asked to sign'),
    });
  });
});
