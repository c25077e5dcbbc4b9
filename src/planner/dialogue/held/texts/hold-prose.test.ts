import { describe, expect, it } from 'vitest';
import { candidatesOf } from '../../../choosing/candidates.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { holdProse } from './hold-prose.js';

/** Tools of a project that nothing was learnt of. */
const TOOLS = [
  {
    name: 'leave_note',
    description: 'Leave a note',
    effect: 'write' as const,
    parameters: {
      type: 'object',
      properties: { text: { type: 'string', maxLength: 2_000 }, village: { type: 'string', maxLength: 60 } },
      required: ['text'],
    },
  },
  {
    name: 'ask_papers',
    description: 'Ask the papers',
    effect: 'read' as const,
    parameters: {
      type: 'object',
      properties: {
        question: { type: 'string' },
        quote: { type: 'string' },
        document: { type: 'string', maxLength: 1_024 },
      },
      required: ['question'],
    },
  },
];
const candidates = candidatesOf([], TOOLS);

function held(tool: string, args: Record<string, unknown>, message: string, before = ''): PlannedCall {
  const candidate = candidates.find((one) => one.tool.name === tool);
  if (candidate === undefined) throw new Error(`no ${tool}`);
  const call = { candidate, args, missing: [], refused: [], unused: [], consent: { kind: 'plain' as const } };
  return holdProse(call, message, before);
}

describe('a text that words of its sentence go on from', () => {
  it.each([
    [
      'leave the note my district is Kwale since May',
      'my district is Kwale',
      'my district is Kwale since May',
    ],
    ['ask about gazelle kind 250?', '250', 'gazelle kind 250'],
    ['ask about paying drivers on Sundays, please', 'paying drivers', 'paying drivers on Sundays'],
    ['ask for wells and for pumps', 'wells', 'wells and for pumps'],
  ])('%s: %s', (said, text, whole) => {
    const [tool, field] = said.startsWith('ask') ? ['ask_papers', 'question'] : ['leave_note', 'text'];
    const call = held(tool, { [field]: text }, said);
    expect(call.args).toEqual({ [field]: whole });
    expect(call.band).toBe('likely');
  });

  it('goes no further than what another field took', () => {
    const args = { question: 'the dose', document: 'room.txt' };
    expect(held('ask_papers', args, 'ask about the dose for infants in room.txt').args).toEqual({
      ...args,
      question: 'the dose for infants',
    });
  });

  it.each([
    ['ask about "paying drivers" on Sundays', { question: 'paying drivers' }],
    ['leave a note in Kwale about wells', { text: 'wells', village: 'Kwale' }],
    ['ask about wells, please', { question: 'wells' }],
  ])('is left where it is whole: %s', (said, args) => {
    const tool = said.startsWith('ask') ? 'ask_papers' : 'leave_note';
    expect(held(tool, args, said).args).toEqual(args);
  });
});

describe('a word that only points', () => {
  it.each(['that quote', 'true', 'das', 'stimmt', 'vrai', 'eso', 'isso', 'kweli'])(
    '%s is no question',
    (word) => {
      const call = held('ask_papers', { question: word }, `ask ${word}`);
      expect(call.args).toEqual({});
      expect(call.missing).toMatchObject([{ name: 'question' }]);
    },
  );

  it('means the quotation that was shown last', () => {
    const before = '“Nobody sleeps.” — notes/a.md, line 1.';
    const call = held('ask_papers', { question: 'x', quote: 'that quote' }, 'check that quote', before);
    expect(call.args['quote']).toBe('Nobody sleeps.');
  });
});
