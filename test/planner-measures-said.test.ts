import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;

beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const spoken = (said: string) => talk([said], options);
const made = (said: string) => spoken(said).calls.filter(({ name }) => !/capabilit/u.test(name));

describe('a clock time', () => {
  it.each([
    ['at 8 in the evening', 'T20:00:00Z'],
    ['at 8 pm EAT', 'T17:00:00Z'],
    ['20:00 Nairobi time', 'T17:00:00Z'],
  ])('is shown with its day, in UTC: %s', (clock, shown) => {
    const { text } = spoken(
      `Commit the draw of design-7fk2m9qa with the NIST beacon, public from 12 December 2026 ${clock}`,
    );
    expect(text).toContain(`a value of NIST, public from 2026-12-12${shown}`);
    expect(text).not.toContain('value of EAT');
  });
});

describe('a source in quotation marks', () => {
  it('is named before a commitment that does not hold it', () => {
    const said =
      'Commit the draw of design-7fk2m9qa to "6 aus 49, 6 numbers" of 12 December 2026, public from 20:00 Berlin time';
    expect(made(said)).toEqual([]);
    expect(spoken(said).text).toContain('“6 aus 49, 6 numbers”');
    expect(spoken(said).text).toContain('public from 2026-12-12T19:00:00Z');
  });
});

describe('a measure that the field has not', () => {
  it.each([
    'Seal the detection settings of design-7fk2m9qa with 68 °F over ambient',
    'Analyse the stove use in /log.csv with threshold 68 °F',
  ])('fills no field, and is named: %s', (said) => {
    const { text } = spoken(said);
    expect(made(said)).toEqual([]);
    expect(text).toContain('What is “68 °F”?');
    expect(text).not.toContain('threshold');
  });
});

describe('languages of a result', () => {
  it.each([
    ['Make the phone form for design-7fk2m9qa in Swahili and French only', ['sw', 'fr']],
    ['Make the phone form for design-7fk2m9qa in German', ['de']],
  ])('fill the field that takes them: %s', (said, languages) => {
    const { calls } = talkAndAgree([said], options);
    expect(calls.find(({ name }) => name === 'make_survey_form')?.args['languages']).toEqual(languages);
  });

  it('are named where no field takes them', () => {
    expect(spoken('write a monitoring report for design-7fk2m9qa as PDF in French').text).toContain(
      '“in French”',
    );
  });
});

describe('one thing in the place of another', () => {
  it('is the second that is named behind against', () => {
    expect(spoken('Swap HH-0312 against HH-0001 in selection-7fk2m9qa because they moved').text).toContain(
      'Replace HH-0312 of selection-7fk2m9qa by HH-0001',
    );
  });

  it('is asked about where nobody says which is to go', () => {
    const said = 'Swap HH-0312 and HH-0001 in selection-7fk2m9qa because they moved';
    expect(made(said)).toEqual([]);
    expect(spoken(said).text).not.toContain('by the next replacements');
  });
});

describe('a time zone', () => {
  it.each(['EAT', 'Kenyan time', 'East Africa Time'])('is that of the analysis: %s', (zone) => {
    const said = `Analyse the stove use in /log.csv, ${zone}, from 2024-11-12 to 2024-11-15`;
    const { text } = spoken(said);
    expect(`${JSON.stringify(made(said))} ${text}`).toContain('Africa/Nairobi');
    expect(text).not.toMatch(/“(?:EAT|Kenyan|East)/u);
  });
});

describe('two objects of one verb', () => {
  it.each([
    ["What's the weather in Nairobi and in Kisumu tomorrow?", 'Nairobi'],
    ['Make a phone key for Amina for form-7fk2m9qa and one for Juma', 'Juma'],
    ['Make the phone form for design-7fk2m9qa, enumerators Amina, Juma Ali and Grace', 'Grace'],
    ['Simulate a few hundred interviews with form-7fk2m9qa', 'a few hundred'],
    ['draw 60 from the villages Kwale and Lunga in /reg.csv with seed 7', 'Lunga'],
    ['10 day forecast Nairobi in miles', 'miles'],
  ])('are both there, or one is named: %s', (said, named) => {
    expect(spoken(said).text).toContain(named);
  });
});
