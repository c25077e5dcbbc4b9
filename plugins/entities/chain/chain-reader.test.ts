import { OracleError } from 'oracle-runtime/plugin';
import { describe, expect, it } from 'vitest';
import type { ChainQueries } from '../../gateway/service.js';
import { ChainReader } from './chain-reader.js';

const { signal } = new AbortController();
const DID = 'did:ixo:entity:abc';
/** A chain that gives one answer to everything. */
function chainOf(answer: Readonly<Record<string, unknown>> | OracleError): ChainReader {
  const chain: ChainQueries = {
    address: 'http://localhost:9090',
    auth: 'public',
    behind: () => undefined,
    query: async () => {
      if (OracleError.isInstance(answer)) throw answer;
      return { body: answer, height: undefined };
    },
    list: async () => [],
    ready: async () => undefined,
  };
  return new ChainReader(chain);
}

describe('a record that is not there', () => {
  it.each([
    ['the code for it', new OracleError('not_found', { detail: 'x' })],
    [
      'words alone, as modules do that have no code for it',
      new OracleError('upstream_failed', {
        detail: 'ixo.iid.v1beta1.Query/IidDocument: did document not found: x.',
      }),
    ],
    [
      'an empty record',
      { iidDocument: { id: '' }, entity: { id: '' }, claim: {}, collection: { id: '', state: 'OPEN' } },
    ],
  ])('is told by %s', async (_, answer) => {
    const reader = chainOf(answer);
    expect(await reader.document(DID, signal)).toBeUndefined();
    expect(await reader.entity(DID, signal)).toBeUndefined();
    expect(await reader.claim('bafy', signal)).toBeUndefined();
    expect(await reader.collection('1', signal)).toBeUndefined();
  });

  it.each(['unavailable', 'upstream_timeout', 'upstream_failed'] as const)('is not %s', async (code) => {
    const reader = chainOf(new OracleError(code, { detail: 'The node says no.' }));
    await expect(reader.document(DID, signal)).rejects.toMatchObject({ code });
  });
});

describe('an answer that is not understood', () => {
  it.each([[{ iidDocument: { id: DID, controller: 'did:x:owner' } }], [{ iidDocument: [DID] }], [{}]])(
    '%j is upstream_failed',
    async (answer) => {
      await expect(chainOf(answer).document(DID, signal)).rejects.toMatchObject({
        code: 'upstream_failed',
        detail: expect.stringContaining('iidDocument'),
      });
    },
  );

  it('a page that leads to itself is no page', async () => {
    const reader = chainOf({ entities: [], pagination: { next_key: 'AQ==' } });
    await expect(reader.entities({ cursor: undefined, limit: 1 }, signal)).resolves.toMatchObject({
      next: 'AQ==',
    });
    await expect(reader.entities({ cursor: 'AQ==', limit: 1 }, signal)).rejects.toThrow(/one page twice/);
  });

  it('does not hide the others of its page', async () => {
    const reader = chainOf({ claims: [{ claim_id: 5 }, { claim_id: 'bafy' }, null] });
    const page = await reader.claims({ cursor: undefined, limit: 3 }, signal);
    expect(page).toMatchObject({ records: [{ claim_id: 'bafy' }], skipped: 2 });
  });

  it('a list that is left out, as an empty one may be, is empty', async () => {
    const page = { records: [], next: undefined, skipped: 0 };
    expect(await chainOf({ pagination: null }).claims({ cursor: undefined, limit: 1 }, signal)).toEqual(page);
    expect(await chainOf({ claims: null }).claims({ cursor: undefined, limit: 1 }, signal)).toEqual(page);
  });
});

it('an enum that the schema lacks comes as a number', async () => {
  const claim = { claim_id: 'bafy', collection_id: '1', evaluation: { status: 9 } };
  expect(await chainOf({ claim }).claim('bafy', signal)).toMatchObject({ evaluation: { status: '9' } });
});
