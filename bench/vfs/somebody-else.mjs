/**
 * Somebody else, in a process of their own, who asks for /health all the time until they are told to leave; then they say
 * how long they waited at most, milliseconds.
 *
 *   node somebody-else.mjs ORIGIN
 */
import { setTimeout as sleep } from 'node:timers/promises';

let isLeaving = false;
process.once('message', () => {
  isLeaving = true;
});
let longest = 0;
while (!isLeaving) {
  const start = performance.now();
  await (await fetch(`${process.argv[2]}/health`)).arrayBuffer();
  longest = Math.max(longest, performance.now() - start);
  await sleep(5);
}
process.send?.(longest);
process.disconnect?.();
