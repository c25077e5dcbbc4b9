import { describe, expect, it } from 'vitest';
import { KETTLE } from '../testing/kettle.js';
import { learnOwn } from './learn-own.js';
import { loadModel } from './load-model.js';
import { createReader } from './reader.js';
import { understand } from './understand.js';

describe('a project’s own plugin', () => {
  it('is learnt from ten sentences, beside what ships', async () => {
    const shipped = await loadModel();
    if (shipped === undefined) throw new Error('There is no trained model.');
    const reader = createReader();
    const model = learnOwn(shipped, KETTLE, reader);

    const known = [
      ...KETTLE.operations,
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
