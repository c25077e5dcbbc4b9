import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestOracle, type TestClient, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryServer } from '../../examples/memory-server/server.js';
import memory from './index.js';

/** The DID of the oracle is known once it is up, and the server's place before: it trusts a list that grows. */
const issuers = ['did:key:zNobody'];
let folder: string;
let server: Awaited<ReturnType<typeof memoryServer>>;
let oracle: TestOracle;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memory-'));
  server = await memoryServer({ file: join(folder, 'memory.sqlite'), port: 0, issuers });
  oracle = await startTestOracle({
    plugins: [memory],
    env: { MEMORY_MCP_URL: `${server.url}/mcp`, MEMORY_ENGINE_URL: server.url },
    script: [],
  });
  issuers.push(String(((await oracle.anyone.get('/.well-known/did.json')).json as { id?: string }).id));
});
afterAll(async () => {
  await oracle.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const person = (did?: string): TestClient => oracle.as(['chat', 'memory'], did === undefined ? {} : { did });
const textsOf = async (who: TestClient, path = '/memory') => {
  const answer = await who.get(path);
  expect(answer.status, answer.text).toBe(200);
  return (JSON.parse(answer.text) as { memories: { text: string }[] }).memories.map(({ text }) => text);
};

describe('over HTTP', () => {
  it('what is remembered is found, changed and forgotten by its person', async () => {
    const who = person();
    const saved = await who.post('/memory', { text: 'My district is Kilifi', tags: ['place'] });
    expect(saved).toMatchObject({ status: 201, json: { memory: { text: 'My district is Kilifi' } } });
    const { id } = (JSON.parse(saved.text) as { memory: { id: string } }).memory;
    expect(await textsOf(who, '/memory/search?query=which+district')).toEqual(['My district is Kilifi']);
    expect(await who.put(`/memory/${id}`, { text: 'My district is Kwale' })).toMatchObject({
      json: { memory: { id, text: 'My district is Kwale' }, before: 'My district is Kilifi' },
    });
    expect(await textsOf(who, '/memory/search?query=Kilifi')).toEqual([]);
    expect((await who.delete(`/memory/${id}`)).json).toMatchObject({ forgotten: id });
    expect(await textsOf(who)).toEqual([]);
  });
});
