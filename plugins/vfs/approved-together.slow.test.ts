import { startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import vfs from './index.js';

let oracle: TestOracle;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [vfs], script: [] });
});
afterAll(() => oracle.close());

const load = { name: 'load_capability', args: { names: ['vfs'] } };
const write = (path: string, content: string, overwrite = false) => ({
  name: 'vfs_write',
  args: { path, content, overwrite },
});
const publish = (path: string) => ({ name: 'vfs_set_public', args: { path, public: true } });
const move = (from: string, to: string) => ({ name: 'vfs_move', args: { from, to } });
const remove = (path: string) => ({ name: 'vfs_delete', args: { paths: [path] } });

it.each([
  [
    'a file is not overwritten once it is public',
    [write('/a.txt', 'nothing')],
    [publish('/a.txt'), write('/a.txt', 'PIN', true)],
  ],
  [
    'a file is not published once it is overwritten',
    [write('/b.txt', 'nothing')],
    [write('/b.txt', 'PIN', true), publish('/b.txt')],
  ],
  [
    'a folder is not deleted once more is in it',
    [write('/c/1.txt', 'x'), write('/d/2.txt', 'y')],
    [move('/d', '/c/d'), remove('/c')],
  ],
])('of what was approved together, %s unless the person is told so', async (_what, before, asked) => {
  oracle.model.push({ toolCalls: [load] }, { toolCalls: before }, { toolCalls: asked });
  const chat = await oracle.chat();
  expect((await chat.say('do both')).approvals).toHaveLength(2);
  const [, second] = asked;
  oracle.model.push({ toolCalls: second === undefined ? [] : [second] });
  const again = await chat.decide(true);
  expect(again.toolCalls.map(({ name, status }) => [name, status]).slice(0, 2)).toEqual([
    [asked[0]?.name, 'done'],
    [second?.name, 'error'],
  ]);
  expect(again.toolCalls[1]?.error).toContain('has changed since they were asked');
  expect(again).toMatchObject({ end: 'interrupted', approvals: [{ tool: second?.name }] });
  oracle.model.push({ text: 'Done.' });
  expect(await chat.decide(true)).toMatchObject({ text: 'Done.', toolCalls: [{ status: 'done' }] });
});
