import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

describe('a time zone beside a clock time', () => {
  const commit =
    'Commit the draw of design-9Zk3 from registry-7Qw2 to the National Lottery draw 61 of 5 December';
  it.each([
    ['20:00 Nairobi time', '2025-12-05T17:00:00Z'],
    ['20:00 EAT', '2025-12-05T17:00:00Z'],
    ['20:00 UTC+3', '2025-12-05T17:00:00Z'],
    ['20:00 in Nairobi', '2025-12-05T17:00:00Z'],
    ['20:00 Berlin time', '2025-12-05T19:00:00Z'],
    ['01:00 Nairobi time', '2025-12-04T22:00:00Z'],
    ['20:00 UTC', '2025-12-05T20:00:00Z'],
    ['20:00', '2025-12-05T20:00:00Z'],
  ])('is reckoned into UTC: %s', (clock, utc) => {
    expect(talk([`${commit}, public from ${clock}`], options).text).toContain(`public from ${utc}`);
  });

  it.each(['local time', 'IST', 'CST'])('is asked about where it may be several: %s', (zone) => {
    const { calls, text } = talk([`${commit}, public from 20:00 ${zone}`], options);
    expect(calls.map(({ name }) => name)).not.toContain('commit_to_draw');
    expect(text).toContain(`“${zone}”`);
  });
});

describe('a time zone of an analysis', () => {
  it.each([
    ['Analyse the stove use in /log33/A1.csv in Nairobi time', 'Africa/Nairobi'],
    ['Analyse the stove use in /loggers, time zone Africa/Nairobi', 'Africa/Nairobi'],
    [
      'Analyse the stove use in /log33/A1.csv for design-9Zk3 from 2026-12-08 to 2026-12-17, time zone Africa/Nairobi',
      'Africa/Nairobi',
    ],
    ['Werte die Herdnutzung in /log33/A1.csv aus, Zeitzone Europe/Berlin', 'Europe/Berlin'],
  ])('is taken: %s', (said, zone) => {
    const { calls, text } = talk([said], options);
    expect(`${text} ${JSON.stringify(calls)}`).toContain(zone);
    expect(text).toContain('Analyse stove use');
  });

  it('is told where it is not known', () => {
    const { calls, text } = talk(['Analyse the stove use in /log33/A1.csv in local time'], options);
    expect(calls.map(({ name }) => name)).not.toContain('analyse_stove_use');
    expect(text).toContain('“local time”');
  });
});

describe('a span of days', () => {
  it.each([
    ['Analyse the readings /x.csv of design-9Zk3 from 6 to 31 December 2026', '2026-12-06', '2026-12-31'],
    [
      'Analyse the readings /x.csv of design-9Zk3 from 10th to 14th December 2024',
      '2024-12-10',
      '2024-12-14',
    ],
    ['Analyse the readings /x.csv of design-9Zk3 from 28 to 3 December 2026', '2026-11-28', '2026-12-03'],
    ['Analyse the readings /x.csv of design-9Zk3 from 12/10/2026 to 20/10/2026', '2026-10-12', '2026-10-20'],
    ['Analyse the submissions of form-1234abcd from 6 to 31 December 2026', '2026-12-06', '2026-12-31'],
    [
      'Werte die Messungen /x.csv von design-9Zk3 vom 10. bis 14. Dezember 2024 aus',
      '2024-12-10',
      '2024-12-14',
    ],
    ['Analyse les relevés /x.csv de design-9Zk3 du 10 au 14 décembre 2024', '2024-12-10', '2024-12-14'],
    [
      'Analiza las lecturas /x.csv de design-9Zk3 del 10 al 14 de diciembre de 2024',
      '2024-12-10',
      '2024-12-14',
    ],
    ['Analise as leituras /x.csv de design-9Zk3 de 10 a 14 de dezembro de 2024', '2024-12-10', '2024-12-14'],
    [
      'Chambua usomaji /x.csv wa design-9Zk3 kutoka tarehe 10 hadi 14 Desemba 2024',
      '2024-12-10',
      '2024-12-14',
    ],
  ])('has both of its ends, of their months: %s', (said, from, to) => {
    const { text } = talk([said], options);
    expect(text).toContain(`from ${from}, to ${to}`);
    expect(text).not.toMatch(/[“«]\d/u);
  });

  it('is told where its figures read two ways', () => {
    const { calls, text } = talk(
      ['Analyse the submissions of form-1234abcd from 12/10/2026 to 11/11/2026'],
      options,
    );
    expect(calls.map(({ name }) => name)).not.toContain('analyse_submissions');
    expect(text).toContain('“12/10/2026”, “11/11/2026”');
    expect(text).not.toContain('from 20');
  });
});

