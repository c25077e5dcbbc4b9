import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChainAccount, chainAccountOf, Ledger, Outbox } from '../../gateway/library.js';
import { type LedgerNode, startLedgerNode } from '../../gateway/testing/ledger-node.js';
import { moveApi } from './move-api.js';
import { type RegistrationParts, registerOracle } from './register-oracle.js';

const WORDS = `${'abandon '.repeat(11)}about`;
const ADDRESS = 'ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx';
const OWNER = `did:ixo:${ADDRESS}`;
const ORACLE = {
  name: 'demo',
  apiUrl: 'http://localhost:4000',
  relayer: 'did:ixo:entity:relayer',
  protocol: 'did:ixo:entity:oracles',
};

let folder: string;
let node: LedgerNode;
let account: ChainAccount;
const open: Ledger[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registration-'));
  account = await chainAccountOf(WORDS);
});
afterEach(() => {
  for (const ledger of open.splice(0)) ledger.close();
  node.close();
  rmSync(folder, { recursive: true });
});

async function start(options: Parameters<typeof startLedgerNode>[0] = {}): Promise<void> {
  node = await startLedgerNode(options);
  node.fund(ADDRESS);
}

/** A process that works on the same folder. */
function parts(patienceMs = 5_000): RegistrationParts {
  const ledger = new Ledger({ address: node.url, network: 'devnet' });
  open.push(ledger);
  const { signal } = new AbortController();
  const outbox = (purpose: string) =>
    new Outbox({
      file: join(folder, `${purpose}.json`),
      ledger,
      account,
      patienceMs,
      lateIndexMs: 300,
      signal,
    });
  return {
    ledger,
    account,
    entities: outbox('entity'),
    documents: outbox('document'),
    now: () => new Date('2026-11-29T00:00:00Z'),
    say: () => undefined,
    signal,
  };
}

