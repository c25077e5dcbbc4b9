import { beforeAll, expect, it } from 'vitest';
import { createRenderer } from '../../src/models/openai/openai-request.js';
import { firstQuirks } from '../../src/models/openai/quirks.js';
import type { ToolSchema } from '../../src/plugin/index.js';
import { bootedCapabilities } from '../../test/support/booted-capabilities.js';
import sampling from './index.js';

let parts: ReadonlyMap<string, readonly ToolSchema[]>;
beforeAll(async () => {
  const capabilities = await bootedCapabilities([sampling]);
  parts = new Map(capabilities.map(({ name, tools }) => [name, tools]));
});

const renderer = createRenderer('m', 'm', {}, firstQuirks(new URL('http://127.0.0.1/v1')));

/** Bytes of the tools as a model is sent them. */
function sizeOf(tools: readonly ToolSchema[]): number {
  const body = JSON.parse(renderer.render([], tools)) as { tools: unknown[] };
  return Buffer.byteLength(JSON.stringify(body.tools));
}

it.each(['sample-size', 'sample-selection', 'monitoring-period', 'verification'])(
  'loads %s with less than 8 KB of schemas',
  (name) => {
    const tools = parts.get(name) ?? [];
    expect(tools.length).toBeGreaterThan(3);
    expect(sizeOf(tools)).toBeLessThan(8 * 1024);
  },
);

it('costs a model less than 20 KB in all, every operation of the service being a tool', () => {
  const all = [...new Set([...parts.values()].flat())];
  expect(sizeOf(all)).toBeLessThan(20 * 1024);
  expect(all.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'design_sample',
      'calculate_sample_size',
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
