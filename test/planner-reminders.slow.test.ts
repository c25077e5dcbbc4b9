import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundledPlugins, optionalPlugins, partsOfEveryOracle } from '../plugins/index.js';
import { META_TOOLS } from '../src/planner/testing/meta-tools.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
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
  const note = 'Nothing is planned yet. Whoever agrees says "create the task".';
  const answer: TalkOptions['answer'] = ({ name, args }) => {
    if (name !== 'preview_task') return '{"ok":true}';
    return JSON.stringify({ token: String(args['instruction']).padEnd(32, '_').replaceAll(' ', '_'), note });
  };
  options = { capabilities, bound, model: withOwnPlugins(shipped, capabilities), answer };
}, 60_000);

describe('a reminder by the time of a place', () => {
  it.each([
    'Remind me tomorrow at 20:00 Nairobi time to call Ben',
    'Erinnere mich morgen um 20 Uhr Nairobi-Zeit, Ben anzurufen',
    "Rappelle-moi demain à 20 h heure de Nairobi d'appeler Ben",
    'Recuérdame mañana a las 20:00 hora de Nairobi llamar a Ben',
    'lembra-me amanhã às 20:00 hora de Nairobi de ligar ao Ben',
  ])('has the zone in its own field, and not in what is to be done: %s', (said) => {
    const { args } = talkAndAgree([said], options).calls.at(-1) ?? {};
    expect(args).toMatchObject({ timeZone: 'Africa/Nairobi', when: expect.stringContaining('20') });
    expect(args?.['instruction']).not.toContain('Nairobi');
  });

  it.each(['toda sexta às 16 h', 'toda a sexta às 16 h', 'todo domingo às 16 h'])(
    'is due on each such day of Portuguese: %s',
    (when) => {
      const { args } = talkAndAgree([`lembra-me ${when} de ligar ao Ben`], options).calls.at(-1) ?? {};
      expect(args).toMatchObject({ when, instruction: 'ligar ao Ben' });
    },
  );
});

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
    ['remind me tomorrow at 9 to call Joseph', ['call Joseph', 'tomorrow at 9']],
    ['please remind me: tomorrow 9am dentist', ['dentist', 'tomorrow 9am']],
    [
      'schedule a reminder for Wednesday at 11:30 to sign the contract',
      ['sign the contract', 'Wednesday at 11:30'],
    ],
    [
      'remind me every last Friday of the month at 9 to pay the rent',
      ['pay the rent', 'every last Friday of the month at 9'],
    ],
    [
      'remind me on the last day of every month to pay the rent',
      ['pay the rent', 'on the last day of every month'],
    ],
    ['nikumbushe kesho saa tatu asubuhi kumpigia Joseph', ['kumpigia Joseph', 'kesho saa tatu asubuhi']],
    ['erinnere mich morgen um 9 an den Zahnarzt', ['den Zahnarzt', 'morgen um 9']],
    ['remind me tomorrow at half past nine to visit Juma', ['visit Juma', 'tomorrow at half past nine']],
    [
      'remind me tomorrow at a quarter to nine to visit Juma',
      ['visit Juma', 'tomorrow at a quarter to nine'],
    ],
    [
      'erinnere mich morgen um halb zehn daran, Juma zu besuchen',
      ['Juma zu besuchen', 'morgen um halb zehn'],
    ],
    [
      'recuérdame mañana a las nueve y media visitar a Juma',
      ['visitar a Juma', 'mañana a las nueve y media'],
    ],
    ['lembra-me amanhã às nove e meia de visitar o Juma', ['visitar o Juma', 'amanhã às nove e meia']],
    ['nikumbushe kesho saa tatu na nusu asubuhi kula', ['kula', 'kesho saa tatu na nusu asubuhi']],
    // Words of time that nobody reads go to the time, where they are asked about.
    ['remind me tomorrow around teatime to call Ben', ['call Ben', 'tomorrow around teatime']],
    ['remind me tomorrow after lunch to call Ben', ['call Ben', 'tomorrow after lunch']],
    ['remind me to feed the goats at dawn tomorrow', ['feed the goats', 'at dawn tomorrow']],
    ['remind me tomorrow at half nine to call Ben', ['call Ben', 'tomorrow at half nine']],
    ['remind me next Monday to stop the pump at 7', ['stop the pump at 7', 'next Monday at 7']],
    ['remind me on Friday to pay the 7 drivers', ['pay the 7 drivers', 'on Friday']],
    ["rappelle-moi demain à 9h d'appeler Joseph", ["d'appeler Joseph", 'demain à 9h']],
    ['remind me in 40 minutes to feed <b>goats</b>', ['feed <b>goats</b>', 'in 40 minutes']],
    ['remind me in 1 minute to tell <!channel> hello', ['tell <!channel> hello', 'in 1 minute']],
    ['remember to buy diesel on Friday at 8', ['buy diesel', 'on Friday at 8']],
    ['I need a reminder on Friday about the report', ['the report', 'on Friday']],
    ['remind me to take the pills every 8 hours for a week', ['take the pills', 'every 8 hours for a week']],
    ['remind me not to forget the keys tomorrow at 8', ['not to forget the keys', 'tomorrow at 8']],
    ['remind me tomorrow to book the flight on Friday', ['book the flight on Friday', 'tomorrow']],
    [
      'remind me tomorrow at 9 to call Joseph, and every Monday at 8 to call Ben',
      ['call Joseph', 'tomorrow at 9'],
      ['call Ben', 'every Monday at 8'],
    ],
    [
      'remind me to drink water tomorrow at 8 and to call Grace tomorrow at 10',
      ['drink water', 'tomorrow at 8'],
      ['call Grace', 'tomorrow at 10'],
    ],
    [
      'remind me to call Joseph tomorrow at 9. Also remind me to rest on Friday.',
      ['call Joseph', 'tomorrow at 9'],
      ['rest', 'on Friday'],
    ],
  ] as const)('is shown at once: %s', (said, ...shown) => {
    expect(talk([said], options).calls).toEqual(
      shown.map(([instruction, when]) => ({
        name: 'preview_task',
        args: { reminder: true, instruction, when },
      })),
    );
  });

  it.each(['at 9 EAT', 'at 9 Kenyan time'])('is in the zone that is said behind its hour: %s', (clock) => {
    const { calls } = talk([`remind me tomorrow ${clock} to buy rope`], options);
    expect(calls).toEqual([
      {
        name: 'preview_task',
        args: { reminder: true, instruction: 'buy rope', when: 'tomorrow at 9', timeZone: 'Africa/Nairobi' },
      },
    ]);
  });

  it.each([
    'use a 24 hour clock',
    'compare the weather of Nairobi with Kisumu',
    'my time zone is UTC+3',
    'asks md md',
    'empty the trash',
    'chart the numbers 12, 15, 9',
    'tell me about refusals',
    'only the first',
    'the first one',
    'what is in it?',
    'drop the dropout please',
    "merci, c'est tout",
    'remind Grace tomorrow at 9 to call Ben',
  ])('is not what nobody said: %s', (said) => {
    const { calls, text } = talkAndAgree([said], options);
    expect(calls.map(({ name }) => name)).not.toContain('preview_task');
    expect(text).not.toMatch(/preview a task/iu);
  });

  it.each([
    ['pause my reminder to charge the phones', 'pause_task', { task: 'charge the phones' }],
    ['cancel the reminder to charge the phones', 'cancel_task', { task: 'charge the phones' }],
    ['did I have a reminder to charge the phones?', 'get_task', { task: 'charge the phones' }],
    ['tell me my reminders', 'list_tasks', {}],
  ])('is named by what it is to do: %s', (said, name, args) => {
    expect(talkAndAgree([said], options).calls).toEqual([{ name, args }]);
  });

  it('goes on from what was left out of it', () => {
    const args = { reminder: true, instruction: 'rest', when: 'on Friday at 9' };
    for (const said of [
      ['remind me to rest', 'on Friday at 9'],
      ['remind me on Friday at 9', 'to rest'],
      ['remind me on Friday at 8', 'no, at 9', 'rest'],
    ])
      expect(talk(said, options).calls, said[0]).toEqual([{ name: 'preview_task', args }]);
    expect(talk(['remind me on Friday at 9', 'yes'], options).calls).toEqual([]);
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

describe('behind a reminder that was shown', () => {
  const FIRST = 'remind me tomorrow at 9 to call Joseph';
  const token = 'call_Joseph_____________________';

  it('is not meant by what another tool answers at once', () => {
    expect(talk(['tell me the weather in Nairobi'], options).calls).toEqual([
      { name: 'get_current_weather', args: { city: 'Nairobi' } },
    ]);
    expect(talk(['remind me to call Ben'], options).text).toContain('**when**');
  });

  it('is not planned by a yes behind "cancel it"', () => {
    expect(talk([FIRST, 'cancel it', 'yes'], options).calls).toEqual([]);
    expect(talk([FIRST, 'thanks', 'yes'], options).calls).toMatchObject([{ name: 'create_task' }]);
  });

  it.each([
    ['no, at 10', 'tomorrow at 10'],
    ['make it 10', 'tomorrow at 10'],
    ['yes but at 10', 'tomorrow at 10'],
    ['can you make it 10?', 'tomorrow at 10'],
    ['rather 7 please', 'tomorrow at 7'],
    ['7 would be better', 'tomorrow at 7'],
    ['hmm, 9:30 is better', 'tomorrow at 9:30'],
    ['nein, um 9:30', 'tomorrow um 9:30'],
    ['wait, I meant Thursday', 'Thursday at 9'],
    ['not tomorrow, Friday', 'Friday at 9'],
    ['no, every Tuesday', 'every Tuesday at 9'],
    ['make it Friday at 7 instead', 'Friday at 7'],
    ['no, in the evening', 'tomorrow in the evening'],
    ['Friday', 'Friday at 9'],
  ])('"%s" is another time for the same', (said, when) => {
    const { calls } = talk([FIRST, said], options);
    expect(calls).toEqual([
      {
        name: 'preview_task',
        args: { reminder: true, instruction: 'call Joseph', when: expect.any(String) },
      },
    ]);
    expect(String(calls[0]?.args['when']).replace('tomorrow at 9:30', when)).toBe(when);
  });

  it('another text leaves the time, and both may be said', () => {
    const shown = (said: string) => talk([FIRST, said], options).calls.map(({ args }) => args);
    expect(shown('no, call Ben')).toEqual([
      { reminder: true, instruction: 'call Ben', when: 'tomorrow at 9' },
    ]);
    // It may be asked about, since an hour may belong to the text.
    const both = talk([FIRST, 'no, call Ben at 10'], options).text;
    expect(both).toMatch(/call Ben.*at 10|at 10.*call Ben/u);
    expect(shown('no, the other one')).toEqual([]);
  });

  it('what comes again gets an end', () => {
    const { calls } = talk(['remind me every day at 9 to call Joseph', 'for 3 days only'], options);
    expect(calls[0]?.args['when']).toBe('every day at 9 for 3 days');
  });

  it.each([
    "lovely, that's all",
    'super, danke',
    'thanks',
    'perfect',
    'obrigado',
    '👍',
    'asante',
    'thank you so much',
  ])('"%s" plans nothing, and says so', (said) => {
    const { calls, text } = talk([FIRST, said], options);
    expect(calls).toEqual([]);
    expect(text).toContain('not done yet');
    expect(talk([FIRST, said, 'yes'], options).calls).toEqual([{ name: 'create_task', args: { token } }]);
  });

  it.each(['bananas', 'half an hour later', 'what is the weather in Nairobi?'])(
    'it is told to be open behind "%s"',
    (said) => {
      expect(talk([FIRST, said], options).text).toContain('not done yet');
    },
  );

  it('a yes with another wish behind it plans the one and shows the other', () => {
    expect(talk([FIRST, 'ok, and remind me on Friday at 9 to rest'], options).calls).toEqual([
      { name: 'create_task', args: { token } },
      { name: 'preview_task', args: { reminder: true, instruction: 'rest', when: 'on Friday at 9' } },
    ]);
  });

  it('another one in its place is said to be that', () => {
    for (const said of ['remind me on Friday at 9 to rest', 'no, remind me on Friday at 9 to rest'])
      expect(talk([FIRST, said], options).text).toMatch(/Set aside.*call Joseph/u);
  });

  it('a yes to two plans both', () => {
    const both = 'remind me tomorrow at 9 to call Joseph, and every Monday at 8 to call Ben';
    expect(talk([both, 'yes'], options).calls).toEqual([
      { name: 'create_task', args: { token } },
      { name: 'create_task', args: { token: 'call_Ben________________________' } },
    ]);
  });

  it('what is only proposed takes another time too, and thanks are no end of it', () => {
    const first = 'change the loggers task to Fridays at 9';
    expect(talk([first, 'no, Tuesdays'], options).text).toContain('Tuesdays at 9');
    expect(talk([first, 'thanks'], options).text).toContain('go ahead?');
  });
});
