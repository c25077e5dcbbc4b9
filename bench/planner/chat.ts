import {
  computeDesign,
  type DesignRequest,
  type Distributions,
  profilesWith,
} from '../../plugins/sampling/library.js';
import { type Spoken, type TalkOptions, talk } from '../../src/planner/testing/talk.js';
import { asksToGoAhead } from '../../src/planner/wording/speak.js';
import { OracleError, type ToolSchema } from '../../src/plugin/index.js';
import { canBeCalled } from './callable.js';
import type { Entry } from './corpus.js';
import { weightOf } from './outcome.js';
import type { Judged } from './report.js';
import { isRight } from './score.js';

/** What a person met who said an entry to the whole chat. */
export interface Met extends Judged {
  /** Operations that were called, or would have been after a yes. */
  readonly called: readonly string[];
  /** Their arguments. */
  readonly args: readonly Readonly<Record<string, unknown>>[];
  /** What it was answered before a yes. */
  readonly text: string;
}

/** The chat that is talked to, and what its tools answer by. */
export interface Chat {
  readonly options: TalkOptions;
  readonly tools: ReadonlyMap<string, ToolSchema>;
  readonly distributions: Distributions;
}

/**
 * Says an entry to the chat as the product has it: every call that its last message causes must be the wanted one, and of
 * a proposal the calls that a yes makes. A call that its tool refuses is a question: it says what is missing or wrong.
 */
export function meet(entry: Entry, chat: Chat): Met {
  const { tools } = chat;
  const spoken = say(entry.say, chat);
  const done = spoken.calls;
  const isProposal = (spoken.refused || done.length === 0) && asksToGoAhead(spoken.text);
  const agreed = isProposal ? say([...entry.say, 'yes'], chat) : spoken;
  const calls = agreed.refused ? [] : agreed.calls;
  // The runtime shows such calls and makes none before a yes.
  const isAsked =
    calls.length > 0 && calls.every(({ name, args }) => tools.get(name)?.asksFirst?.(args) === true);
  const right =
    calls.length > 0 && calls.every(({ name, args }) => isRight(entry, { operation: name, args }));
  const weights = calls.map(({ name }) => weightOf(tools.get(name)));
  const weight = (['change', 'compute', 'read'] as const).find((one) => weights.includes(one)) ?? 'read';
  return {
    entry,
    band: calls.length === 0 ? 'ask' : isProposal || isAsked ? 'propose' : 'act',
    right,
    callable: canBeCalled(entry, tools),
    weight,
    called: calls.map(({ name }) => name),
    args: calls.map(({ args }) => args),
    text: spoken.text,
  };
}

/** The calls of tools that the last message caused, and whether none of them was answered. */
function say(
  said: readonly string[],
  { options, tools, distributions }: Chat,
): Spoken & { refused: boolean } {
  const refusals = new Set<unknown>();
  const spoken = talk(said, {
    ...options,
    answer: ({ name, args }) => {
      const refusal = name === 'design_sample' ? refusalOf(args, distributions) : undefined;
      if (refusal === undefined) return '{"ok":true}';
      refusals.add(args);
      return `Error: ${refusal}`;
    },
  });
  const calls = spoken.calls.filter(({ name }) => tools.has(name));
  return { ...spoken, calls, refused: calls.length > 0 && calls.every(({ args }) => refusals.has(args)) };
}

/**
 * Why a design cannot be computed: the one operation of many rules, and half of all entries are about it. Only which
 * standard a confidence is of it may ask: what was said is understood then.
 */
function refusalOf(
  args: Readonly<Record<string, unknown>>,
  distributions: Distributions,
): string | undefined {
  try {
    computeDesign(args as unknown as DesignRequest, profilesWith(), distributions);
    return undefined;
  } catch (error) {
    if (!(error instanceof OracleError)) return String(error);
    return error.errors?.some(({ field }) => field === 'profile') === true ? undefined : error.detail;
  }
}
