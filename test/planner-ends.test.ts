import { beforeAll, describe, expect, it } from 'vitest';
import { bundledPlugins, partsOfEveryOracle } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner([...partsOfEveryOracle, ...bundledPlugins]);
});

const changesOf = (said: readonly string[]) =>
  talkAndAgree(said, options)
    .calls.filter(({ name }) =>
      /^(?:set_preference|forget_preferences|vfs_set_public|vfs_delete|vfs_move)$/u.test(name),
    )
    .map(({ name, args }) => ({ name, args }));

describe('what is to end is never set', () => {
  it.each([
    'stop with the imperial units',
    'turn off imperial units',
    'switch off commas for decimals',
    'get rid of imperial units',
    'cancel the imperial units',
    'remove imperial units',
    'disable imperial units',
    'drop the formal tone',
    "n'utilise plus les unités impériales",
    'désactive les unités impériales',
    'schalte die imperialen Einheiten ab',
    'weg mit den imperialen Einheiten',
    'entferne das Dezimalkomma',
    'quita las unidades imperiales',
    'elimina la coma decimal',
    'desativa as unidades imperiais',
    'tira a vírgula decimal',
    'ondoa vipimo vya imperial',
  ])('%s', (said) => {
    expect(changesOf([said]).filter(({ name }) => name === 'set_preference')).toEqual([]);
  });

  it('takes what is wished beside it', () => {
    expect(changesOf(['use metric units'])).toEqual([{ name: 'set_preference', args: { units: 'metric' } }]);
  });
});

describe('one preference alone is forgotten', () => {
  it.each([
    ['drop my language preference', ['language']],
    ['reset my number format', ['decimals', 'thousands']],
    ['remove my time zone', ['timeZone']],
    ['unset my decimals', ['decimals']],
    ['clear my units', ['units']],
    ['forget my units', ['units']],
    ['vergiss meine Sprache', ['language']],
    ['efface mes unités', ['units']],
    ['borra mi zona horaria', ['timeZone']],
  ])('%s', (said, only) => {
    expect(changesOf([said])).toEqual([{ name: 'forget_preferences', args: { only } }]);
  });

  it.each([
    'forget my preferences',
    'oublie mes préférences',
    'vergiss meine Einstellungen',
    'olvida mis preferencias',
  ])('all of them only by that name: %s', (said) => {
    expect(changesOf([said])).toEqual([{ name: 'forget_preferences', args: {} }]);
  });

  it('less of a tone is not that tone', () => {
    for (const said of ['less formal please', 'be less formal'])
      expect(changesOf([said]), said).not.toContainEqual({
        name: 'set_preference',
        args: { tone: 'formal' },
      });
  });
});

describe('nothing is published but by a word for it', () => {
  it.each(['mine', 'safe', 'protected', 'inaccessible'])('make /plan.md %s', (word) => {
    expect(changesOf([`make /plan.md ${word}`]).filter(({ args }) => args['public'] === true)).toEqual([]);
  });

  it('asks which of the two, and takes the answer', () => {
    expect(talk(['make /plan.md mine'], options).text).toContain('public / private');
    expect(changesOf(['make /plan.md mine', 'private'])).toEqual([
      { name: 'vfs_set_public', args: { path: '/plan.md', public: false } },
    ]);
  });

  it.each([
    'publish /plan.md',
    'make /plan.md public',
    'share /plan.md with everybody',
    'create a link to /plan.md that anybody can open',
    'veröffentliche /plan.md',
    'mets /plan.md en ligne',
  ])('%s', (said) => {
    expect(changesOf([said])).toEqual([{ name: 'vfs_set_public', args: { path: '/plan.md', public: true } }]);
  });

  it('switching public access off publishes nothing', () => {
    const made = changesOf(['turn off public access for /plan.md']);
    expect(made.filter(({ args }) => args['public'] === true)).toEqual([]);
  });
});

describe('why something is wished denies nothing of it', () => {
  it.each([
    'delete /a.txt, we do not use it',
    "delete /a.txt, Grace doesn't need it",
    'lösch /a.txt, wir brauchen die nicht mehr',
  ])('%s', (said) =>
    expect(changesOf([said])).toEqual([{ name: 'vfs_delete', args: { paths: ['/a.txt'] } }]),
  );

  it.each([
    "delete /a.txt, don't touch /b.txt",
    'delete /a.txt, but not yet',
    "delete /a.txt, I don't agree",
    'never mind, we do not delete /a.txt',
  ])('but %s', (said) => expect(changesOf([said])).toEqual([]));
});

describe('a time zone in plain words', () => {
  it.each([
    ['My time zone is Asia/Kolkata', 'Asia/Kolkata'],
    ['Use Nairobi time', 'Africa/Nairobi'],
  ])('%s', (said, timeZone) => {
    expect(changesOf([said])).toEqual([{ name: 'set_preference', args: { timeZone } }]);
  });

  it('names a choice without taking it for a word that is left', () => {
    const { text } = talk(['Set decimals to point'], options);
    expect(text).toContain('decimals point');
    expect(text).not.toContain('cannot take account');
  });
});

describe('a read that nobody clearly asks for is proposed', () => {
  it.each([
    [['i looked up entity 4471 in spring and it was empty']],
    [['Est-ce que /notes.pdf est public ?', 'Et la suite, /next.pdf ?']],
  ])('%j', (said) => {
    const { calls } = talk(said, options);
    expect(calls.filter(({ name }) => name === 'get_entity' || name === 'vfs_read')).toEqual([]);
  });

  it('takes no name with figures for a place', () => {
    const { calls, text } = talk(['Weather in Leeds', 'same for h2'], options);
    expect(`${JSON.stringify(calls)}${text}`).not.toContain('"city":"h2"');
  });
});
