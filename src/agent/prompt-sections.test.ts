import { describe, expect, it } from 'vitest';
import { OracleError, type PromptSection } from '../plugin/index.js';
import type { RunContext } from '../runs/run-context.js';
import { sectionBodies } from './prompt-sections.js';

/** What stands in the prompt of a run with these sections, and what its person is told. */
async function told(...sections: readonly PromptSection[]) {
  const notices: unknown[] = [];
  const run = {
    principal: {},
    sessionId: 's-1',
    message: 'Hi',
    metadata: {},
    signal: new AbortController().signal,
    logger: { warn: () => undefined },
    emit: (event: unknown) => notices.push(event),
  } as unknown as RunContext;
  return { bodies: await sectionBodies(sections, run), notices };
}

const well: PromptSection = { name: 'well', body: () => 'All is well.' };

describe('a section of the prompt', () => {
  it('that has words or none is told to nobody', async () => {
    const none: PromptSection = { name: 'none', body: () => undefined };
    expect(await told(well, none)).toEqual({ bodies: ['All is well.'], notices: [] });
  });

  it('that fails is left out with a notice; the model reads why, where that is for it to know', async () => {
    const away: PromptSection = {
      name: 'away',
      body: async () => Promise.reject(new OracleError('unavailable', { detail: 'It cannot be looked up.' })),
    };
    const broken: PromptSection = {
      name: 'broken',
      body: () => {
        throw new TypeError('secret is undefined');
      },
    };
    const text = 'This answer was begun without what could not be looked up: away, broken.';
    expect(await told(away, well, broken)).toEqual({
      bodies: ['It cannot be looked up.', 'All is well.'],
      notices: [{ type: 'notice', code: 'section_failed', text }],
    });
  });

  it('that is late is left out with a notice', async () => {
    const late: PromptSection = { name: 'late', deadlineMs: 1, body: () => new Promise(() => undefined) };
    const text = 'This answer was begun without what took too long to look up: late.';
    expect(await told(late, well)).toEqual({
      bodies: ['All is well.'],
      notices: [{ type: 'notice', code: 'section_late', text }],
    });
  });
});
