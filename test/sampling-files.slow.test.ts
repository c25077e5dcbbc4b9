import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OracleProject } from './support/oracle-process.js';
import { Client, readEvents } from './support/sse.js';

const VILLAGE = `household_id,zone\n${Array.from({ length: 500 }, (_, i) => `HH-${String(i + 1).padStart(4, '0')},${i % 2 ? 'hill' : 'shore'}\n`).join('')}`;

/** A registry that a person keeps here, a draw in the chat, and a stranger who checks the record that it left. */
describe('a sample from a kept registry', () => {
  let project: OracleProject;
  let client: Client;
  let session: string;

  beforeAll(async () => {
    project = new OracleProject({ files: { 'village.csv': VILLAGE } });
    const oracle = await project.start();
    client = new Client(oracle.url, await project.createKey('chat', 'sampling', 'fs/write'));
    session = await client.createSession();
  });
  afterAll(() => project.remove());

  const run = async (...args: string[]) => {
    const result = await project.run(args);
    expect(result.code, result.stderr || result.stdout).toBe(0);
    return result.stdout;
  };
  const say = async (message: string, tool: string) => {
    const events = await readEvents(await client.send(session, message));
    const call = events.findLast(({ data }) => data['name'] === tool && data['status'] !== 'running');
    expect(call?.data, JSON.stringify(events)).toBeDefined();
    return call?.data ?? {};
  };

  it('is drawn from a path that was uploaded by the command line', async () => {
    await run('files', 'put', 'village.csv', '/registers/village.csv');
    const design = await say(
      'Design a sample for 500 households: mean 0.8, sd 0.2, 10% dropout',
      'design_sample',
    );
    expect(design['status']).toBe('done');
    // Its seed is asked for, and what is said next is that.
    await readEvents(await client.send(session, 'draw the sample from /registers/village.csv'));
    const { status, output } = await say('20240220', 'select_households');
    expect(status, JSON.stringify(output)).toBe('done');
    const { designId } = design['output'] as { designId: string };
    expect(output).toMatchObject({
      designId,
      seed: '20240220',
      files: { folder: expect.stringContaining(`/sampling/${designId}/selection-`) },
    });
  });

  it('leaves a record that verifies offline, and whose forgery does not', async () => {
    const listed = await run('files', 'ls', '/sampling', '--json');
    expect(listed).toContain('design-');
    const selections = (await (await client.request('GET', '/v1/sampling/selections')).json()) as {
      items: { designId: string; selectionId: string }[];
    };
    const { designId, selectionId } = selections.items[0] ?? { designId: '', selectionId: '' };
    await run('files', 'get', `/sampling/${designId}/${selectionId}/record.json`, 'record.json');
    const repeated = await project.run(['sampling', 'verify', 'record.json', 'village.csv']);
    // Its seed was typed: it repeats, and others may have been tried before.
    expect([repeated.code, repeated.stdout]).toEqual([
      3,
      expect.stringMatching(/\nok {3}draw: [\s\S]*\nunproven\n$/),
    ]);

    const record = readFileSync(join(project.dir, 'record.json'), 'utf8');
    project.write('forged.json', record.replace('"20240220"', '"20240221"'));
    const forged = await project.run(['sampling', 'verify', 'forged.json', 'village.csv']);
    expect([forged.code, forged.stdout]).toEqual([1, expect.stringContaining('fail')]);
    project.write('changed.csv', VILLAGE.replace('HH-0007', 'HH-0007b'));
    const changed = await project.run(['sampling', 'verify', 'record.json', 'changed.csv']);
    expect([changed.code, changed.stdout]).toEqual([1, expect.stringContaining('frame')]);
  });
});
