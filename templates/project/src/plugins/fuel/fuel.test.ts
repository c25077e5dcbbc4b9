import { startTestOracle, testContext } from 'oracle-runtime/testing';
import { expect, it } from 'vitest';
import fuel from './index.js';

it('computes energies by the published values', async () => {
  const unit = await testContext(fuel, { env: { FUEL_STOVE_EFFICIENCY: '0.25' } });
  expect(await unit.call('energy_of_fuel', { kg: 10, fuel: 'charcoal' })).toEqual({
    megajoules: 295,
    useful: 73.75,
  });
  await unit.close();
});

it('is used by the chat, without any model', async () => {
  const oracle = await startTestOracle({ plugins: [fuel] });
  const chat = await oracle.owner.chat();
  expect((await chat.say('How much energy is in 12 kg of wood?')).text).toContain('187.2 MJ');
  await oracle.close();
});
