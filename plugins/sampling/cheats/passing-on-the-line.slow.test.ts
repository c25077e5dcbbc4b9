import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { person } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyCommand } from '../selection/verify-command.js';
import { drawn, REGISTRY, startVillage, type Village } from '../testing/village.js';
import { entryOf, headOf, linkEvent, type TrailLink } from '../trail/trail-chain.js';
import type { TrailEvent } from '../trail/trail-entry.js';
import type { TrailExport } from '../trail/trail-export.js';
import { marksOf } from '../trail/trail-marks.js';
import { verifyLine } from '../trail/verify-line.js';

const MALLORY = person('mallory');

/** The trail chained and signed anew, with entries changed or left out. */
async function forged(
  trail: TrailExport,
  edit: (entry: Record<string, unknown>) => Record<string, unknown> | undefined,
) {
  const entries: TrailLink[] = [];
  for (const link of trail.entries) {
    const fields = edit({ ...entryOf(link) });
    if (fields === undefined) continue;
    const { seq: _, previous: __, designId, at, actor, ...event } = fields;
    const made = { designId, at, actor } as { designId: string; at: string; actor: string };
    entries.push(await linkEvent(event as TrailEvent, made, headOf(entries), MALLORY));
  }
  return { ...trail, entries, head: headOf(entries), end: undefined };
}

