import { describe, expect, it } from 'vitest';
import { countVote } from './count-votes.js';

const asked = { asker: '@a:x', quorum: 1, votes: {}, state: 'open' as const };

describe('a vote', () => {
  it('counts of the asker alone where one suffices', () => {
    expect(countVote(asked, '@b:x', true)).toBeUndefined();
    expect(countVote(asked, '@a:x', true)).toEqual({ votes: { '@a:x': true }, state: 'allowed' });
    expect(countVote(asked, '@a:x', false)).toEqual({ votes: { '@a:x': false }, state: 'declined' });
  });

  it('counts once a member where several must agree, and one no ends it', () => {
    const once = countVote({ ...asked, quorum: 2 }, '@b:x', true);
    expect(once).toEqual({ votes: { '@b:x': true }, state: 'open' });
    const open = { ...asked, quorum: 2, votes: { '@b:x': true } };
    expect(countVote(open, '@b:x', true)?.state).toBe('open');
    expect(countVote(open, '@c:x', true)?.state).toBe('allowed');
    expect(countVote(open, '@c:x', false)?.state).toBe('declined');
  });

  it('counts no more once it is decided', () => {
    expect(countVote({ ...asked, state: 'declined' }, '@a:x', true)).toBeUndefined();
  });
});
