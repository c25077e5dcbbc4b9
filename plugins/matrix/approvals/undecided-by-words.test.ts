import { describe, expect, it } from 'vitest';
import { undecidedByWords } from './undecided-by-words.js';

const ada = '@ada:x';
const asked = {
  eventId: '$q',
  roomId: '!r',
  threadId: '$t' as string | undefined,
  sessionId: 's-1',
  callId: 'c-1',
  asker: ada,
  summary: 'office: Send it',
  quorum: 1,
  votes: {},
  state: 'open' as const,
  ledElsewhere: false,
  askedAt: 100,
};
const yes = {
  place: { roomId: '!r', threadId: '$t' as string | undefined, userId: ada },
  sessionId: 's-1',
  replyTo: undefined,
  saidAt: 90,
};
const elsewhere = { ...yes, sessionId: 's-2', place: { ...yes.place, threadId: '$other' } };

describe('a plain yes', () => {
  it('decides what waits in its own session', () => {
    expect(undecidedByWords(yes, [asked])).toBeUndefined();
  });

  it.each([
    ['where several must agree', elsewhere, { ...asked, quorum: 2 }, '2 members must agree'],
    [
      'of somebody else, in the same thread',
      { ...yes, sessionId: 's-3', place: { ...yes.place, userId: '@ben:x' } },
      asked,
      `${ada} alone decides`,
    ],
    ['to what a task asks', { ...yes, sessionId: 's-2' }, { ...asked, ledElsewhere: true }, 'by a reaction'],
    ['in another thread', elsewhere, asked, 'in the thread of the question'],
  ])('is told that it decides nothing: %s', (_where, said, waiting, words) => {
    const told = undecidedByWords({ ...said, saidAt: undefined }, [waiting]);
    expect(told).toContain('decided nothing');
    expect(told).toContain(words);
    expect(told).toContain('office: Send it');
  });

  it('answers what was said since, unless it answers the very question', () => {
    const later = { ...elsewhere, saidAt: 200 };
    expect(undecidedByWords(later, [asked])).toBeUndefined();
    expect(undecidedByWords({ ...later, replyTo: '$q' }, [asked])).toContain('decided nothing');
  });

  it('of somebody else in another thread is about something else', () => {
    const place = { ...elsewhere.place, userId: '@ben:x' };
    expect(undecidedByWords({ ...elsewhere, place }, [asked])).toBeUndefined();
  });
});
