import { expect, it } from 'vitest';
import { requestBody } from '../../src/models/openai/openai-request.js';
import { bootedCapabilities } from '../../test/support/booted-capabilities.js';
import sampling from './index.js';

it('costs a language model less than 6,000 tokens, every operation of the service being a tool', async () => {
  const [capability] = await bootedCapabilities([sampling]);
  const tools = capability?.tools ?? [];
  const body = JSON.parse(requestBody('m', [], tools)) as { tools: unknown[] };
  // Four characters to a token, as English and JSON come to about.
  expect(JSON.stringify(body.tools).length / 4).toBeLessThan(6_000);
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'design_sample',
      'calculate_base_size',
      'adjust_for_finite_population',
      'adjust_for_dropout',
      'allocate_sample',
      'select_households',
      'validate_randomness',
      'analyse_period',
      'recalculate_sample',
      'plan_adjustment',
      'prepare_submission',
    ]),
  );
});
