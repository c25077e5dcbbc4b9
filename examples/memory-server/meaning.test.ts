import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { embedder } from './embeddings.js';
import { MemoryBox } from './memory-box.js';
import { Store } from './store.js';

/** Two directions of meaning: animals and work. */
const NEAR = { dog: [1, 0], puppy: [0.9, 0.1], office: [0, 1] };

it('finds by meaning what shares no word, and by words alone while the endpoint is away', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meaning-'));
  const endpoint = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const [text = ''] = (JSON.parse(body) as { input: string[] }).input;
    const [, embedding] = Object.entries(NEAR).find(([word]) => text.includes(word)) ?? [];
    response.end(JSON.stringify({ data: [{ embedding: embedding ?? [0.5, 0.5] }] }));
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/v1/embeddings`;
  const store = new Store(join(folder, 'memory.sqlite'));
  const boxOf = (subject: string) =>
    new MemoryBox(store, embedder({ url, model: 'two' }), { issuer: 'did:key:z1', subject }, () => 0);
  const box = boxOf('did:web:a');
  try {
    await box.save('I have a puppy', [], undefined);
    await box.save('The office is in Kwale', [], undefined);
    await boxOf('did:web:b').save('My dog is old', [], undefined);
    const textsOf = async (query: string) => (await box.search(query, 5)).map(({ text }) => text);
    expect(await textsOf('dog')).toEqual(['I have a puppy']);
    endpoint.closeAllConnections();
    await new Promise((resolve) => endpoint.close(resolve));
    expect(await textsOf('dog')).toEqual([]);
    expect(await textsOf('the puppy')).toEqual(expect.arrayContaining(['I have a puppy']));
    expect((await box.save('The cook is called Amina', [], undefined)).text).toContain('Amina');
    expect(await textsOf('amina')).toEqual(['The cook is called Amina']);
  } finally {
    store.close();
    await rm(folder, { recursive: true, force: true });
  }
});
