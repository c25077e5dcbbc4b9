import { startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import kettle from './index.js';

describe('the words of the kettle', () => {
  let oracle: TestOracle;
  beforeAll(async () => {
    oracle = await startTestOracle({ plugins: [kettle] });
  });
  afterAll(() => oracle.close());

  it.each([
    ['How much energy to heat 3 litres of water by 50 degrees?', { litres: 3, warmer: 50 }],
    ['Energy to heat an amount of 4 with a rise of 30', { litres: 4, warmer: 30 }],
    ['Energy to heat 2 litres by 80 degrees, uncovered', { litres: 2, warmer: 80, lid: false }],
  ])('fill the call of %j', async (message, args) => {
    const chat = await oracle.chat();
    const { toolCalls, text } = await chat.say(message);
    expect(toolCalls.at(-1), text).toMatchObject({ name: 'heat_water', args, status: 'done' });
  });

  it('answer with the energy that physics asks for', async () => {
    const chat = await oracle.chat();
    const { text } = await chat.say('Energy to heat 2 litres by 60 degrees');
    // 2 · 4.186 · 60 / 0.9
    expect(text).toContain('It takes 558 kJ.');
  });
});
