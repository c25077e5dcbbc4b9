import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toolNames } from './tool-names.js';

const named = (...tools: string[]) => [...toolNames('git-hub', tools).values()];

it('says the server and the tool in snake_case', () => {
  expect(named('get_issue', 'Create.Branch', 'a--b', '日本', '_x_')).toEqual([
    'git_hub_get_issue',
    'git_hub_create_branch',
    'git_hub_a_b',
    'git_hub_tool',
    'git_hub_x',
  ]);
});

it('keeps apart what would be one name, whatever else there is', () => {
  const [dash, dot, own] = named('a-b', 'a.b', 'a_b');
  expect(own).toBe('git_hub_a_b');
  expect(dash).toMatch(/^git_hub_a_b_[0-9a-f]{8}$/);
  expect(dot).toMatch(/^git_hub_a_b_[0-9a-f]{8}$/);
  expect(dot).not.toBe(dash);
  expect(named('a.b', 'a-b')).toEqual([dot, dash]);
});

it('cuts what is long by a hash of the whole', () => {
  const [one = '', two] = named('x'.repeat(128), `${'x'.repeat(127)}y`);
  expect(one).toHaveLength(64);
  expect(one).not.toBe(two);
});

it('gives every tool a name of the contract, and no two the same', () => {
  const tool = fc.oneof(fc.string({ minLength: 1, maxLength: 128 }), fc.stringMatching(/^[aB._-]{1,6}$/));
  fc.assert(
    fc.property(fc.uniqueArray(tool, { maxLength: 30 }), (tools) => {
      const names = named(...tools);
      expect(new Set(names).size).toBe(tools.length);
      for (const name of names) expect(name).toMatch(/^(?=.{1,64}$)[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
    }),
  );
});
