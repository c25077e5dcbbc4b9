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

describe('a memory is the whole of what was said, whatever days stand in it', () => {
  it.each([
    ['remember the deadline is 12 December', 'the deadline is 12 December'],
    ['please keep in mind my daughter starts school on Monday', 'my daughter starts school on Monday'],
    ['remember my appointment is at 3pm on Friday', 'my appointment is at 3pm on Friday'],
    ['remember that my son was born on 3 May 2019', 'my son was born on 3 May 2019'],
    ['my son was born on 3 May 2019', 'my son was born on 3 May 2019'],
    ['remember Joseph is away until Friday', 'Joseph is away until Friday'],
    ['remember the meeting is in room 9 at 14:00', 'the meeting is in room 9 at 14:00'],
    ['remember: the deadline is 12 December', 'the deadline is 12 December'],
    ['Merk dir, dass die Frist am 12. Dezember ist', 'die Frist am 12. Dezember ist'],
    ['souviens-toi que la date limite est le 12 décembre', 'la date limite est le 12 décembre'],
    ['recuerda que la fecha límite es el 12 de diciembre', 'la fecha límite es el 12 de diciembre'],
    ['lembre que o prazo é 12 de dezembro', 'o prazo é 12 de dezembro'],
    ['kumbuka kwamba tarehe ya mwisho ni 12 Desemba', 'tarehe ya mwisho ni 12 Desemba'],
    ['remember that my dog is called Simba | also remember my cat is Mia', 'my cat is Mia'],
    ['remember that my dog is called Simba | one more thing: remember my coat is red', 'my coat is red'],
  ])('%s', (said, text) => {
    const { calls } = talkAndAgree(said.split(' | '), options);
    expect(calls.filter(({ name }) => name === 'save_memory')).toEqual([
      { name: 'save_memory', args: { text } },
    ]);
  });

  it.each([
    ['remember to buy diesel on Friday at 8', 'buy diesel', 'on Friday at 8'],
    ['remember to call Joseph tomorrow at 9', 'call Joseph', 'tomorrow at 9'],
    [
      'remember to call the verifier about the March report on Friday at 8',
      'call the verifier about the March report',
      'on Friday at 8',
    ],
    [
      'remind me to water the goats and feed the dog tomorrow at 9',
      'water the goats and feed the dog',
      'tomorrow at 9',
    ],
    ['remind me that the lorry comes on Monday at 7', 'the lorry comes', 'on Monday at 7'],
  ])('but something to be done is a reminder: %s', (said, instruction, when) => {
    const { calls } = talkAndAgree([said], options);
    expect(calls.filter(({ name }) => !name.startsWith('load'))).toEqual([
      { name: 'preview_task', args: { instruction, when, reminder: true } },
    ]);
  });
});
