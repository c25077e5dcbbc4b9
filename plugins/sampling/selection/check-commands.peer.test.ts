import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { inspectRegistry } from '../registry/inspect-registry.js';
import { openRegistry } from '../registry/open-registry.js';
import { fileSource } from '../registry/registry-source.js';
import { idsCommand } from './check-commands.js';
import { drawSelection } from './draw-selection.js';
import { simplePlan, stratifiedPlan } from './plan.js';
import { typedSeed } from './seed-source.js';

/** The commands of a record, run by a shell with python3 and sha256sum and nothing of this project. */
const directory = mkdtempSync(join(tmpdir(), 'check-'));
afterAll(() => rmSync(directory, { recursive: true }));
const shell = (command: string) => execFileSync('sh', ['-c', command], { cwd: directory, encoding: 'utf8' });
const hashOf = (output: string) => output.split(' ')[0];

const zones = ["Côte d'Or", 'rural; "far"', 'urban'];
const ids = Array.from(
  { length: 3000 },
  (_, i) => `${i % 5 === 0 ? 'Ü' : 'HH'}-${String(i).padStart(5, '0')}`,
);
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
writeFileSync(
  join(directory, 'registry.csv'),
  `\ufeffunit id;zone\r\n${ids.map((id, i) => `${i % 2 === 0 ? id.normalize('NFD') : quoted(` ${id} `)};${quoted(zones[i % 3] ?? '')}`).join('\r\n')}\r\n`,
);
const registry = fileSource(join(directory, 'registry.csv'));

describe.each(['sha256-ticket-v1', 'sha256-index-v1'] as const)(
  'the commands in a record of %s',
  (algorithm) => {
    it.each([20240220, 'it\'s 100% $HOME \\ "fair"', '种子'])(
      'recompute the draw of seed %s',
      async (seed) => {
        const plan = stratifiedPlan(zones.map((name, at) => ({ name, size: 40 + at, replacements: 3 })));
        const request = {
          designId: 'd',
          algorithm,
          seed: typedSeed(seed),
          drawnAt: '2024-02-20T00:00:00.000Z',
        };
        const columns = { id: 'unit id', stratum: 'zone' };
        const record = await drawSelection(registry, { ...request, plan, columns });

        const shape = await openRegistry(registry);
        await shape.close();
        expect(record.check.ids).toBe(idsCommand(shape, columns, zones[0] ?? null));
        for (const { stratum, command, expect: expected } of record.check.lists) {
          shell(idsCommand(shape, columns, stratum));
          const inFrame = record.frame.strata?.find((each) => each.name === stratum);
          expect(hashOf(shell('LC_ALL=C sort ids.txt | sha256sum'))).toBe(inFrame?.sha256);
          expect(hashOf(shell(command))).toBe(expected);
        }
        const unit = record.strata[0]?.selected[0];
        const digest = hashOf(shell(record.check.unit));
        if (algorithm === 'sha256-ticket-v1') expect(digest).toBe(unit?.ticket);
        else
          expect(Number(BigInt(`0x${digest}`) % BigInt(record.strata[0]?.frameSize ?? 0)) + 1).toBe(
            unit?.index,
          );

        const whole = await drawSelection(registry, { ...request, plan: simplePlan(100), columns });
        shell(idsCommand(shape, columns, null));
        expect(hashOf(shell('LC_ALL=C sort ids.txt | sha256sum'))).toBe(whole.frame.sha256);
        expect(hashOf(shell(whole.check.lists[0]?.command ?? 'false'))).toBe(whole.selectedSha256);
      },
    );
  },
);

it("gives the published list's hash from the published one-liner", () => {
  const frame = Array.from({ length: 5000 }, (_, i) => `HH-${String(i + 1).padStart(5, '0')}\n`).join('');
  writeFileSync(join(directory, 'ids.txt'), frame);
  expect(createHash('sha256').update(frame).digest('hex')).toBe(
    '805e23a04029f0919ca962de0c922fc9dc28be3f2d4c7cca7743b2641d5bd743',
  );
  const script =
    'import sys,hashlib as h;s,n=sys.argv[1],int(sys.argv[2]);L=sys.stdin.read().split("\\n")[:-1];print("\\n".join(sorted(L,key=lambda i:(h.sha256((s+":"+i).encode()).hexdigest(),i))[:n]))';
  expect(hashOf(shell(`python3 -c '${script}' 20240220 420 < ids.txt | sha256sum`))).toBe(
    '0727b04efea204453dca36738b3681af93351434ebb3fa2caac2a9a9e12d9686',
  );
});

/** Every messy registry that can be drawn from. */
const messy = new URL('../fixtures/messy/registries/', import.meta.url);
it.each(readdirSync(messy))('lists the ids of %s as this program reads them', async (name) => {
  const source = fileSource(new URL(name, messy).pathname);
  const read = await inspectRegistry(source).catch(() => undefined);
  if (read === undefined || read.faults.length > 0) return;
  const plan = simplePlan(4);
  const record = await drawSelection(source, {
    designId: 'd',
    algorithm: 'sha256-ticket-v1',
    seed: typedSeed(7),
    drawnAt: '2024-02-20T00:00:00.000Z',
    plan,
    columns: read.used,
  });
  copyFileSync(new URL(name, messy), join(directory, `registry.${read.format}`));
  shell(record.check.ids ?? 'false');
  expect(hashOf(shell('LC_ALL=C sort ids.txt | sha256sum'))).toBe(record.frame.sha256);
  expect(hashOf(shell(record.check.lists[0]?.command ?? 'false'))).toBe(record.selectedSha256);
});
