import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definePlugin, defineTool } from 'oracle-runtime/plugin';
import { type ScriptedStep, startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import matrix from './index.js';
import { type Person, person, until } from './testing/person.js';
import { type Synapse, startSynapse } from './testing/synapse.js';

/** A destructive thing to be asked about, and a file to be handed over. */
const office = definePlugin({
  name: 'office',
  version: '1.0.0',
  manifest: { title: 'Office', summary: 'Sends reports.', whenToUse: ['A report'], loading: 'always' },
  setup: () => ({
    tools: [
      defineTool({
        name: 'send_report',
        description: 'Sends the report.',
        input: z.object({}),
        approval: 'always',
        run: (_input, { principal }) => ({ sentBy: principal.id }),
      }),
      defineTool({
        name: 'draw_dot',
        description: 'Draws a dot.',
        input: z.object({}),
        run: (_input, rt) => {
          rt.artifact({ title: 'Dot', mimeType: 'text/plain', alt: 'A dot', bytes: Buffer.from('a dot') });
          return {};
        },
      }),
      defineTool({
        name: 'read_attached',
        description: 'Reads what is attached.',
        input: z.object({}),
        run: (_input, { attachments }) => ({
          files: attachments.map(({ name, url }) => [
            name,
            Buffer.from(url.split(',')[1] ?? '', 'base64').toString(),
          ]),
        }),
      }),
    ],
  }),
});

let synapse: Synapse;
let ada: Person;
let ben: Person;
let oracleId: string;
let dataDir: string;
let oracle: TestOracle | undefined;

beforeAll(async () => {
  synapse = await startSynapse();
  dataDir = await mkdtemp(join(tmpdir(), 'matrix-oracle-'));
  oracleId = await synapse.register('oracle');
  ada = await person(synapse, 'ada');
  ben = await person(synapse, 'ben');
}, 120_000);
afterEach(() => stop());
afterAll(async () => {
  ada?.close();
  ben?.close();
  await synapse?.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(script: readonly ScriptedStep[], config: object = {}): Promise<TestOracle> {
  oracle = await startTestOracle({
    plugins: [matrix, office],
    script,
    config: { plugins: { matrix: config } },
    env: {
      DATA_DIR: dataDir,
      MATRIX_BASE_URL: synapse.url,
      MATRIX_ORACLE_ADMIN_USER_ID: oracleId,
      MATRIX_ORACLE_ADMIN_PASSWORD: 'secret of oracle',
    },
  });
  const { logs } = oracle;
  const line = '[plugin] matrix pending -> loaded';
  await until(
    () => logs.some(({ message }) => message === line),
    () => JSON.stringify(logs),
  );
  return oracle;
}
async function stop(): Promise<void> {
  const running = oracle;
  oracle = undefined;
  await running?.close();
}
const bySelf = ({ sender }: { readonly sender: string }) => sender === oracleId;
const says = (text: string) => (message: { readonly sender: string; readonly text: string }) =>
  bySelf(message) && message.text.includes(text);

describe('a direct message', () => {
  it('is answered in the room, growing by edits, and its account becomes whose code it types', async () => {
    const words = Array.from({ length: 30 }, (_, i) => `word${i} `);
    const running = await start([{ text: words, chunkDelayMs: 120 }, { text: 'As **I** said.' }]);
    const room = await ada.room([oracleId]);
    await ada.say(room, 'Hello');
    const answer = await ada.sees(room, says('word29'));
    expect(answer.edits).toBeGreaterThan(0);
    expect(answer.threadId).toBeUndefined();
    await ada.say(room, 'What did you say?');
    const second = await ada.sees(room, says('As **I** said.'));
    expect(second.content['formatted_body']).toContain('<strong>I</strong>');
    expect(second.edits).toBe(0);

    const { json } = await running.owner.post('/links');
    await ada.say(room, `link ${json['code']}`);
    await ada.sees(room, says('from now on'));
    await ada.say(room, 'unlink');
    await ada.sees(room, says('Unlinked.'));
  }, 60_000);
});
