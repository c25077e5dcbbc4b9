import type { Candidate } from '../../choosing/candidates.js';
import { type KnownCapability, rankCapabilities } from '../../choosing/rank-capabilities.js';
import { contentStems } from '../../language/tokenize.js';

/** A message that shares so much with a capability speaks of it plainly: about the words of a tag and a title. */
export const PLAIN = 2;

/** `minutes/board`, `lease.pdf`: the name of something, whose letters say nothing of what is to be done with it. */
const NAME = /\S*(?:\/|[\p{L}\p{N}]\.(?=\p{L}))\S*/gu;

/**
 * What comes nearest to a message that nothing is made of, best first: as it was, and by the words that capabilities
 * are about. What was learnt is least sure of what few sentences taught, which the words of a manifest still name.
 */
export function nearestByWords(
  message: string,
  nearest: readonly Candidate[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const text = message.replace(NAME, ' ');
  const capabilities = new Set(candidates.flatMap(({ capability }) => capability ?? []));
  const ranked = rankCapabilities(text, [...capabilities]);
  const plain = Math.max(PLAIN, ranked[0]?.score ?? 0);
  const shares = new Map(ranked.map(({ name, score }) => [name, score / plain]));
  const first = nearest.filter(
    (one, at) => nearest.findIndex(({ capability }) => capability === one.capability) === at,
  );
  const places = new Map(first.map((one, at) => [one, 1 / (2 + at)]));
  const named = [...capabilities]
    .filter(
      (capability) => shares.has(capability.name) && !first.some((one) => one.capability === capability),
    )
    .flatMap((capability) => bestOf(text, capability, candidates) ?? []);
  const worth = (one: Candidate) => shareOf(one, shares) + (places.get(one) ?? 0);
  return [...first, ...named].sort((a, b) => worth(b) - worth(a) || shareOf(b, shares) - shareOf(a, shares));
}

function shareOf({ capability }: Candidate, shares: ReadonlyMap<string, number>): number {
  return capability === undefined ? 0 : (shares.get(capability.name) ?? 0);
}

/** The tool of a capability that shares most with the words of a message. */
function bestOf(
  text: string,
  capability: KnownCapability,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const stems = new Set(contentStems(text));
  const shared = ({ terms }: Candidate) => [...stems].reduce((sum, stem) => sum + (terms.get(stem) ?? 0), 0);
  return candidates
    .filter((one) => one.capability === capability)
    .reduce<Candidate | undefined>(
      (best, one) => (best === undefined || shared(one) > shared(best) ? one : best),
      undefined,
    );
}
