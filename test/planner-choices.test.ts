import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

/** A choice is what the words call it, whatever the language; what they do not tell is never chosen. */
let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const argsOf = (said: string) => talkAndAgree([said], options).calls.map(({ args }) => args);

describe('the state of claims', () => {
  it.each([
    ['Zeig mir die abgelehnten Claims der Sammlung 27', { collectionId: '27', state: 'rejected' }],
    ['les claims en attente de la collection 61', { collectionId: '61', state: 'open' }],
    ['Reclamos aprobados en la colección 112, por favor', { collectionId: '112', state: 'approved' }],
    ['Quiero todas las reclamaciones en disputa de la colección 9', { collectionId: '9', state: 'disputed' }],
    ['Madai ya mkusanyo 14 yaliyokataliwa ni yapi?', { collectionId: '14', state: 'rejected' }],
    ['which claims of collection 5 are flagged?', { collectionId: '5', state: 'flagged' }],
    ['show the claims of collection 12', { collectionId: '12' }],
  ])('%s', (said, args) => {
    expect(argsOf(said)).toEqual([args]);
  });

  it.each(['which claims of collection 5 are not yet approved', 'open and rejected claims of collection 9'])(
    'is nothing that is done at once: %s',
    (said) => {
      expect(talk([said], options).calls.filter(({ name }) => name === 'entity_claims')).toEqual([]);
    },
  );
});

describe('a profile', () => {
  it.each(['90/10, CDM', '90/10 CDM', 'CDM 90/10', 'cdm-90-10'])('is called by its parts: %s', (said) => {
    const [call] = talkAndAgree(
      [`Design a sample for 5000 households, mean 0.8, sd 0.2, ${said}`],
      options,
    ).calls;
    expect(call?.args['profile']).toBe('cdm-90-10');
  });
});

describe('a language', () => {
  it.each([
    ['Set my language to German', { language: 'de' }],
    ['antworte mir ab jetzt auf Französisch', { language: 'fr' }],
    ['answer me in Swahili from now on', { language: 'sw' }],
  ])('%s', (said, args) => {
    expect(argsOf(said)).toEqual([args]);
  });
});
