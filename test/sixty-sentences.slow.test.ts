import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { findCapabilities } from '../src/agent/find-capabilities.js';
import { type Candidate, candidatesOf } from '../src/planner/candidates.js';
import { readConversation } from '../src/planner/dialogue/conversation.js';
import { planTurn } from '../src/planner/dialogue/plan.js';
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

it('list_capabilities puts what is wanted first for four in five in English, and nearly always among three', () => {
  // Manifests are in English, as whoever asks by a query is told.
  const english = SENTENCES.filter(({ language }) => language === 'en');
  const listed = (said: string, most: number) =>
    findCapabilities(said, planner.capabilities)
      .slice(0, most)
      .map(({ plugin }) => plugin);
  const first = missed(english, (said) => listed(said, 1));
  expect(first.length, first.join('\n')).toBeLessThanOrEqual(10);
  const three = missed(english, (said) => listed(said, 3));
  expect(three.length, three.join('\n')).toBeLessThanOrEqual(2);
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
