import { beforeAll, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

/** What people write into files and ask of them: with quotation marks and without, in six languages. */
let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const edit = (path: string, oldString: string, newString: string) => ({
  name: 'vfs_edit',
  args: { path, oldString, newString },
});

it.each([
  ['write hello to /a.txt', { name: 'vfs_write', args: { path: '/a.txt', content: 'hello' } }],
  ['change "hello" to "goodbye" in /a.txt', edit('/a.txt', 'hello', 'goodbye')],
  ['replace "delete all" with "keep all" in /plan.md', edit('/plan.md', 'delete all', 'keep all')],
  ['ersetze "rot" durch "blau" in /farben.txt', edit('/farben.txt', 'rot', 'blau')],
  ['reemplaza "rojo" por "azul" en /colores.txt', edit('/colores.txt', 'rojo', 'azul')],
  ['what versions does /b.txt have?', { name: 'vfs_versions', args: { path: '/b.txt' } }],
  ['quelles versions a /b.txt ?', { name: 'vfs_versions', args: { path: '/b.txt' } }],
  ['¿qué versiones tiene /b.txt?', { name: 'vfs_versions', args: { path: '/b.txt' } }],
  ['go back to version 2 of /b.txt', { name: 'vfs_restore_version', args: { path: '/b.txt', version: 2 } }],
])('%s', (said, call) => {
  expect(talkAndAgree([said], options).calls).toEqual([call]);
});

it('takes a period for no path', () => {
  const [call] = talkAndAgree(['analyse the readings of design-1 in 2024-Q1'], options).calls;
  expect(call?.args['path']).toBeUndefined();
});