describe('who stands in for whom', () => {
  const args = { units: ['JD-00255'], selectionId: 'selection-1234abcd', standIn: 'JD-00337' };
  it.each([
    'Replace JD-00255 by JD-00337 in selection-1234abcd: moved away',
    'Replace household JD-00255 with household JD-00337 in selection-1234abcd because they moved away',
  ])('is one unit for another, and no second to go: %s', (said) => {
    expect(talk([said], options).calls.at(-1)).toMatchObject({ name: 'replace_units', args });
  });

  it.each([
    'Swap JD-00255 for JD-00337 in selection-1234abcd: moved away',
    'Put JD-00337 in place of JD-00255 in selection-1234abcd: moved away',
    'Ersetze JD-00255 durch JD-00337 in selection-1234abcd: weggezogen',
    'Remplace JD-00255 par JD-00337 dans selection-1234abcd : déménagé',
    'Reemplaza JD-00255 por JD-00337 en selection-1234abcd: se mudó',
  ])('is proposed the same way: %s', (said) => {
    expect(talk([said], options).text).toContain(
      'Replace JD-00255 of selection-1234abcd by JD-00337, if that is the next replacement',
    );
  });

  it('are two to go where both are named so', () => {
    const { calls } = talk(['Replace JD-00255 and JD-00337 in selection-1234abcd: moved away'], options);
    expect(calls.at(-1)?.args['units']).toEqual(['JD-00255', 'JD-00337']);
  });

  it.each([
    'Take back the replacement of JD-00255 by JD-00337 in selection-1234abcd: typing error',
    'Undo the replacement of JD-00255 in selection-1234abcd: typing error',
    'Nimm den Ersatz von JD-00255 in selection-1234abcd zurück: Tippfehler',
    'Annule le remplacement de JD-00255 dans selection-1234abcd : erreur',
    'Deshaz el reemplazo de JD-00255 en selection-1234abcd: error',
  ])('is not replaced once more by who takes it back: %s', (said) => {
    const { calls, text } = talk([said], options);
    expect(calls.map(({ name }) => name)).not.toContain('replace_units');
    expect(text).not.toMatch(/go ahead|nur zu|on y va|adelante/u);
  });

  it.each(['Undo the publication of /notes/a.txt', 'Bring /notes/a.txt back'])(
    'does not stand in the way of what undoes: %s',
    (said) => {
      expect(talk([said], options).text).toMatch(/^\*\*(?:Unpublish|Restore) \/notes\/a\.txt\*\*/u);
    },
  );
});

it('takes what stands in quotation marks whole', () => {
  const { text } = talk(
    [
      'Commit the draw of design-9Zk3 from registry-7Qw2 to National Lottery "draw 61, 6 numbers", public from 2026-12-05 20:00',
    ],
    options,
  );
  expect(text).toContain('at "draw 61, 6 numbers", public from');
});

it('answers a proposal whose values do not fit each other', () => {
  const { text } = talk(
    [
      'Commit the draw of design-9Zk3 from registry-7Qw2 to Lotto 6aus49 vom 5. Dezember, öffentlich ab 19:25 Uhr',
    ],
    options,
  );
  expect(text).toContain('clock 19:25');
  expect(text).toContain('go ahead?');
});

