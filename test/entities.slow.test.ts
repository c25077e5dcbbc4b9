import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureChain, startFixtureChain } from '../plugins/gateway/testing/fixture-chain.js';
import { startScriptedModelServer } from '../src/testing/scripted-model-server.js';
import { OracleProject } from './support/oracle-process.js';
import { Client, readEvents, type SseEvent, textOf } from './support/sse.js';

const OPEN_CLAIMS = 'Which claims are open on collection 12?';
const WHO_CONTROLS = 'Who controls did:ixo:entity:abc?';

let chain: FixtureChain;
beforeAll(async () => {
  chain = await startFixtureChain();
});
afterAll(() => chain.close());

async function ask(client: Client, message: string): Promise<SseEvent[]> {
  return readEvents(await client.send(await client.createSession(), message));
}

/** What a tool gave in the end. */
function outputOf(events: readonly SseEvent[], tool: string): unknown {
  return events.find(({ data }) => data['name'] === tool && data['status'] === 'done')?.data['output'];
}

describe('entities in a chat without a model key', () => {
  let project: OracleProject;
  let client: Client;
  beforeAll(async () => {
    project = new OracleProject({ env: { CHAIN_GRPC_URL: chain.url } });
    const oracle = await project.start();
    client = new Client(oracle.url, await project.createKey('chat'));
  });
  afterAll(() => project.remove());

  it.each([
    OPEN_CLAIMS,
    'show me the open claims of collection 12',
    'collection 12: which claims are still pending?',
  ])('%s', async (message) => {
    const events = await ask(client, message);
    expect(outputOf(events, 'entity_claims')).toMatchObject({
      claims: [{ id: 'claim-open-1' }, { id: 'claim-open-2' }],
    });
    const text = textOf(events);
    for (const id of ['claim-open-1', 'claim-open-2']) expect(text).toContain(id);
    for (const id of ['claim-approved', 'claim-rejected', 'claim-elsewhere']) expect(text).not.toContain(id);
  });

  it.each([WHO_CONTROLS, 'tell me who is in control of did:ixo:entity:abc'])('%s', async (message) => {
    const events = await ask(client, message);
    expect(outputOf(events, 'get_entity')).toMatchObject({ controllers: [{ did: 'did:x:zQ3shOwner' }] });
    expect(textOf(events)).toContain('did:x:zQ3shOwner');
  });

  it('says so when there is no such entity', async () => {
    const events = await ask(client, 'Who controls did:ixo:entity:nobody?');
    expect(textOf(events)).toContain('The chain has no entity did:ixo:entity:nobody');
  });
});

describe('entities in a chat with a model', () => {
  it('are found, loaded and asked, and the model reads what the chain says', async () => {
    const model = await startScriptedModelServer([
      { toolCalls: [{ name: 'list_capabilities', args: { query: 'open claims of a collection' } }] },
      { toolCalls: [{ name: 'load_capability', args: { names: ['entities'] } }] },
      {
        toolCalls: [
          { name: 'entity_claims', args: { collectionId: '12', state: 'open' } },
          { name: 'get_entity', args: { id: 'did:ixo:entity:abc' } },
        ],
      },
      { text: 'Two claims are open; did:x:zQ3shOwner controls the entity.' },
    ]);
    const project = new OracleProject({
      env: {
        CHAIN_GRPC_URL: chain.url,
        LLM_BASE_URL: model.url,
        LLM_API_KEY: 'test',
        LLM_MODEL: 'scripted',
      },
    });
    try {
      const oracle = await project.start();
      const client = new Client(oracle.url, await project.createKey('chat'));
      const events = await ask(client, `${OPEN_CLAIMS} And who controls did:ixo:entity:abc?`);
      expect(textOf(events)).toBe('Two claims are open; did:x:zQ3shOwner controls the entity.');
      expect(outputOf(events, 'entity_claims')).toMatchObject({ total: 2 });
      const read = (request: number) =>
        (model.requests[request]?.body.messages ?? [])
          .filter(({ role }) => role === 'tool')
          .map(({ content }) => JSON.parse(String(content)) as unknown);
      // The first that a model sees for its words is this capability.
      const [listed] = read(1) as { capabilities: { name: string }[] }[];
      expect(listed?.capabilities[0]?.name).toBe('entities');
      expect(read(3).slice(-2)).toMatchObject([
        { claims: [{ id: 'claim-open-1', state: 'open' }, { id: 'claim-open-2' }] },
        { verified: true, controllers: [{ did: 'did:x:zQ3shOwner' }] },
      ]);
      model.assertComplete();
    } finally {
      await project.remove();
      await model.close();
    }
  });
});