describe('registering', () => {
  it('makes the owner’s document and the entity, as the chain reads them', async () => {
    await start({ gasPrice: '0.025uixo' });
    const made = await registerOracle(ORACLE, parts());
    expect(made).toMatchObject({ known: false, did: expect.stringMatching(/^did:ixo:entity:[0-9a-f]{32}$/) });
    const [document, entity] = node.state.blocks;
    expect(document?.messages).toEqual([
      {
        typeUrl: '/ixo.iid.v1beta1.MsgCreateIidDocument',
        value: expect.objectContaining({ id: OWNER, controllers: [OWNER], signer: ADDRESS }),
      },
    ]);
    expect(entity?.hash).toBe(made.transaction);
    const key = Buffer.from(account.publicKey).toString('hex');
    expect(entity?.messages[0]?.value).toEqual({
      entityType: 'oracle',
      controller: [OWNER],
      context: [
        { key: 'ixo', val: 'https://w3id.org/ixo/context/v1' },
        { key: 'class', val: ORACLE.protocol },
      ],
      verification: [
        {
          relationships: ['authentication'],
          method: {
            id: `${OWNER}#${key}`,
            type: 'EcdsaSecp256k1VerificationKey2019',
            controller: OWNER,
            publicKeyMultibase: `F${key}`,
          },
        },
        {
          relationships: ['authentication'],
          method: {
            id: `${OWNER}#${ADDRESS}`,
            type: 'CosmosAccountAddress',
            controller: OWNER,
            blockchainAccountID: ADDRESS,
          },
        },
      ],
      service: [
        { id: '{id}#api', type: 'oracleService', serviceEndpoint: ORACLE.apiUrl },
        { id: '{id}#ws', type: 'wsService', serviceEndpoint: ORACLE.apiUrl },
      ],
      startDate: '2026-11-29T00:00:00Z',
      endDate: '2126-11-29T00:00:00Z',
      relayerNode: ORACLE.relayer,
      ownerDid: OWNER,
      ownerAddress: ADDRESS,
      alsoKnownAs: ORACLE.name,
    });
  });

  it('keeps what it signed for its owner alone, before it is sent', async () => {
    await start({ mines: false });
    node.state.documents.set(OWNER, new Map());
    await expect(registerOracle(ORACLE, parts(0))).rejects.toMatchObject({ code: 'upstream_timeout' });
    const file = join(folder, 'entity.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { transaction } = JSON.parse(readFileSync(file, 'utf8'));
    expect(transaction).toBe(Buffer.from(node.broadcasts[0] ?? []).toString('base64'));
    expect(readFileSync(file, 'utf8')).not.toContain('abandon');
  });

  it('sends the same bytes again when it is run again before the block', async () => {
    await start({ mines: false });
    node.state.documents.set(OWNER, new Map());
    await expect(registerOracle(ORACLE, parts(0))).rejects.toMatchObject({ code: 'upstream_timeout' });
    await expect(registerOracle(ORACLE, parts(0))).rejects.toMatchObject({ code: 'upstream_timeout' });
    expect(new Set(node.broadcasts.map((each) => Buffer.from(each).toString('hex'))).size).toBe(1);
    node.mine();
    expect(await registerOracle(ORACLE, parts())).toMatchObject({ known: true });
    expect(node.entities()).toHaveLength(1);
  });

  it('finds what it made when the answer to its broadcast was lost', async () => {
    await start();
    node.state.documents.set(OWNER, new Map());
    node.breakNext = true;
    await registerOracle(ORACLE, parts()).catch(() => undefined);
    await registerOracle(ORACLE, parts());
    expect(node.entities()).toHaveLength(1);
  });

  it('finds the entity of its name without any memory of its own', async () => {
    await start();
    const first = await registerOracle(ORACLE, parts());
    rmSync(folder, { recursive: true });
    expect(await registerOracle(ORACLE, parts())).toEqual({ ...first, known: true });
    expect(await registerOracle({ ...ORACLE, name: 'other' }, parts())).toMatchObject({ known: false });
    expect(node.entities()).toHaveLength(2);
  });

  it('makes one when two run at once', async () => {
    await start();
    node.state.documents.set(OWNER, new Map());
    const both = await Promise.allSettled([registerOracle(ORACLE, parts()), registerOracle(ORACLE, parts())]);
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(node.entities()).toHaveLength(1);
  });

  it('signs anew when another transaction took its place', async () => {
    await start({ mines: false });
    node.state.documents.set(OWNER, new Map());
    await expect(registerOracle(ORACLE, parts(0))).rejects.toMatchObject({ code: 'upstream_timeout' });
    node.state.waiting.length = 0;
    const state = node.state.accounts.get(ADDRESS);
    if (state !== undefined) state.sequence += 1n;
    const again = registerOracle(ORACLE, parts());
    await expect.poll(() => node.state.waiting.length, { timeout: 8_000 }).toBe(1);
    node.mine();
    expect(await again).toMatchObject({ known: false });
    expect(node.entities()).toHaveLength(1);
  });

  it.each([
    ['an account that the chain does not know', 'is not on devnet-1 yet', () => node.state.accounts.clear()],
    ['an account without tokens', 'insufficient funds', () => node.fund(ADDRESS, 10n)],
  ])('says what to do for %s, and keeps nothing', async (_, said, spoil) => {
    await start();
    node.state.documents.set(OWNER, new Map());
    spoil();
    await expect(registerOracle(ORACLE, parts())).rejects.toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining(said),
      hint: expect.stringContaining(ADDRESS),
    });
    expect(existsSync(join(folder, 'entity.json'))).toBe(false);
    expect(node.state.blocks).toEqual([]);
  });

  it('is refused by the chain when a byte of it was changed on the way', async () => {
    await start({ mines: false });
    node.state.documents.set(OWNER, new Map());
    await expect(registerOracle(ORACLE, parts(0))).rejects.toMatchObject({ code: 'upstream_timeout' });
    node.state.waiting.length = 0;
    const changed = Buffer.from(
      Buffer.from(node.broadcasts[0] ?? [])
        .toString('latin1')
        .replace('demo', 'demi'),
      'latin1',
    );
    const { ledger, signal } = parts();
    expect(await ledger.broadcast(changed, signal)).toMatchObject({ code: 4 });
  });

  it('signs nothing for a chain of another network', async () => {
    await start({ chainId: 'ixo-5' });
    await expect(registerOracle(ORACLE, parts())).rejects.toMatchObject({
      detail: expect.stringContaining('which is mainnet'),
    });
    expect(node.broadcasts).toEqual([]);
  });
});

describe('moving the API', () => {
  const move = (did: string, url: string) => {
    const { ledger, entities, signal } = parts();
    return moveApi(did, url, { ledger, account, sender: entities, signal });
  };

  it('deletes and adds both services in one transaction, and nothing the second time', async () => {
    await start();
    const { did } = await registerOracle(ORACLE, parts());
    rmSync(join(folder, 'entity.json'));
    const hash = await move(did, 'https://oracle.example');
    const [block] = node.state.blocks.slice(-1);
    expect(block).toMatchObject({ hash, code: 0 });
    expect(block?.messages.map(({ typeUrl }) => typeUrl.split('.').at(-1))).toEqual([
      'MsgDeleteService',
      'MsgDeleteService',
      'MsgAddService',
      'MsgAddService',
    ]);
    expect([...(node.state.documents.get(did) ?? [])]).toEqual([
      [`${did}#api`, 'https://oracle.example'],
      [`${did}#ws`, 'https://oracle.example'],
    ]);
    const before = node.broadcasts.length;
    expect(await move(did, 'https://oracle.example')).toBeUndefined();
    expect(node.broadcasts).toHaveLength(before);
  });

  it('says which entity is not there', async () => {
    await start();
    await expect(move('did:ixo:entity:none', 'https://oracle.example')).rejects.toMatchObject({
      code: 'not_found',
      detail: 'There is no entity did:ixo:entity:none on the chain.',
    });
  });
});
