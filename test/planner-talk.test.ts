import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

/** How a talk goes on: what was found out before stays at hand, and nothing is asked that nobody spoke of. */
let options: TalkOptions;
beforeAll(async () => {
  options = { ...(await shippedPlanner(shippedPlugins)), answer };
});

/** Ids and a first sentence as the sampling plugin gives them; the size tells designs apart. */
function answer({ name, args }: { name: string; args: Readonly<Record<string, unknown>> }): string {
  if (name === 'design_sample') {
    const size = 95 + Math.round(Number(args['dropoutRate'] ?? 0) * 100);
    if (args['confidence'] === 0.9 && args['profile'] === undefined)
      return 'Error: The sampling request is invalid.\n- profile: is needed: cdm-90-10 or gs-90-10';
    return JSON.stringify({ summary: `Draw ${size} of 5000 units.`, designId: `design-${size}` });
  }
  if (name === 'register_households') return '{"registryId":"registry-1","units":300}';
  if (name === 'select_households') return '{"selectionId":"selection-1","sample":["HH-1","HH-2"]}';
  return '{"ok":true}';
}

const FIRST = 'Design a sample for 5000 households, mean 0.8, sd 0.2, 15% dropout';
const BASE = { population: 5000, expectedMean: 0.8, expectedSD: 0.2, dropoutRate: 0.15 };
const FILE = '\n\nAttached files:\n- households.csv (text/csv): inline';

describe('a design goes on', () => {
  it('asks which profile allows what was asked for, and keeps everything else', () => {
    const asked = talk([FIRST, 'and at 90/10?'], options);
    expect(asked.text).toContain('cdm-90-10 / gs-90-10');
    expect(talk([FIRST, 'and at 90/10?', 'gs-90-10'], options).calls).toEqual([
      { name: 'design_sample', args: { ...BASE, confidence: 0.9, precision: 0.1, profile: 'gs-90-10' } },
    ]);
  });

  it.each([
    [FIRST, 'and with 20% dropout?'],
    [
      'Wir haben 5000 Haushalte, Mittelwert 0,8, Standardabweichung 0,2, 15% Ausfall: wie groß muss die Stichprobe sein?',
      'und mit 20% Ausfall?',
    ],
  ])('changes one value of %j by %j', (first, second) => {
    expect(talk([first, second], options).calls).toEqual([
      { name: 'design_sample', args: { ...BASE, dropoutRate: 0.2 } },
    ]);
  });

  it('draws it', () => {
    expect(talkAndAgree([FIRST, 'draw it with seed 20260101'], options).calls).toEqual([
      { name: 'select_households', args: { designId: 'design-110', seed: '20260101' } },
    ]);
  });

  it.each([
    ['what was the first one?', 'Draw 110'],
    ['the smaller one', 'Draw 110'],
    ['the larger one', 'Draw 115'],
    ['show me the second', 'Draw 115'],
    ['was war die erste?', 'Draw 110'],
    ['show it', 'Draw 115'],
    ['zeig es mir', 'Draw 115'],
    ['muéstramelo', 'Draw 115'],
  ])('tells again what %j means', (said, told) => {
    const spoken = talk([FIRST, 'and with 20% dropout?', said], options);
    expect(spoken.calls).toEqual([]);
    expect(spoken.text).toContain(told);
  });

  it('goes on from what was pointed at', () => {
    const said = [FIRST, 'and with 20% dropout?', 'what was the first one?', 'draw it with seed 20260101'];
    expect(talkAndAgree(said, options).calls).toEqual([
      { name: 'select_households', args: { designId: 'design-110', seed: '20260101' } },
    ]);
  });

  it.each(['ja', 'oui', 'sí', 'sim', 'ndiyo'])('takes %j to no question for no wish', (yes) => {
    expect(talk([FIRST, yes], options).calls).toEqual([]);
  });
});

