import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, createOracleApp, loadConfig, type OracleApp } from 'oracle-runtime';
import { type ScriptedModelServer, startScriptedModelServer } from 'oracle-runtime/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import notes from './index.js';

let dir: string;
let model: ScriptedModelServer;
let app: OracleApp;
let url: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'notes-'));
  model = await startScriptedModelServer([]);
  const env = { PORT: '0', LLM_BASE_URL: model.url, LLM_MODEL: 'scripted', NOTES_PER_PERSON: '1' };
  const logger = createLogger({ level: 'silent', format: 'json', write: () => {} });
  app = await createOracleApp({
    config: loadConfig({ cwd: dir, env }),
    plugins: [notes],
    logger,
    createIdentity: true,
  });
  ({ url } = await app.listen());
});
afterEach(async () => {
  await app.close(0);
  await model.close();
  await rm(dir, { recursive: true });
});

/** Someone with a key of their own. */
async function person(name: string, ...scopes: string[]) {
  const { secret } = await app.store.apiKeys.create({ name, scopes });
  const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' };
  return {
    async ask(message: string): Promise<string> {
      const session = await fetch(`${url}/sessions`, { method: 'POST', headers });
      const { sessionId } = z.object({ sessionId: z.string() }).parse(await session.json());
      const body = JSON.stringify({ message });
      const answer = await fetch(`${url}/messages/${sessionId}`, { method: 'POST', headers, body });
      return z.object({ content: z.string() }).parse(await answer.json()).content;
    },
    async notes(): Promise<{ status: number; texts: string[] }> {
      const answer = await fetch(`${url}/v1/notes`, { headers });
      const body = z
        .object({ notes: z.array(z.object({ text: z.string() })).default([]) })
        .parse(await answer.json());
      return { status: answer.status, texts: body.notes.map(({ text }) => text) };
    },
  };
}

const load = { toolCalls: [{ name: 'load_capability', args: { names: ['notes'] } }] };
const add = (text: string) => ({ toolCalls: [{ name: 'add_note', args: { text } }] });

describe('the notes plugin', () => {
  it('keeps a note from the chat and gives it back over HTTP, to its owner alone', async () => {
    const ana = await person('ana', 'chat', 'notes');
    const ben = await person('ben', 'chat', 'notes');
    model.push(load, add('call the survey team'), { text: 'Noted.' });
    expect(await ana.ask('Note: call the survey team')).toBe('Noted.');
    expect(await ana.notes()).toEqual({ status: 200, texts: ['call the survey team'] });
    expect(await ben.notes()).toEqual({ status: 200, texts: [] });
  });

  it('tells the model when there is no room, and what to do about it', async () => {
    const ana = await person('ana', 'chat', 'notes');
    model.push(load, add('one'), add('two'), {
      expect: ({ body }) =>
        expect(JSON.stringify(body.messages.at(-1))).toMatch(/1 notes already.*NOTES_PER_PERSON/),
      text: 'There is no room.',
    });
    expect(await ana.ask('Note one and two')).toBe('There is no room.');
    expect((await ana.notes()).texts).toEqual(['one']);
  });

  it('asks for its scope', async () => {
    const ana = await person('ana', 'chat');
    expect((await ana.notes()).status).toBe(403);
  });
});
