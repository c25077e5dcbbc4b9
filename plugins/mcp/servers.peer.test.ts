import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { definePlugin, defineTool } from 'oracle-runtime/plugin';
import { type ScriptedStep, startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import mcp from './index.js';

const run = promisify(execFile);
const PEER = fileURLToPath(new URL('../../bench/peers/mcp/', import.meta.url));
const FLAGS = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--prefer-offline'];
const program = (name: string) => join(PEER, 'node_modules/.bin', `mcp-server-${name}`);
const call = (name: string, args = {}): ScriptedStep => ({ toolCalls: [{ name, args }] });
const load = call('load_capability', { names: ['mcp/peer'] });
const done: ScriptedStep = { text: 'Done.' };

let folder: string;
const opened: { close(): Promise<void> }[] = [];
beforeAll(() => run('npm', ['install', ...FLAGS, '--loglevel=error'], { cwd: PEER }), 180_000);
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'mcp-peer-')));
});
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
  await rm(folder, { recursive: true, force: true });
});

async function oracleWith(peer: object, script: readonly ScriptedStep[]): Promise<TestOracle> {
  const oracle = await startTestOracle({ plugins: [mcp], config: { mcpServers: { peer } }, script });
  opened.push(oracle);
  return oracle;
}

const outputs = async (oracle: TestOracle) => {
  const { toolCalls } = await (await oracle.chat()).say('go');
  return toolCalls.slice(1).map(({ output, error }) => output ?? error);
};

describe('servers that others wrote', () => {
  it('server-everything adds, tells its progress and shows a picture', async () => {
    const oracle = await oracleWith({ command: program('everything'), args: ['stdio'], approval: 'never' }, [
      load,
      call('peer_get_sum', { a: 2, b: 40 }),
      call('peer_get_sum', { a: 'two' }),
      call('peer_trigger_long_running_operation', { duration: 1, steps: 2 }),
      call('peer_get_tiny_image'),
      call('peer_get_structured_content', { location: 'Chicago' }),
      done,
    ]);
    const { toolCalls, events } = await (await oracle.chat()).say('go');
    const [, sum, wrong, long, image, data] = toolCalls;
    expect(sum?.output).toEqual({ text: 'The sum of 2 and 40 is 42.' });
    expect(wrong).toMatchObject({ status: 'error' });
    expect(long?.output).toMatchObject({ text: expect.stringContaining('completed') });
    expect(events.filter(({ event }) => event === 'progress').length).toBeGreaterThan(0);
    expect(image?.status).toBe('done');
    expect(events.find(({ event }) => event === 'artifact')?.data).toMatchObject({ mimeType: 'image/png' });
    expect(data?.output).toMatchObject({ data: { temperature: expect.any(Number) } });
  });

  it('server-filesystem reads what is in its folder, and nothing else', async () => {
    await writeFile(join(folder, 'note.txt'), 'A stove.');
    const peer = { command: program('filesystem'), args: [folder], allow: ['read_*', 'list_directory'] };
    const oracle = await oracleWith(peer, [
      load,
      call('peer_list_directory', { path: folder }),
      call('peer_read_text_file', { path: join(folder, 'note.txt') }),
      call('peer_read_text_file', { path: '/etc/passwd' }),
      call('peer_write_file', { path: join(folder, 'new.txt'), content: 'x' }),
      done,
    ]);
    const [listed, read, outside, write] = (await outputs(oracle)).map((output) => JSON.stringify(output));
    expect(listed).toContain('note.txt');
    expect(read).toContain('A stove.');
    expect(outside).toMatch(/denied/i);
    expect(write).toContain('peer_write_file');
  });

  it('server-memory remembers, and asks before it does', async () => {
    const peer = {
      command: program('memory'),
      env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
    };
    const entities = [{ name: 'Stove', entityType: 'thing', observations: ['is hot'] }];
    const oracle = await oracleWith(peer, [
      load,
      call('peer_create_entities', { entities }),
      call('peer_read_graph'),
      done,
    ]);
    const chat = await oracle.chat();
    expect((await chat.say('go')).approvals).toMatchObject([
      { summary: expect.stringContaining('Call create_entities of peer with') },
    ]);
    const { toolCalls } = await chat.decide(true);
    expect(JSON.stringify(toolCalls.at(-1)?.output)).toContain('is hot');
  });

  it('another oracle, whose door is a server of the second SDK, with a key of its own', async () => {
    const garden = definePlugin({
      name: 'garden',
      version: '1.0.0',
      manifest: { title: 'Garden', summary: 'Waters.', whenToUse: ['Dry beds'] },
      setup: () => ({
        tools: [
          defineTool({
            name: 'water_beds',
            description: 'Waters the beds.',
            effect: 'read',
            input: z.object({ beds: z.int() }),
            run: ({ beds }) => ({ litres: beds * 10 }),
          }),
        ],
      }),
    });
    const other = await startTestOracle({ plugins: [garden] });
    opened.push(other);
    const peer = {
      url: `${other.url}/mcp/garden`,
      headers: await other.as(['chat']).credential(),
      allow: ['water_*'],
    };
    const oracle = await oracleWith(peer, [load, call('peer_water_beds', { beds: 3 }), done]);
    expect(JSON.stringify(await outputs(oracle))).toContain('30');
  });
});