describe('a file comes', () => {
  it.each([
    'I have a list of 300 households in a file on my computer, how do I get a random sample of 60?',
    'Tengo una lista de 300 hogares en mi computadora, ¿cómo saco una muestra aleatoria de 60?',
    'Ich habe eine Liste mit 300 Haushalten auf meinem Rechner. Wie ziehe ich daraus 60 zufällig?',
  ])('after it was said how: %j', (said) => {
    const spoken = talk([said], options);
    expect(spoken.calls).toEqual([]);
    expect(spoken.text).toContain('oracle files put');
    expect(spoken.text).toContain('Register the attached household registry');
  });

  it.each(['yes', 'yes, register it'])('is registered by %j and drawn from', (yes) => {
    const said = [`here is the list${FILE}`, yes];
    expect(talk(said.slice(0, 1), options).text).toContain('**Register households**: go ahead?');
    expect(talk(said, options).calls).toEqual([{ name: 'register_households', args: {} }]);
    expect(talk([...said, 'draw 60 of them with seed 20260101', 'yes'], options).calls).toEqual([
      { name: 'select_households', args: { sampleSize: 60, seed: '20260101', registryId: 'registry-1' } },
    ]);
  });

  it('never takes the list of files for words', () => {
    const { calls } = talk([`draw a random sample of 60 from this list${FILE}`], options);
    expect(calls.map(({ name }) => name)).not.toContain('vfs_search');
  });
});

describe('a table is pasted', () => {
  const TABLE = 'id,village\nHH-1,north\nHH-2,south\nHH-3,south';

  it.each([
    `Draw 2 of these:\n${TABLE}`,
    `${TABLE}\ndraw one of these`,
    'id,village\nHH-1,north\nHH-2,south',
  ])('is registered first: %j', (said) => {
    const spoken = talk([said], options);
    expect(spoken.text).toContain('**Register households: content id,village HH-1,north');
    expect(spoken.calls).toEqual([]);
    const content = /id,[\s\S]*,south/u.exec(said)?.[0];
    expect(talk([said, 'yes'], options).calls).toEqual([{ name: 'register_households', args: { content } }]);
  });

  it('is the text of a file where that is wished for, and no wish to take anything away', () => {
    expect(talkAndAgree([`write this to /lists/a.csv:\n${TABLE}`], options).calls).toEqual([
      { name: 'vfs_write', args: { path: '/lists/a.csv', content: TABLE } },
    ]);
    const deletes = talk(['delete these:\nid,path\n1,/a.txt\n2,/b.txt\n3,/c.txt'], options);
    expect(deletes.text).not.toContain('Register');
  });
});

describe('a thing that is not named', () => {
  const DRAWN = 'draw 20 households from /lists/hh.csv with seed 7';

  it('is the only one of the talk', () => {
    expect(talkAndAgree([DRAWN, 'Replace HH-1, reason moved away'], options).calls).toEqual([
      { name: 'replace_units', args: { units: ['HH-1'], reason: 'moved away', selectionId: 'selection-1' } },
    ]);
  });

  it('is asked for where there are several, or another is named', () => {
    const two = (call: { name: string; args: Readonly<Record<string, unknown>> }) =>
      call.name === 'select_households' ? `{"selectionId":"selection-${String(call.args['seed'])}"}` : '{}';
    const talked = [DRAWN, 'draw 30 households from /lists/b.csv with seed 8'];
    const several = talk([...talked, 'Replace HH-1, reason moved away'], { ...options, answer: two });
    expect(several.text).toContain('**selection ID**');
    const other = talk([DRAWN, 'Replace HH-1 of selection 77, reason moved away'], options);
    expect(other.calls).toEqual([]);
    expect(other.text).not.toContain('selection-1');
  });
});

describe('a change', () => {
  it.each(['please get rid of /notes/old.md', 'Kannst du /notes/old.md löschen?'])(
    'that is asked about anyway is asked about once: %s',
    (said) => {
      expect(talk([said], options).calls).toEqual([
        { name: 'vfs_delete', args: { paths: ['/notes/old.md'] } },
      ]);
    },
  );

  it.each(['delete /a.txt and show me /b.txt', 'lösche /a.txt und zeig mir /b.txt'])(
    'takes nothing that another verb is about: %s',
    (said) => {
      const deleted = talkAndAgree([said], options).calls.filter(({ name }) => name === 'vfs_delete');
      expect(deleted).toEqual([{ name: 'vfs_delete', args: { paths: ['/a.txt'] } }]);
    },
  );

  it('leaves nobody out whom the message names', () => {
    const spoken = talk(['share /reports/q1.pdf with anna@example.org'], options);
    expect(spoken.calls).toEqual([]);
    expect(spoken.text).toContain('What is “anna@example.org”?');
  });
});

describe('a mean with its unit', () => {
  it.each([
    ['mean 3.4 kg and 2300 households, 90/10, make the sample', '**expected SD**'],
    ['tem média de 3,4 kg e população de 2.300 famílias, 90/10, monta a amostra aí', '**desvio padrão**'],
  ])('is asked for its deviation: %s', (said, asked) => {
    const spoken = talk([said], options);
    expect(spoken.calls).toEqual([]);
    expect(spoken.text).toContain(asked);
  });
});

