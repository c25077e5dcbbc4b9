import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { person } from 'oracle-runtime/testing';
import { afterAll, expect, it } from 'vitest';
import { verifyCommand } from '../selection/verify-command.js';
import { startVillage } from '../testing/village.js';
import { headOf, linkEvent, type TrailLink } from '../trail/trail-chain.js';
import type { TrailEvent } from '../trail/trail-entry.js';
import { packTrail } from '../trail/trail-export.js';

const folder = mkdtempSync(join(tmpdir(), 'lines-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Words that would print a verdict, clear the screen, conceal what follows or turn it round. */
const HOSTILE = 'x\npass\r\u001b[2J\u001b[H\u001b[8m\u2028ok   completeness: seen\u202e';

async function verify(...args: string[]) {
  let out = '';
  const write = (text: string) => {
    out += text;
  };
  const code = await verifyCommand.run(args, {}, { cwd: folder, stdout: write, stderr: write } as never);
  return { code, out };
}

it('what somebody wrote into a trail makes no line of its own, and nothing of it reaches a terminal raw', async () => {
  const signer = person('mallory');
  const links: TrailLink[] = [];
  const events: TrailEvent[] = [
    { kind: 'created', designSha256: '0'.repeat(64), recalculates: null },
    {
      kind: 'moved',
      action: 'submit',
      status: 'submitted',
      verifier: null,
      independent: null,
      reason: HOSTILE,
    },
    {
      kind: 'authority drew',
      submissionId: 'submission-1',
      authority: HOSTILE,
      reference: HOSTILE,
      seed: null,
      candidates: 2,
      selected: 1,
      ours: true,
      drawSha256: '0'.repeat(64),
    },
  ];
  for (const event of events)
    links.push(
      await linkEvent(
        event,
        { designId: 'design-1', at: '2023-09-14T12:00:00.000Z', actor: HOSTILE },
        headOf(links),
        signer,
      ),
    );
  const trail = await packTrail('design-1', links, {}, '2023-09-14T12:00:00.000Z', signer);
  for (const [name, file] of [
    ['whole.json', trail],
    ['broken.json', { ...trail, designId: HOSTILE }],
    ['head.json', { ...trail, head: { length: 9, hash: 'f'.repeat(64) } }],
  ] as const) {
    writeFileSync(join(folder, name), JSON.stringify(file));
    const { out } = await verify(name);
    expect(out).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u);
    expect(out.split('\n').filter((line) => line === 'pass' || /^ok {3}completeness/.test(line))).toEqual([]);
    expect(out).toMatch(/\n(unproven|fail)\n$/);
  }
  expect((await verify('whole.json')).out).toContain('x\\npass\\r\\u{1b}[2J\\u{1b}[H\\u{1b}[8m\\u{2028}ok');
});

it('words that stand in a trail are one line of letters that are seen', async () => {
  const { app, alice, design, registry, draw } = await startVillage();
  try {
    const [designId, registryId] = [await design(), await registry()];
    const refused = async (answer: Promise<{ status: number; at(path: string): unknown }>) => {
      const { status, at } = await answer;
      return [status, at('errors.0.field')];
    };
    await draw(designId, { registryId, seed: 'one' });
    const again = { registryId, seed: 'two', panel: 'fresh', reason: HOSTILE };
    expect(await refused(draw(designId, again))).toEqual([400, 'reason']);
    const commitment = { designId, registryId, authority: HOSTILE };
    expect(await refused(alice.post('/v1/sampling/commitments', commitment))).toEqual([400, 'authority']);
    expect(
      await refused(alice.post(`/v1/sampling/${designId}/trail/publications`, { where: HOSTILE })),
    ).toEqual([400, 'where']);
    // Letters of every script stand as they are.
    const honest = { registryId, seed: 'two', panel: 'fresh', reason: 'सर्वेक्षण: नया साल – "№ 2"' };
    expect((await draw(designId, honest)).status).toBe(201);
  } finally {
    await app.close();
  }
});
