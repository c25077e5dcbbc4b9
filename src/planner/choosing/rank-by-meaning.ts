import { intentsOf } from '../understanding/intents.js';
import { loadModel } from '../understanding/load-model.js';
import { readTurn } from '../understanding/read-turn.js';
import { createReader } from '../understanding/reader.js';
import { type KnownCapability, rankCapabilities } from './rank-capabilities.js';

/** A request that shares so much with a capability speaks of it plainly: about the words of a tag and a title. */
const PLAIN = 4;
/** What is learnt of a wish weighs beside its words, and from where on it names a capability by itself. */
const LEARNT = 1;
const LEAST = 0.2;
/** A request has at most so many characters that matter. */
const LONGEST = 500;

/**
 * Capabilities that a request means, best first, by the words of their manifests and by what was learnt of how people say such
 * wishes in six languages; none where neither knows any.
 */
export async function rankByMeaning(
  request: string,
  capabilities: readonly KnownCapability[],
): Promise<readonly string[]> {
  const text = request.slice(0, LONGEST);
  const ranked = rankCapabilities(text, capabilities);
  const plain = Math.max(PLAIN, ranked[0]?.score ?? 0);
  const worth = new Map(ranked.map(({ name, score }) => [name, score / plain]));
  for (const [name, share] of await learntShares(text, capabilities)) {
    if (worth.has(name) || share >= LEAST) worth.set(name, (worth.get(name) ?? 0) + LEARNT * share);
  }
  return [...worth]
    .sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
    .map(([name]) => name);
}

/** How likely each capability is meant, among all that there was something to learn of. */
async function learntShares(
  text: string,
  capabilities: readonly KnownCapability[],
): Promise<ReadonlyMap<string, number>> {
  const model = await loadModel();
  if (model === undefined || text.trim() === '') return new Map();
  const owners = new Map(
    capabilities.flatMap(({ name, tools }) => tools.map((tool) => [tool.name, { name, tool }] as const)),
  );
  const reader = createReader();
  const turn = readTurn(reader.read(text, reader.languageOf(text)), reader);
  const known = new Map([...owners].map(([name, { tool }]) => [name, tool]));
  const { list, not } = intentsOf(turn, undefined, known, model);
  const shares = new Map<string, number>();
  for (const { label, p } of list) {
    const owner = owners.get(label.split('|', 1)[0] ?? label)?.name;
    if (owner !== undefined) shares.set(owner, (shares.get(owner) ?? 0) + p * (1 - not));
  }
  return shares;
}
