import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { asksToGoAhead } from '../src/planner/wording/speak.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const said = (message: string) => {
  const { calls, text } = talk([message], options);
  return { done: calls.filter(({ name }) => name !== 'load_capability').map(({ name }) => name), text };
};

describe('a deed that hangs on words which are no wish', () => {
  it.each([
    'it is forbidden to publish /plan.md',
    'it is too early to publish /plan.md',
    'the rule forbids to recalculate design-1 with mean 3.9 and sd 1.2',
    'Juma refuses to recalculate design-1 with mean 3.9 and sd 1.2',
    'our lawyer warned against publishing /plan.md',
    'it was a mistake to delete /old.md',
    'it would be premature to draw 60 households from /reg.csv with seed 6002',
    'es ist verboten, /plan.md zu veröffentlichen',
    'es ist zu früh, 60 Haushalte aus /reg.csv mit Seed 6002 zu ziehen',
    'il est interdit de recalculer design-1 avec moyenne 3,9 et écart-type 1,2',
    'il est trop tôt pour tirer 60 ménages de /reg.csv avec la graine 6002',
    'está prohibido publicar /plan.md',
    'evita sortear 60 hogares de /reg.csv con semilla 6002',
    'é proibido recalcular design-1 com média 3,9 e desvio padrão 1,2',
    'ni marufuku kuchagua kaya 60 kutoka /reg.csv kwa mbegu 6002',
    'mir missfällt, dass /plan.md öffentlich ist',
    'lamento que /plan.md sea público',
  ])('is neither done nor proposed: %s', (message) => {
    const { done, text } = said(message);
    expect(done).toEqual([]);
    expect(asksToGoAhead(text), text).toBe(false);
  });

  it.each([
    'publish /plan.md was a mistake',
    'make /plan.md private was wrong',
    'draw 60 households from /reg.csv with seed 6002 is unfair',
    'Make the phone form for design-1 is too early',
    'Analyse the stove use in /log.csv is premature',
  ])('nor where it is judged: %s', (message) => {
    const { done, text } = said(message);
    expect(done).toEqual([]);
    expect(asksToGoAhead(text), text).toBe(false);
  });

  it.each([
    ['I want to recalculate design-1 with mean 3.9 and sd 1.2', 'recalculate_sample'],
    ['it is time to draw 60 households from /reg.csv with seed 6002', 'select_households'],
    ['we need to draw 60 households from /reg.csv with seed 6002', 'select_households'],
    ['feel free to draw 60 households from /reg.csv with seed 6002', 'select_households'],
  ])('but is where they are a wish: %s', (message, tool) => {
    const { done, text } = said(message);
    expect(done.length > 0 ? done : asksToGoAhead(text), text).toEqual(done.length > 0 ? [tool] : true);
  });
});

describe('a part of the message that the call cannot take account of', () => {
  it.each([
    ['Wrong: recalculate design-1 with mean 3.9 and sd 1.2', 'Wrong'],
    ['Do not read this: draw 60 households from /reg.csv with seed 6002', 'Do not read this'],
    ['recalculate design-1 with mean 3.9 and sd 1.2 is what we must avoid', 'sd 1.2 is what we must avoid'],
    ['Design a sample for 5000 households, mean 0.8, sd 0.2 is too early', 'sd 0.2 is too early'],
    ['the auditor forbids: Design a sample for 5000 households, mean 0.8, sd 0.2', 'the auditor forbids'],
    ['Make the phone form for design-1, it may have photos', 'it may have photos'],
    ['publish /plan.md but hide the names', 'hide the names'],
    ['veröffentliche /plan.md, aber verbirg die Namen', 'verbirg die Namen'],
    ['publica /plan.md pero oculta los nombres', 'oculta los nombres'],
    ['Prohibido: publica /plan.md', 'Prohibido'],
    ['write "more" to the end of /old.md', 'end'],
    ['Write the verification report of design-1 as PDF', 'verification report'],
  ])('is named before anything is done: %s', (message, part) => {
    const { done, text } = said(message);
    expect(done).toEqual([]);
    expect(text).toContain(part);
  });

  it.each([
    'recalculate design-1 with mean 3.9 and sd 1.2?',
    'Make the phone form for design-abc123?',
    'draw 60 households from /reg.csv with seed 6002?',
    'draw 60 households from /reg.csv with seed 6002 :-(',
  ])('and a question mark or a sad face asks too: %s', (message) => {
    expect(said(message).done).toEqual([]);
  });

  it.each([
    ['recalculate design-1 with mean 3.9, sd 1.2 and 12% dropout', 'recalculate_sample'],
    ['Sample design: 5000 households; mean 0.8; SD 0.2; dropout 15%', 'design_sample'],
    ['Design a sample for 5000 households, mean 0.8, sd 0.2 is assumed', 'design_sample'],
    ['could you draw 60 households from /reg.csv with seed 6002?', 'select_households'],
    ['Write the monitoring report of design-1 as docx', 'write_report'],
  ])('none is no reason to ask: %s', (message, tool) => {
    expect(said(message).done).toEqual([tool]);
  });
});

describe('the opposite', () => {
  it.each([
    ["delete /old.md's link", 'trash**: go ahead'],
    ['publish /keep.md. /old.md is still private', 'Unpublish'],
  ])('is not proposed: %s', (message, other) => {
    const { done, text } = said(message);
    expect(done).toEqual([]);
    expect(text).not.toContain(other);
  });

  it.each(['90/10 is for CDM', '95/10 is too coarse'])(
    'a verdict on a pair is no new pair: %s',
    (message) => {
      const design = 'Design a sample for 5000 households, mean 0.8, sd 0.2, 15% dropout, 95/5';
      const { calls } = talk([design, message], options);
      expect(calls.filter(({ name }) => name === 'design_sample')).toEqual([]);
    },
  );
});
