// Lets one process at a time install and build in this checkout. What a killed one left behind stops nobody.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const LOCK = fileURLToPath(new URL('../.cache/install.lock', import.meta.url));
const WAIT_MS = 200;
/** A lock is empty only between its making and its first byte. */
const EMPTY_MS = 5_000;

/**
 * Does the work while no other process does any. `work` is given a function to tell of a process that works for it: the
 * lock holds while one of the two lives, so an installation whose starter was killed is waited for.
 */
export async function oneAtATime(work) {
  mkdirSync(dirname(LOCK), { recursive: true });
  await acquire();
  const release = () => rmSync(LOCK, { force: true });
  process.on('exit', release);
  try {
    return await work((pid) => writeFileSync(LOCK, `${process.pid} ${pid}`));
  } finally {
    release();
    process.off('exit', release);
  }
}

async function acquire() {
  let told = false;
  for (;;) {
    try {
      writeFileSync(LOCK, `${process.pid}`, { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holders = read(LOCK);
    if (holders !== undefined && isStale(holders)) {
      drop(holders);
      continue;
    }
    if (!told) console.error(`Another process (${holders ?? 'unknown'}) installs here; waiting for it ...`);
    told = true;
    await sleep(WAIT_MS);
  }
}

/** What stands in a lock; undefined when it is gone. */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function isStale(holders) {
  if (holders === '')
    return (statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? 0) < Date.now() - EMPTY_MS;
  return !holders.split(' ').some((pid) => isAlive(Number(pid)));
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Takes a stale lock away, unless another process did and holds a new one by now. */
function drop(stale) {
  const aside = `${LOCK}.${process.pid}`;
  try {
    renameSync(LOCK, aside);
  } catch {
    return;
  }
  if (read(aside) === stale) rmSync(aside);
  else renameSync(aside, LOCK);
}