describe('a pilot', () => {
  it('is not the population', () => {
    const letter =
      'We distributed 4,500 cookstoves. From a pilot of 30 homes we know that each burns 6.2 kg of wood a day (sd 2.1). How many should we visit?';
    const { text } = talk([letter], options);
    expect(text).toContain('4,500');
    expect(text).toContain('What is “30 homes”?');
    expect(text).not.toContain('30 homes,');
  });
});

describe('an unclear wish', () => {
  it.each(['help me with my survey', 'make a chart', 'calculate', 'I need something with households'])(
    'gets a choice between capabilities: %j',
    (said) => {
      const { calls, text } = talk([said], options);
      expect(calls).toEqual([]);
      expect(text).not.toContain('I still need');
      const named = [...text.matchAll(/^- \*\*.+?\*\* \(`(.+?)`\)/gm)].map(([, name]) => name);
      expect(named.length).toBeGreaterThan(1);
      expect(new Set(named).size).toBe(named.length);
    },
  );

  it('tells submissions of projects from those of forms', () => {
    expect(talk(['show my submissions'], options).calls).toEqual([
      { name: 'list_sampling_records', args: { kind: 'submissions' } },
    ]);
  });

  it.each(['show my files', 'zeig meine Dateien', 'onyesha faili zangu'])('reads at once: %j', (said) => {
    expect(talk([said], options).calls).toEqual([{ name: 'vfs_list', args: {} }]);
  });
});

describe('a proposal', () => {
  it.each(["no no don't choose yet, the list is not clean", 'not yet please', 'noch nicht', 'todavía no'])(
    'is put off by %j',
    (said) => {
      expect(talk(['choose thirty people from /ahero.csv', said], options).calls).toEqual([]);
    },
  );

  it.each([
    ['write "hello" to /a.txt', '**Write /a.txt, content “hello”**: go ahead?'],
    ['move /a.txt to /b.txt', '**Move /a.txt to /b.txt**: go ahead?'],
  ])('shows all that will be written: %j', (said, shown) => {
    expect(talk([said], options).text).toContain(shown);
  });

  it('of a whole wish takes nothing over from the call before', () => {
    const said = ['move /a.txt to /b.txt with publish', 'yes', 'move /c.txt to /d.txt', 'yes'];
    expect(talk(said, options).calls).toEqual([{ name: 'vfs_move', args: { from: '/c.txt', to: '/d.txt' } }]);
  });

  it('for a change is no wish to read again what was read', () => {
    const { calls } = talk(['show /a.txt', 'change "hello" to "goodbye" in /a.txt'], options);
    expect(calls).toEqual([]);
  });
});

describe('a new step', () => {
  const STEP = 'Adjust a base sample size of 385 for a population of 5000';

  it('takes nothing of the one before that it does not name', () => {
    expect(talkAndAgree([STEP, 'Adjust 357 households for 15% dropout'], options).calls).toEqual([
      { name: 'calculate_sample_size', args: { sampleSize: 357, dropoutRate: 0.15 } },
    ]);
    expect(talk([STEP, 'and with 15% dropout'], options).calls).toEqual([
      { name: 'calculate_sample_size', args: { sampleSize: 385, population: 5000, dropoutRate: 0.15 } },
    ]);
  });

  it('stands on the design that it points at by its noun', () => {
    const said = [FIRST, 'Select households from the registry for this design with seed 20240220'];
    expect(talkAndAgree(said, options).calls).toEqual([
      { name: 'select_households', args: { designId: 'design-110', seed: '20240220' } },
    ]);
  });

  it('guesses no kind of measure from a population alone', () => {
    expect(talk(['5000 households', 'mean is 0.8'], options).calls).toEqual([
      { name: 'design_sample', args: { population: 5000, expectedMean: 0.8 } },
    ]);
  });
});

describe('a question of what can be done', () => {
  it.each([
    'hi, im new here, what is this for',
    'How do I start?',
    'Wo fange ich an?',
    'par où commencer ?',
    '¿por dónde empiezo?',
    'por onde começo?',
    'nianzie wapi?',
    'what can you do with files',
    'what can you do for me regarding the weather',
    'was kannst du mit Dateien machen?',
    'que peux-tu faire avec les fichiers ?',
  ])('does none of it: %s', (said) => {
    const called = talk([said], options).calls.map(({ name }) => name);
    expect(called.filter((name) => name !== 'list_capabilities')).toEqual([]);
  });
});
