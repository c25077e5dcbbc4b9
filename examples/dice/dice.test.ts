import { testContext } from 'oracle-runtime/testing';
import { expect, it } from 'vitest';
import dice from './index.js';

it('rolls as many dice as its example asks for', async () => {
  expect.assertions(4);
  const unit = await testContext(dice);
  for (const { tool, args } of dice.manifest?.examples ?? []) {
    const { shown } = (await unit.call(tool, args)) as { shown: number[] };
    expect(shown).toHaveLength(3);
    for (const eyes of shown) expect([1, 2, 3, 4, 5, 6]).toContain(eyes);
  }
  await unit.close();
});
