import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { withWords } from '../../../../plugin/index.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { holdLists } from './hold-lists.js';

const did = z.string().regex(/^did:[a-z]+:project\/[A-Za-z]+$/);
const parameters = z.toJSONSchema(
  z.object({
    running: withWords(z.array(did).optional(), { aliases: ['active', 'active projects'] }),
    coming: withWords(z.array(did).optional(), { aliases: ['planned', 'planned projects'] }),
    projects: z.array(z.object({ projectId: did })).optional(),
  }),
);
const [A, B, C] = ['did:ixo:project/a', 'did:ixo:project/b', 'did:ixo:project/activeOne'];

function held(said: string | readonly string[], args: Record<string, unknown>) {
  const tool = { name: 'prepare', description: 'Prepares.', parameters };
  // Of a call the step needs its tool and its arguments alone.
  const call = { candidate: { tool }, args } as unknown as PlannedCall;
  return holdLists(call, typeof said === 'string' ? [said] : said).args;
}

describe('values of several lists', () => {
  it.each([
    [`active projects ${A} and ${B}, planned project ${C}`],
    [`active: ${A}, ${B}\nplanned: ${C}`],
    [`${A} and ${B} are active, ${C} is planned`],
    [`${A} (active), ${B} (active) and ${C} (planned)`],
    [`the active projects ${A} and ${B}, and ${C} is planned.`],
  ])('go where the person names them: %s', (said) => {
    const right = { running: [A, B], coming: [C] };
    for (const args of [{}, { running: [A, B, C] }, { running: [A, B, C], coming: [A, B, C] }, right])
      expect(held(said, { erCoverage: 1, ...args })).toEqual({ erCoverage: 1, ...right });
  });

  it('stay where they are when the message names no list beside one of them', () => {
    const args = { running: [A, B] };
    expect(held(`submit ${A} and ${B}`, args)).toBe(args);
    const split = { running: [A], coming: [B] };
    expect(held(`submit ${A}, active project ${B}`, split)).toBe(split);
    expect(held('what is planned?', args)).toBe(args);
  });

  it('stay in the list of objects that holds them already', () => {
    const args = { projects: [{ projectId: A }] };
    expect(held(`active ${A}`, args)).toBe(args);
  });

  it('come from the message before, where the latest has none of them', () => {
    expect(held(['coverage 0.85', `active ${A}, planned ${B}`], {})).toEqual({ running: [A], coming: [B] });
  });
});
