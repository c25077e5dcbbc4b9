import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, timeLimit } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';

const ATTEMPT_MS = 10_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;
const MOST_BYTES = 4_096;

/** What `GET <url>/<chain>/public/<round>` of a drand HTTP relay answers. */
const beacon = z.object({ round: z.int(), signature: z.string().regex(/^[0-9a-f]{96}$/) });

/**
 * The signature of a round of drand, from any relay: whoever uses it checks it against the network's key, so that a relay
 * that lies is found out. Asked for again until `giveUpAt` (by `performance.now()`), since relays are late and away at times.
 * @throws OracleError `unavailable` with the last reason
 */
export async function fetchBeacon(
  relay: string,
  { chainHash, round }: { readonly chainHash: string; readonly round: number },
  { signal, giveUpAt }: { readonly signal: AbortSignal; readonly giveUpAt: number },
): Promise<string> {
  const url = `${relay.replace(/\/+$/, '')}/${chainHash}/public/${round}`;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await fetchOnce(url, round, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (performance.now() + pause > giveUpAt)
        throw new OracleError('unavailable', {
          detail: `The value of the drand round ${round} could not be fetched: ${messageOf(error)}.`,
          hint: `Try again later, or copy the signature from another relay and draw with it. DRAND_URL names the relay (${new URL(relay).host} now).`,
        });
      await sleep(pause, undefined, { signal });
    }
  }
}

async function fetchOnce(url: string, round: number, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, {
    signal: AbortSignal.any([signal, timeLimit(ATTEMPT_MS)]),
    redirect: 'error',
  });
  if (!answer.ok) throw new Error(`the relay answered ${answer.status}`);
  const text = await bounded(answer);
  const read = beacon.safeParse(JSON.parse(text));
  if (!read.success || read.data.round !== round) throw new Error('the relay answered with no such round');
  return read.data.signature;
}

async function bounded(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > MOST_BYTES) throw new Error('the relay answered with too much');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
