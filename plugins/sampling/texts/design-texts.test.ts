import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestOracle, type TestOracle } from '../../../src/testing/index.js';
import vfs from '../../vfs/index.js';
import sampling from '../index.js';

let oracle: TestOracle;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [sampling, vfs] });
});
afterAll(() => oracle.close());

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
};

describe('designs and files over MCP', () => {
  const who = () => oracle.as(['chat', 'sampling', 'fs/write', 'fs/read', 'fs/list']);

  async function ask(client: ReturnType<typeof who>, method: string, params: { uri?: string } = {}) {
    const { text } = await client.post(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } },
      {
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': method,
        ...(params.uri === undefined ? {} : { 'Mcp-Name': params.uri }),
      },
    );
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
  }

  it('are resources of whose they are', async () => {
    const client = who();
    const made = await client.post('/v1/sampling', {
      projectId: 'did:ixo:project/stoves',
      population: 5000,
      expectedMean: 0.8,
      expectedSD: 0.2,
      confidence: 0.95,
      precision: 0.05,
      dropoutRate: 0.15,
    });
    expect(made.status).toBe(201);
    const id = String(made.json['designId']);
    const uri = `oracle://designs/${id}`;
    const { resources } = (await ask(client, 'resources/list')).result;
    expect(resources.map((each: { uri: string }) => each.uri)).toEqual(
      expect.arrayContaining([uri, 'ui://oracle/design']),
    );
    const read = await ask(client, 'resources/read', { uri });
    expect(JSON.parse(read.result.contents[0].text)).toMatchObject({ designId: id });
    expect((await ask(who(), 'resources/read', { uri })).error).toBeDefined();
    const view = await ask(client, 'resources/read', { uri: 'ui://oracle/design' });
    expect(view.result.contents[0]).toMatchObject({ mimeType: 'text/html;profile=mcp-app' });
    expect((await ask(oracle.as(['chat']), 'resources/list')).result.resources).toEqual([]);
    const templates = (await ask(client, 'resources/templates/list')).result.resourceTemplates;
    expect(templates.map((each: { uriTemplate: string }) => each.uriTemplate)).toEqual([
      'oracle://files/{+path}',
      'oracle://designs/{id}',
    ]);
  });

  it('a file is read by its path', async () => {
    const client = who();
    await client.post('/api/fs/files?path=/notes/a%20b.txt', 'Hello', { 'Content-Type': 'text/plain' });
    const { resources } = (await ask(client, 'resources/list')).result;
    const [file] = resources.filter(({ uri }: { uri: string }) => uri.startsWith('oracle://files/'));
    expect(file).toMatchObject({ uri: 'oracle://files/notes/a%20b.txt', size: expect.any(Number) });
    const read = await ask(client, 'resources/read', { uri: file.uri });
    expect(read.result.contents[0].text).toContain('Hello');
    expect((await ask(oracle.as(['chat']), 'resources/read', { uri: file.uri })).error).toBeDefined();
  });
});
