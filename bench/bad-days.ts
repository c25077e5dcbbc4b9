/**
 * What bad days cost, as one Markdown table: random kills of three processes under load, many open streams, idle ones,
 * slow readers, a soak of chats.
 *
 *   npm run bench:bad-days                          all of it: about twenty-five minutes
 *   npm run bench:bad-days -- kills --minutes 3     one of kills, streams, idle, slow, soak
 *
 * Needs Linux (/proc), a build (`npm run build`), descriptors for the idle streams (`ulimit -n 20000`) and, for the kills,
 * ORACLE_TEST_POSTGRES_URL.
 */
import { parseArgs } from 'node:util';
import { killStorm } from './bad-days/kill-storm.js';
import { busyStreams, idleStreams, slowReaders } from './bad-days/open-streams.js';
import { soak } from './bad-days/soak.js';
import type { Figure } from './bad-days/stage.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    streams: { type: 'string', default: '1000' },
    idle: { type: 'string', default: '10000' },
    chats: { type: 'string', default: '20000' },
  },
});

const DAYS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  kills: () => killStorm(Number(values.minutes)),
  streams: () => busyStreams(Number(values.streams), 30),
  idle: () => idleStreams(Number(values.idle)),
  slow: () => slowReaders(200, 30),
  soak: () => soak(Number(values.chats)),
};

const chosen = positionals.length === 0 ? Object.keys(DAYS) : positionals;
let holds = true;
console.log('| what | figure |\n| --- | --- |');
for (const name of chosen) {
  const day = DAYS[name];
  if (day === undefined) throw new Error(`There is no ${name}: ${Object.keys(DAYS).join(', ')}`);
  for (const figure of await day()) {
    holds &&= figure.holds !== false;
    console.log(`| ${figure.what} | ${figure.value}${figure.holds === false ? ' (does not hold)' : ''} |`);
  }
}
process.exitCode = holds ? 0 : 1;
