import { spawn } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { WorkProcess } from './work-process.js';

/** Gives back what it gets, or never, or ends, or throws. */
const CHILD = `
process.on('message', ({ id, work }) => {
  if (work === 'spin') for (;;);
  if (work === 'end') process.exit(9);
  if (work === 'throw') return process.send({ id, fault: 'no such column' });
  process.send({ id, result: work });
});
process.send({ id: 'ready' });
`;

const open: WorkProcess<string, string>[] = [];
let started = 0;
function workProcess(code = CHILD, mostWaiting = 5): WorkProcess<string, string> {
  const made = new WorkProcess<string, string>({
    start: () => {
      started++;
      return spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    },
    timeoutMs: 400,
    mostWaiting,
  });
  open.push(made);
  return made;
}
afterEach(async () => {
  started = 0;
  await Promise.all(open.splice(0).map((each) => each.dispose()));
});

it('does one piece after the other in one process', async () => {
  const working = workProcess();
  expect(await Promise.all(['a', 'b', 'c'].map((work) => working.run(work, 'ann')))).toEqual(['a', 'b', 'c']);
  expect(started).toBe(1);
});

it.each([
  ['spin', 'late', 'longer than 0.4 s'],
  ['end', 'fault', 'too much memory'],
  ['throw', 'fault', 'no such column'],
])('lives through what does %s, and works on', async (work, why, words) => {
  const working = workProcess();
  await expect(working.run(work, 'ann')).rejects.toMatchObject({
    why,
    message: expect.stringContaining(words),
  });
  expect(await working.run('next', 'ann')).toBe('next');
});

it('lets nobody wait for all that another asked for, and takes no more of one than it says', async () => {
  const working = workProcess();
  const done: string[] = [];
  const note = (name: string) => () => done.push(name);
  const ofAnn = Array.from({ length: 8 }, () => working.run('spin', 'ann').catch(note('ann')));
  const ofBob = working.run('b', 'bob').then(note('bob'));
  const refused = working.run('one too many', 'ann');
  await expect(refused).rejects.toMatchObject({ why: 'busy' });
  await ofBob;
  // Two of the eight were refused at once; of the others one was worked on.
  expect(done).toEqual(['ann', 'ann', 'ann', 'bob']);
  await Promise.all(ofAnn);
}, 20_000);

it('hears an abort at once, and drops what still waits', async () => {
  const working = workProcess();
  const first = working.run('spin', 'ann').catch(() => 'late');
  const ending = new AbortController();
  const second = working.run('b', 'ann', ending.signal);
  ending.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  expect(await first).toBe('late');
});

it('says that its process does not start, and tries again', async () => {
  const working = workProcess('process.exit(3)');
  await expect(working.run('a', 'ann')).rejects.toMatchObject({ why: 'unstarted' });
  await expect(working.run('a', 'ann')).rejects.toMatchObject({ why: 'unstarted' });
  expect(started).toBe(2);
});
