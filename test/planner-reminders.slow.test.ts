import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundledPlugins, optionalPlugins, partsOfEveryOracle } from '../plugins/index.js';
import { META_TOOLS } from '../src/planner/testing/meta-tools.js';
import { type TalkOptions, talkAndAgree } from '../src/planner/testing/talk.js';
import { loadModel } from '../src/planner/understanding/load-model.js';
import { withOwnPlugins } from '../src/planner/understanding/own-plugins.js';
import { withFolder } from '../src/plugin-folder.js';
import { bootedCapabilities } from './support/booted-capabilities.js';

const NOBODY = 'http://127.0.0.1:9';
const ENV = {
  REDIS_URL: 'redis://127.0.0.1:9',
  MEMORY_MCP_URL: `${NOBODY}/mcp`,
  MEMORY_ENGINE_URL: NOBODY,
};

let options: TalkOptions;
beforeAll(async () => {
  const optional = optionalPlugins
    .filter(({ name }) => name === 'tasks' || name === 'memory')
    .map((plugin) => withFolder(plugin, join('plugins', plugin.name)));
  const capabilities = await bootedCapabilities([...partsOfEveryOracle, ...bundledPlugins, ...optional], ENV);
  const shipped = await loadModel();
  if (shipped === undefined) throw new Error('The shipped model is missing.');
  const bound = [...META_TOOLS, ...capabilities.flatMap(({ tools }) => tools)];
  options = { capabilities, bound, model: withOwnPlugins(shipped, capabilities) };
}, 60_000);

describe('a reminder in plain words', () => {
  it.each([
    ['remind me tomorrow at 9 to call Joseph', 'call Joseph', 'tomorrow at 9'],
    ['remind me in 20 minutes to call Joseph', 'call Joseph', 'in 20 minutes'],
    ['remind me every Monday at 7 to check the loggers', 'check the loggers', 'every Monday at 7'],
    ['Remind me to check the loggers every Monday at 7', 'check the loggers', 'every Monday at 7'],
    ['remind me on Thursday at 16:00 to phone the lab', 'phone the lab', 'on Thursday at 16:00'],
    [
      'Erinnere mich jeden Montag um 7 daran, die Logger zu prüfen',
      'die Logger zu prüfen',
      'jeden Montag um 7',
    ],
    [
      'rappelle-moi tous les lundis à 7h de vérifier les enregistreurs',
      'vérifier les enregistreurs',
      'tous les lundis à 7h',
    ],
    [
      'recuérdame cada lunes a las 7 revisar los registradores',
      'revisar los registradores',
      'cada lunes a las 7',
    ],
    [
      'lembre-me toda segunda às 7 de verificar os registradores',
      'verificar os registradores',
      'toda segunda às 7',
    ],
  ])('%s', (said, instruction, when) => {
    const { calls } = talkAndAgree([said], options);
    // The small word before what is to be done may stay.
    const deed: unknown = expect.stringMatching(new RegExp(`^(?:de |d')?${instruction}$`, 'u'));
    expect(calls).toEqual([{ name: 'preview_task', args: { instruction: deed, when, reminder: true } }]);
  });

  it.each([
    'nikumbushe kila Jumatatu saa moja asubuhi kuangalia vifaa',
    'remind me about it',
    'remind me',
    'Every Monday at 8, send me the weather of Nairobi',
  ])('is never kept as a memory: %s', (said) => {
    expect(talkAndAgree([said], options).calls.map(({ name }) => name)).not.toContain('save_memory');
  });

  it.each([
    ['stop reminding me about the loggers', 'cancel_task', { task: 'loggers' }],
    ['pause the logger task', 'pause_task', { task: 'logger' }],
    ['what are my reminders?', 'list_tasks', {}],
    ['Forget my phone number', 'forget_memory', { memory: 'phone number' }],
  ])('%s', (said, name, args) => {
    expect(talkAndAgree([said], options).calls).toEqual([{ name, args }]);
  });
});
