import { describe, expect, it } from 'vitest';
import type { ToolMessage } from '../plugin/index.js';
import { findUndo, type UndoQuery } from './find-undo.js';

type Notes = Pick<ToolMessage, 'change' | 'changedBy' | 'undoes' | 'remains'>;

/** Results, oldest first, by their ids. */
async function find(results: Readonly<Record<string, Notes>>, query: Partial<UndoQuery> = {}) {
  async function* newestFirst() {
    for (const [id, notes] of Object.entries(results).reverse())
      yield { role: 'tool', id, toolCallId: id, name: 't', content: '', status: 'ok', ...notes } as const;
  }
  const found = await findUndo(newestFirst(), { now: 1_000, by: 'me', owner: 'me', ...query });
  return found.found === undefined ? { why: found.why, earlier: found.earlier?.id } : found.found.id;
}

const undo = { operation: 'back', input: {} };
const can = (what: string, expires?: number): Notes => ({
  change: { what, undo: { ...undo, ...(expires === undefined ? {} : { expires }) } },
});
const cannot = (what: string): Notes => ({ change: { what } });

describe('the change to take back', () => {
  it('is the last one, then the one before, never the same twice', async () => {
    const two = { read: {}, a: can('A'), b: can('B') };
    expect(await find(two)).toBe('b');
    expect(await find({ ...two, u1: { undoes: 'b' } })).toBe('a');
    expect(await find({ ...two, u1: { undoes: 'b' }, u2: { undoes: 'a' } })).toEqual({
      why: expect.stringContaining('has been taken back already'),
    });
    expect(await find({ ...two, u1: { undoes: 'b' }, c: can('C') })).toBe('c');
    expect(await find(two, { taken: new Set(['b']) })).toBe('a');
  });

  it('is none where nothing was changed', async () => {
    expect(await find({})).toEqual({ why: expect.stringContaining('Nothing was changed') });
    expect(await find({ read: {} })).toEqual({ why: expect.stringContaining('Nothing was changed') });
  });

  it('is not another one when the last cannot be taken back', async () => {
    expect(await find({ a: can('A'), b: cannot('B') })).toEqual({
      why: 'The last change cannot be taken back: B.',
      earlier: 'a',
    });
    expect(await find({ a: can('A', 1_000) })).toEqual({
      why: 'The last change can no longer be taken back: A.',
    });
    expect(await find({ a: can('A', 1_001) })).toBe('a');
  });

  it('may be named, and is then that one or none', async () => {
    const all = { a: can('A'), b: cannot('B'), c: can('C'), u: { undoes: 'c' } };
    expect(await find(all, { id: 'a' })).toBe('a');
    expect(await find(all, { id: 'b' })).toEqual({
      why: 'This change cannot be taken back: B.',
      earlier: 'a',
    });
    expect(await find(all, { id: 'c' })).toEqual({ why: 'It has been taken back already: C.' });
    expect(await find(all, { id: 'u' })).toEqual({ why: 'There is no such change in this conversation.' });
    expect(await find(all, { id: '__proto__' })).toMatchObject({ why: expect.stringContaining('no such') });
  });

  it("is nobody else's: who made it alone takes it back", async () => {
    const eves: Notes = { ...can('B'), changedBy: { id: 'eve', name: 'Eve' } };
    const both = { a: can('A'), b: eves };
    expect(await find(both)).toEqual({
      why: 'The last change was made by Eve, who alone can take it back: B.',
      earlier: 'a',
    });
    expect(await find(both, { id: 'b' })).toMatchObject({ why: expect.stringContaining('made by Eve') });
    expect(await find(both, { by: 'eve' })).toBe('b');
    expect(await find(both, { by: 'eve', id: 'a' })).toEqual({
      why: 'This change was made by the owner of this conversation, who alone can take it back: A.',
      earlier: undefined,
    });
  });

  it('says why not, where that is known', async () => {
    const sent: Notes = { change: { what: 'Send the mail', whyNot: 'it has arrived' } };
    expect(await find({ sent })).toMatchObject({
      why: 'The last change cannot be taken back: Send the mail – it has arrived.',
    });
  });

  it('is the rest of one that was taken back in part', async () => {
    const rest = { operation: 'back', input: { paths: ['b'] } };
    const part = { a: can('A'), b: can('B'), u: { undoes: 'b', remains: rest } };
    expect(await find(part)).toBe('b');
    expect(await find({ ...part, v: { undoes: 'b' } })).toBe('a');
    expect(await find({ ...part, v: { undoes: 'b', remains: rest } }, { id: 'b' })).toBe('b');
  });

  it('may be named by any message of its answer, and is then the last of that answer that stands', async () => {
    const all = { 'r1:tool:x': can('A'), 'r1:tool:y': can('B'), 'r2:tool:z': can('C') };
    for (const id of ['r1:1', 'r1:user', 'r1:tool:y'] as const)
      expect(await find(all, { id })).toBe('r1:tool:y');
    expect(await find({ ...all, u: { undoes: 'r1:tool:y' } }, { id: 'r1:2' })).toBe('r1:tool:x');
    expect(await find({ ...all, u: { undoes: 'r1:tool:y' } }, { id: 'r1:tool:y' })).toMatchObject({
      why: 'It has been taken back already: B.',
    });
    expect(await find(all, { id: 'r3:1' })).toMatchObject({ why: expect.stringContaining('no such change') });
  });
});
