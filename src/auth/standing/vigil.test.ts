import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OracleError, type Principal } from '../../plugin/index.js';
import { recordLog } from '../../testing/recorded-log.js';
import { createVigil, type VigilDeps } from './vigil.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const person = (did: string): Principal => ({ id: did, did, kind: 'person', name: did, scopes: new Set() });
const gone = () => Promise.reject(new OracleError('forbidden', { detail: 'No longer shared.' }));
const never = () => new Promise<never>(() => undefined);

function start() {
  const known = new Set(['did:key:zA', 'did:key:zB']);
  const log = recordLog();
  const people = { find: async (did: string) => (known.has(did) ? {} : undefined) };
  const store = { people } as unknown as VigilDeps['store'];
  const vigil = createVigil({ store, clock: { now: () => 0 }, logger: log.logger });
  return { known, vigil, log };
}

it('tells of who is let in no more, and of what holds no more', async () => {
  const { known, vigil } = start();
  const lost: string[] = [];
  vigil.watch(person('did:key:zA'), ({ code }) => lost.push(`a ${code}`));
  vigil.watch(person('did:key:zB'), ({ code }) => lost.push(`b ${code}`), gone);
  known.delete('did:key:zA');
  await vi.advanceTimersByTimeAsync(1_100);
  expect(lost.toSorted()).toEqual(['a unauthenticated', 'b forbidden']);
});

it('what never answers holds up nobody else, is asked once, and sends nobody away', async () => {
  const { known, vigil, log } = start();
  const lost: string[] = [];
  const hanging = vi.fn(never);
  vigil.watch(person('did:key:zA'), () => lost.push('a'), hanging);
  vigil.watch(person('did:key:zB'), () => lost.push('b'));
  await vi.advanceTimersByTimeAsync(3_000);
  known.delete('did:key:zB');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(lost).toEqual(['b']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(hanging).toHaveBeenCalledTimes(1);
  expect(lost).toEqual(['b']);
  expect(log.lines.map(({ message }) => message)).toEqual([
    'could not look up whether a stream or an answer may go on',
  ]);
});
