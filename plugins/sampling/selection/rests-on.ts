import { type AuthorityValue, firstPublic, formOfValue } from './authority-value.js';
import { bindsAll, type Commitment } from './commitment.js';
import { drandRoundTime } from './drand.js';
import { gapWords, whichValueOpen } from './named-value.js';
import { quoted } from './quoted.js';
import type { SeedOrigin } from './seed-source.js';

/**
 * Somebody who saw the hash of a commitment before its value was known. `auditor`: whoever verifies, with his own eyes.
 * `oracle`: the one that is asked, whose own trail holds it. `stated`: somebody says so, and it can be looked up.
 */
export interface Witness {
  readonly by: 'auditor' | 'oracle' | 'stated';
  readonly where: string;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** How far a draw can be trusted, in a sentence. */
export interface Foundation {
  /** Whether the commitment is shown to be older than the value. */
  readonly proven: boolean;
  readonly restsOn: string;
}

/** What the randomness of a draw rests on: the value, the commitment before it, and who saw that. */
export function foundationOf(origin: SeedOrigin, witnesses: readonly Witness[] = []): Foundation {
  if (origin.kind === 'typed')
    return {
      proven: false,
      restsOn:
        'a seed typed by a person: anybody can repeat the draw, but other seeds may have been tried before it',
    };
  const { commitment } = origin;
  const publicAt =
    origin.kind === 'drand'
      ? new Date(drandRoundTime(origin.beacon.round)).toISOString()
      : firstKnown(origin.authority, commitment);
  const value =
    origin.kind === 'drand'
      ? `drand round ${origin.beacon.round}`
      : `the value ${quoted(origin.authority.value)} of ${commitment.source.kind === 'authority' ? quoted(commitment.source.authority) : 'an authority'} (${quoted(origin.authority.reference)}${origin.authority.publicAt === undefined ? '' : `, public since ${origin.authority.publicAt} as whoever drew entered it${commitment.source.kind === 'authority' ? gapWords(commitment.source, origin.authority) : ''}`})`;
  // A round is public from its first moment on; a value is received after it was asked for, maybe in the same moment.
  const latest = Date.parse(publicAt) - (origin.kind === 'drand' ? 1 : 0);
  const seen = witnesses.filter(({ at }) => Date.parse(at) <= latest);
  const sentence = (witness: Witness) =>
    `${value}, committed before ${publicAt}, published at ${witness.by === 'stated' ? quoted(witness.where) : witness.where} (${witness.at})`;
  if (!bindsAll(commitment))
    return {
      proven: false,
      restsOn: `${value}: its commitment, of an older form, binds the ids of the registry and not their strata or sizes, which could be changed when the value was known`,
    };
  if (origin.kind === 'authority' && origin.authority.publicAt === undefined)
    return {
      proven: false,
      restsOn: `${value}: nobody said when it became public, so that its commitment came before it is not shown`,
    };
  if (origin.kind === 'authority' && formOfValue(origin.authority.value) !== origin.authority.value)
    return {
      proven: false,
      restsOn: `${value}: it stands in a spelling of which there are others, and each of them is another draw`,
    };
  const open =
    origin.kind === 'authority' && commitment.source.kind === 'authority'
      ? whichValueOpen(commitment.source, origin.authority)
      : undefined;
  if (open !== undefined) return { proven: false, restsOn: `${value}: ${open}` };
  if (origin.kind === 'authority' && isBeforePublic(origin.authority))
    return {
      proven: false,
      restsOn: `${value}: it was drawn by at ${origin.authority.receivedAt}, before it is said to have been public`,
    };
  const auditor = seen.find(({ by }) => by === 'auditor');
  if (auditor !== undefined) return { proven: true, restsOn: sentence(auditor) };
  const condition = `verifiable only if ${commitment.sha256} was published before ${publicAt}`;
  const stated = seen.find(({ by }) => by === 'stated');
  const oracle = seen.find(({ by }) => by === 'oracle');
  if (stated !== undefined)
    return {
      proven: oracle !== undefined,
      restsOn: `${sentence(stated)}, as its owner states: look it up there. Otherwise ${condition}`,
    };
  if (oracle !== undefined)
    return {
      proven: true,
      restsOn: `${value}, committed before ${publicAt} by ${oracle.where}; to others ${condition}`,
    };
  return { proven: false, restsOn: `${value}: ${condition}` };
}

/** The first moment at which somebody may have known a value: when it was said to be public, and when it was to be. */
function firstKnown(value: AuthorityValue, { source }: Commitment): string {
  const times = [
    firstPublic(value) ?? value.receivedAt,
    ...(source.kind === 'authority' && source.publicFrom !== undefined ? [source.publicFrom] : []),
  ].map((time) => new Date(time).toISOString());
  return times.sort()[0] ?? value.receivedAt;
}

function isBeforePublic(value: AuthorityValue): boolean {
  return Date.parse(firstPublic(value) ?? value.receivedAt) > Date.parse(value.receivedAt);
}
