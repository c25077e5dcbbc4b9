import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readUtterances } from '../../plugin/index.js';
import { learnOwn } from './learn-own.js';
import { loadModel } from './load-model.js';
import { createReader } from './reader.js';
import { understand } from './understand.js';

const schema = (input: z.ZodObject) => {
  const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: 'input' });
  return parameters;
};
/** A plugin that nobody trained for, as its author would teach it: ten sentences. */
const operations = [
  {
    name: 'brew_tea',
    parameters: schema(z.object({ cups: z.int().min(1), kind: z.string().optional() })),
  },
  { name: 'stop_kettle', parameters: schema(z.object({})) },
];
const UTTERANCES = `
{"do":"brew_tea","say":"(brew|make|prepare) {cups:small} cups of tea(, please|)"}
{"do":"brew_tea","say":"(I would like|we need) {cups:small} cups of {kind=green} tea"}
{"do":"brew_tea","say":"tea for {cups:small}"}
{"do":"brew_tea","say":"put the kettle on for {cups:small} cups"}
{"do":"brew_tea","say":"can you brew {kind=mint} tea, {cups:small} cups"}
{"do":"stop_kettle","say":"(stop|switch off|turn off) the kettle"}
{"do":"stop_kettle","say":"no more boiling(, thanks|)"}
{"do":"stop_kettle","say":"kettle off (now|)"}
{"not":"negation","say":"(don't|do not) (brew|make) tea"}
{"not":"past","say":"I made tea this morning"}
`;

describe('a project’s own plugin', () => {
  it('is learnt from ten sentences in a moment, beside what ships', async () => {
    const shipped = await loadModel();
    if (shipped === undefined) throw new Error('There is no trained model.');
    const reader = createReader();
    const { utterances, faults } = readUtterances(UTTERANCES);
    expect(faults).toEqual([]);
    const lesson = {
      operations,
      manifests: [],
      files: [{ author: 'kettle', language: 'en' as const, utterances }],
    };
    const times: number[] = [];
    let model = shipped;
    // The first warms up; of the others the quickest was disturbed least.
    for (let count = 0; count < 4; count++) {
      const before = process.cpuUsage();
      model = learnOwn(shipped, lesson, reader);
      times.push(process.cpuUsage(before).user / 1000);
    }
    expect(Math.min(...times)).toBeLessThan(300);

    const known = [
      ...operations,
      ...Object.keys(shipped.operations).map((name) => ({ name, parameters: {} })),
    ];
    const ask = (text: string) => understand([{ text }], known, model, reader).wishes[0];
    expect(ask('please brew 4 cups of tea')).toMatchObject({ operation: 'brew_tea', args: { cups: 4 } });
    expect(ask('make seven cups of tea')).toMatchObject({ operation: 'brew_tea', args: { cups: 7 } });
    expect(ask('turn the kettle off')).toMatchObject({ operation: 'stop_kettle' });
    // What ships is still known.
    expect(ask('what is the weather in Nairobi')).toMatchObject({ operation: 'get_current_weather' });
    expect(ask('delete /notes/old.txt')).toMatchObject({ operation: 'vfs_delete' });
  });
});
