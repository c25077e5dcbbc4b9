import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AnyOperation, type AuditEntry, defineOperation, type Logger } from '../plugin/index.js';
import { ALONE, callTool } from '../testing/views-of.js';
import { callOperation } from './call.js';
import { withViews } from './index.js';
import { toolOf } from './tool-view.js';

const OWNER = { id: 'o', did: 'did:key:o', kind: 'owner', name: 'o', scopes: new Set(['*']) } as const;

const breaks = () => {
  throw new Error('the plugin is broken here');
};

/** An operation that works, and whose words about it fail. */
function operation(more: Partial<AnyOperation>): AnyOperation {
  const works = defineOperation({
    name: 'store_note',
    title: 'Store a note',
    description: 'Stores a note.',
    effect: 'write',
    input: z.object({ text: z.string() }),
    answer: { description: 'The note.' },
    run: ({ text }) => ({ stored: text }),
  });
  return { ...works, ...more };
}

/** What was written down and what the operator was told. */
function listening() {
  const entries: Pick<AuditEntry, 'action' | 'subject' | 'details'>[] = [];
  const errors: string[] = [];
  const logger = { ...ALONE.logger, error: (_: object, message: string) => errors.push(message) };
  const deps = {
    ...ALONE,
    holdAnswers: false,
    logger: logger as unknown as Logger,
    record: async (entry: (typeof entries)[number]) => {
      entries.push(entry);
    },
  };
  return { deps, entries, errors };
}

describe('the inverse of a call', () => {
  const add = (undo: AnyOperation['undo']) => operation({ ...(undo === undefined ? {} : { undo }) });
  const forget = defineOperation({
    name: 'forget_note',
    title: 'Forget a note',
    description: 'Forgets a note.',
    effect: 'destructive',
    input: z.object({ text: z.string() }),
    answer: { description: 'Nothing.' },
    run: () => ({}),
  });
  const held = (undo: AnyOperation['undo'], more = {}) => {
    const { tools = [] } = withViews({ operations: [add(undo), forget] }, { ...ALONE, ...more });
    const undoable = () => undefined;
    return tools[0]?.run({ text: 'a' }, { principal: OWNER, undoable, attachments: [] } as never);
  };

  it('must be there and take its input, in tests and development', async () => {
    expect(await held(() => ({ operation: 'forget_note', input: { text: 'a' } }))).toEqual({ stored: 'a' });
    expect(await held(() => undefined)).toEqual({ stored: 'a' });
    await expect(held(() => ({ operation: 'forget_notes', input: {} }))).rejects.toThrow(
      "'store_note' is taken back by 'forget_notes', which its plugin does not have. Did you mean 'forget_note'?",
    );
    await expect(held(() => ({ whyNott: 'x' }) as never)).rejects.toThrow(
      "'undo' of 'store_note' answers 'whyNott', which is no part of it. Did you mean 'whyNot'?",
    );
    await expect(held(() => ({}) as never)).rejects.toThrow(
      "'undo' of 'store_note' answers what says nothing. Answer { operation, input }, { whyNot } or undefined",
    );
    await expect(held(() => ({ operation: 'forget_note', input: { id: 1 } }))).rejects.toThrow(
      /with an input that it refuses: text/,
    );
  });

  it('is no fault of a call in production', async () => {
    const undo = () => ({ operation: 'forget_notes', input: {} });
    expect(await held(undo, { holdAnswers: false })).toEqual({ stored: 'a' });
  });
});

describe('a plugin that cannot say what it has done', () => {
  it('has done it all the same: without an inverse, and written down by its title', async () => {
    const { deps, entries, errors } = listening();
    const tool = toolOf(operation({ undo: breaks, describe: breaks }), deps);
    const undone: unknown[] = [];
    const runtime = { principal: OWNER, undoable: (undo: unknown) => undone.push(undo), attachments: [] };
    expect(await tool?.run({ text: 'a' }, runtime as never)).toEqual({ stored: 'a' });
    expect(undone).toEqual([]);
    expect(entries).toMatchObject([{ action: 'store_note', subject: 'Store a note' }]);
    expect(entries[0]?.details).not.toHaveProperty('undo');
    expect(errors).toEqual([
      "'undo' of an operation failed after its work was done",
      "'describe' of an operation failed after its work was done",
    ]);
  });

  it.each([['summary'], ['forModel']] as const)('gives an agent the data when %s fails', async (what) => {
    const tool = toolOf(operation({ [what]: breaks }), listening().deps);
    const runtime = { principal: OWNER, undoable: () => undefined, attachments: [] };
    expect(await tool?.run({ text: 'a' }, runtime as never)).toEqual({ stored: 'a' });
  });

  it.each([['summary'], ['forModel'], ['undo'], ['describe']] as const)(
    'fails in tests and development when %s does',
    async (what) => {
      const called = callTool([operation({ [what]: breaks })], 'store_note', { text: 'a' });
      await expect(called).rejects.toThrow('the plugin is broken here');
    },
  );

  it('still fails when its work does', async () => {
    const { deps, entries } = listening();
    const call = {
      input: { text: 'a' },
      confirmed: true,
      principal: OWNER,
      signal: AbortSignal.timeout(1_000),
    };
    await expect(
      callOperation(operation({ run: breaks }), { ...call, logger: deps.logger }, deps),
    ).rejects.toThrow('the plugin is broken here');
    expect(entries).toEqual([]);
  });
});