describe('a seed in words', () => {
  const draw = 'Draw the sample of design-12345678 from /households.csv';
  it.each([
    [[`${draw}, seed march, 10 replacements`], /10 replacements, seed march\*\*/u],
    [[draw, 'seed march, 10 replacements'], /10 replacements, seed march\*\*/u],
    [[draw, 'seed: march2, 5 replacements per stratum'], /seed march2, 5 replacements\*\*/u],
    [['Ziehe die Stichprobe von design-12345678 aus /households.csv, Startwert märz2'], /märz2/u],
    [["Tire l'échantillon de design-12345678 dans /households.csv, graine mars"], /graine mars/u],
  ])('stands beside a count of others: %s', (said, shown) => {
    const { calls, text } = talk(said, options);
    expect(calls.map(({ args }) => args['seed'])).not.toContain('10');
    expect(text).toMatch(shown);
  });

  it('is no count that is called otherwise', () => {
    const { calls, text } = talk([draw, '10 replacements'], options);
    expect(calls.map(({ name }) => name)).not.toContain('select_households');
    expect(text).toContain('**seed**');
  });
});

describe('a month', () => {
  it.each([
    'Plan a kitchen test for March: 1200 households, 700 in Kitui and 500 in Machakos, mean 1.2 kg, sd 0.5, 15% dropout, cdm-90-10',
    'Plane einen Küchentest für März: 1200 Haushalte, 700 in Kitui und 500 in Machakos, Mittelwert 1,2 kg, Standardabweichung 0,5',
  ])('is no stratum, and adds no households: %s', (said) => {
    const { text } = talk([said], options);
    expect(text).toMatch(/1,?200/u);
    expect(text).toContain('700 Kitui, 500 Machakos');
    const [proposal = ''] = text.split('\n');
    expect(proposal).not.toMatch(/2,?400|March|März/u);
  });
});

it.each([
  'What precision do 100 homes of 5000 reach with mean 6 and sd 2?',
  'What precision do I get with 100 homes out of 5000, mean 6, sd 2?',
])('takes a count for no share: %s', (said) => {
  const { calls, text } = talk([said], options);
  expect(calls).toEqual([]);
  expect(text).not.toContain('100%');
  expect(text).toMatch(/“100( homes)?”/u);
});

it('shows the settings that are sealed', () => {
  const said = 'Seal the detection settings of design-9Zk3 with a threshold of 20 degrees';
  expect(talk([said], options).text).toContain('threshold 20');
});

it.each([
  'Do not count the submission of JD-00255 in form-1234abcd: the enumerator was drunk',
  "Don't count the submission of JD-00255 in form-1234abcd",
])('does nothing of what is only forbidden: %s', (said) => {
  const { calls, text } = talk([said], options);
  expect(calls).toEqual([]);
  expect(text).toContain('I have changed nothing: it says what not to do');
});

describe('what was done before', () => {
  const design = 'Design a sample for 1200 households, 700 in Kitui and 500 in Machakos, mean 1.2 kg, sd 0.5';
  const form = 'Make the kitchen test form in Swahili and English with enumerators Amina and Juma';
  it.each([
    [[design, 'yes', form]],
    [[design, 'yes', 'Draw the households from /households.csv', form]],
    [[design, 'yes', 'Draw the households from /households.csv', 'seed march2', form]],
  ])('is not proposed once more by a message that says nothing of it: %j', (said) => {
    expect(talk(said, options).text).not.toContain('Design a sample: ');
  });

  it('is made again by who asks for it', () => {
    const { calls } = talk(
      ['Design a sample for 1200 households, mean 1.2 kg, sd 0.5', 'make that design once more please'],
      options,
    );
    expect(calls.at(-1)).toMatchObject({ name: 'design_sample', args: { population: 1200 } });
  });
});

it.each([[['Chart the allocation']], [['Chart the allocation', 'no']]])(
  'keeps no open question for a wish of its own: %j',
  (before) => {
    const { text } = talk([...before, 'draw the sample from households.csv'], options);
    expect(text).toContain('**seed**');
    expect(text).not.toContain('design ID');
  },
);
