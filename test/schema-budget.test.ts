import { beforeAll, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { createRenderer } from '../src/models/openai/openai-request.js';
import { firstQuirks } from '../src/models/openai/quirks.js';
import type { KnownCapability } from '../src/planner/choosing/rank-capabilities.js';
import type { ToolSchema } from '../src/plugin/index.js';
import { bootedCapabilities } from './support/booted-capabilities.js';

let capabilities: readonly KnownCapability[];
beforeAll(async () => {
  capabilities = await bootedCapabilities(shippedPlugins);
});

const renderer = createRenderer('m', 'm', {}, firstQuirks(new URL('http://127.0.0.1/v1')));

/** Bytes of the tools as a model is sent them. */
function sizeOf(tools: readonly ToolSchema[]): number {
  const body = JSON.parse(renderer.render([], tools)) as { tools: unknown[] };
  return Buffer.byteLength(JSON.stringify(body.tools));
}

const toolsOf = (name: string) => capabilities.find((capability) => capability.name === name)?.tools ?? [];
const SAMPLING = ['sample-size', 'sample-selection', 'monitoring-period', 'verification'];

it('loads every capability with less than 8 KB of schemas', () => {
  const sizes = capabilities.map(({ name, tools }) => [name, sizeOf(tools)] as const);
  expect(sizes.map(([name]) => name)).toEqual(expect.arrayContaining([...SAMPLING, 'vfs', 'weather']));
  expect(sizes.filter(([, bytes]) => bytes >= 8 * 1024)).toEqual([]);
});

it('costs a model less than 20 KB for all of sampling, every operation of the service being a tool', () => {
  for (const name of SAMPLING) expect(toolsOf(name).length, name).toBeGreaterThan(3);
  const all = [...new Set(SAMPLING.flatMap(toolsOf))];
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