/** What somebody does who recalculates, and shows the last design alone or with another past. */
describe('the trails of a line of designs', () => {
  let village: Village;
  let registryId: string;
  let line: readonly TrailExport[];
  let folder: string;
  const exported = async (designId: string) => (await village.trail(designId)) as unknown as TrailExport;
  const recalculated = async (designId: string) => {
    const values = { mean: 0.8, sd: 0.2 };
    const answer = await village.alice.post(`/v1/sampling/${designId}/recalculation`, values);
    return String(answer.at('design.designId'));
  };

  beforeAll(async () => {
    village = await startVillage();
    registryId = await village.registry();
    const first = await village.design();
    for (const seed of [1, 2])
      await village.draw(first, { registryId, seed, ...(seed > 1 && { panel: 'fresh', reason: 'Again.' }) });
    const second = await recalculated(first);
    village.days(1);
    const answer = await village.draw(second, { registryId, seed: 3, panel: 'fresh', reason: 'Year 2.' });
    const third = await recalculated(second);
    await village.analyse(third, village.readings(drawn(answer).selected, '2023-11-01'));
    line = await Promise.all([first, second, third].map(exported));
    folder = await mkdtemp(join(tmpdir(), 'line-'));
  });
  afterAll(async () => {
    await village.app.close();
    await rm(folder, { recursive: true });
  });

  const details = (found: Awaited<ReturnType<typeof verifyLine>>, bad = false) =>
    [...found.trails.flatMap(({ checks }) => checks), ...found.checks]
      .filter(({ passed, open }) => !bad || (!passed && !open))
      .map(({ name, detail }) => `${name}: ${detail}`)
      .join('\n');

  it('in any order: each names the one before it, and a draw of another trail of the line is given', async () => {
    const [first, second, third] = line;
    const found = await verifyLine([third, first, second]);
    expect(found.trails.map(({ designId }) => designId)).toEqual(line.map(({ designId }) => designId));
    expect(found.verdict).toBe('unproven');
    expect(details(found)).toContain(`predecessor: entry 4 of ${first?.designId} tells that this design`);
    expect(details(found)).toContain(`predecessor: entry 3 of ${second?.designId} tells that this design`);
    expect(details(found)).not.toContain('is not given');
  });

  it('one that is missing in the middle, or before: said', async () => {
    const [first, second, third] = line;
    expect(details(await verifyLine([third, first]))).toContain(
      `stands in the trail of ${second?.designId}, which is not given`,
    );
    expect(details(await verifyLine([third, first]))).toContain('are of no one line');
    expect(details(await verifyLine([second]))).toContain('which is not given: verify that as well');
  });

  it('a head that is seen of the last one vouches for those before, up to where they were recalculated', async () => {
    const [first, second, third] = line;
    const seen = [{ hash: third?.head.hash ?? '', at: '2023-12-24T00:00:00Z' }];
    const found = await verifyLine(line, { seen });
    expect(details(found)).not.toContain('completeness');
    expect(details(found)).toContain(`published: ${second?.head.hash}, seen at ${seen[0]?.at}`);
    expect(details(found)).toContain(`published: ${first?.head.hash}, seen at ${seen[0]?.at}`);
    const other = [{ hash: 'f'.repeat(64), at: '2023-12-24T00:00:00Z' }];
    expect((await verifyLine(line, { seen: other })).verdict).toBe('fail');
  });

  it('another past than the one that the later trail names: fails', async () => {
    const [first, second, third] = line;
    if (first === undefined) throw new Error('There is no first trail.');
    const draws = (entry: Record<string, unknown>) =>
      entry['kind'] === 'drawn' && entry['draw'] === 1
        ? undefined
        : { ...entry, ...(entry['kind'] === 'drawn' && { draw: 1 }) };
    const washed = await forged(first, draws);
    const found = await verifyLine([washed, second, third]);
    expect(found.verdict).toBe('fail');
    expect(details(found, true)).toContain(
      `predecessor: entry 1 says that the trail of ${first.designId} stood at 4`,
    );
  });

  it('a draw that says it is an earlier one of the line: fails', async () => {
    const [first, second] = line;
    if (second === undefined) throw new Error('There is no second trail.');
    const bent = await forged(second, (entry) => (entry['kind'] === 'drawn' ? { ...entry, draw: 1 } : entry));
    expect(details(await verifyLine([first, bent]), true)).toContain(
      'says that it is draw 1 of the line, and 2 came before it',
    );
  });

  it('two files of one design: they agree as far as both go, or somebody was shown another', async () => {
    const [first] = line;
    if (first === undefined) throw new Error('There is no first trail.');
    const entries = first.entries.slice(0, 2);
    const marks = marksOf(entries.map(entryOf));
    const records = Object.fromEntries(
      Object.entries(first.records).filter(([id]) => entries.some(({ text }) => text.includes(id))),
    );
    const earlier = { ...first, entries, head: headOf(entries), end: undefined, marks, records };
    const { verdict, checks, trails } = await verifyLine([earlier, first]);
    expect([verdict, trails.length]).toEqual(['unproven', 1]);
    const cut = await verifyLine([{ ...earlier, records: first.records }, first]);
    expect(cut.verdict).toBe('fail');
    expect(details(cut, true)).toContain('no entry tells of it: entries are missing');
    expect(checks[0]?.detail).toContain('agree in the 2 entries that both have');
    const other = await forged(first, (entry) => ({ ...entry, actor: 'did:key:other' }));
    expect(details(await verifyLine([first, other]), true)).toContain('differ from entry 1 on');
  });

  it('the command takes them with their registries', async () => {
    const paths = await Promise.all(
      line.map(async (trail, at) => {
        await writeFile(join(folder, `trail-${at}.json`), JSON.stringify(trail));
        return `trail-${at}.json`;
      }),
    );
    await writeFile(join(folder, 'village.csv'), REGISTRY);
    await writeFile(join(folder, 'other.csv'), 'household_id\nA1\nA2\n');
    let [out, err] = ['', ''];
    const io = {
      cwd: folder,
      stdout: (text: string) => {
        out += text;
      },
      stderr: (text: string) => {
        err += text;
      },
    };
    const code = await verifyCommand.run([...paths, 'other.csv', 'village.csv'], {}, io as never);
    expect([code, err]).toEqual([3, '']);
    expect(out).toContain(`the trail of ${line[1]?.designId}: unproven`);
    expect(out.match(/repeats; it rests on/g)).toHaveLength(3);
  });
});
