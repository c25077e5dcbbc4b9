import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { findCapabilities } from '../src/agent/find-capabilities.js';
import { type Candidate, candidatesOf } from '../src/planner/choosing/candidates.js';
import { planTurn } from '../src/planner/dialogue/planning/plan.js';
import { readConversation } from '../src/planner/dialogue/turns/conversation.js';
import { shippedPlanner } from './support/planner-of.js';

/**
 * Sixty sentences of people in four roles, ten of them not in English, written from the README's list of plugins by somebody
 * who had read no manifest and no utterance: what they want must come first. Never teach these sentences to anything.
 */
interface Wanted {
  readonly who: string;
  readonly language: string;
  /** The plugin. */
  readonly want: string;
  readonly said: string;
}
const SENTENCES = readFileSync(new URL('./fixtures/sixty-sentences.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Wanted);

let planner: Awaited<ReturnType<typeof shippedPlanner>>;
beforeAll(async () => {
  planner = await shippedPlanner(shippedPlugins);
});

/** Sentences for which `plugins` gives another plugin than is wanted, with what it gives. */
const missed = (sentences: readonly Wanted[], plugins: (said: string) => readonly (string | undefined)[]) =>
  sentences.flatMap(({ want, said }) => {
    const given = plugins(said);
    return given.includes(want) ? [] : [`${said} wants ${want}, gets ${given.join(', ')}`];
  });

it('are sixty, ten of them not in English', () => {
  expect(SENTENCES).toHaveLength(60);
  expect(SENTENCES.filter(({ language }) => language !== 'en')).toHaveLength(10);
});

it('list_capabilities puts what is wanted first for nearly all, in whatever language, and among three for the rest', async () => {
  const found = new Map<string, readonly (string | undefined)[]>();
  for (const { said } of SENTENCES)
    found.set(
      said,
      (await findCapabilities(said, planner.capabilities)).found.map(({ plugin }) => plugin),
    );
  const listed = (most: number) => (said: string) => found.get(said)?.slice(0, most) ?? [];
  const first = missed(SENTENCES, listed(1));
  expect(first.length, first.join('\n')).toBeLessThanOrEqual(9);
  const three = missed(SENTENCES, listed(3));
  expect(three.length, three.join('\n')).toBeLessThanOrEqual(3);
});

it('list_capabilities says of a query of which nothing matches that its list is no ranking', async () => {
  const { found, note } = await findCapabilities('Xqzt brmpf', planner.capabilities);
  expect(found).toEqual(planner.capabilities);
  expect(note).toContain('Nothing matches the query');
});

it('the keyless chat does, proposes or names first what is wanted for four in five', () => {
  const candidates = candidatesOf(planner.capabilities, planner.bound);
  const meant = (said: string): readonly (string | undefined)[] => {
    const messages = [
      { role: 'system', content: 'You are an oracle. Today is 2025-03-12.' } as const,
      { role: 'user', id: 'm1', content: said } as const,
    ];
    const plan = planTurn(readConversation(messages, {}), 0, { candidates, model: planner.model });
    const first: Candidate | undefined =
      plan.kind === 'calls' ? plan.calls[0]?.candidate : plan.kind === 'unsure' ? plan.nearest[0] : undefined;
    return [first?.capability?.plugin];
  };
  // Fifty when this was written; another training moves one or two.
  const first = missed(SENTENCES, meant);
  expect(first.length, first.join('\n')).toBeLessThanOrEqual(12);
});
