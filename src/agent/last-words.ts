import { oneLine } from '../kit/index.js';
import type { PromptMessage, ToolCall } from '../plugin/index.js';
import type { RunAnswers } from '../runs/answers.js';

/** So many turns of calls that do not exist end a run: a model that was told so twice does not find out. */
export const MOST_STRAY_TURNS = 3;

/** The last question before the limit of steps; part of the request alone, never of the thread. */
export function sumUp(runId: string, maxSteps: number): PromptMessage {
  return {
    role: 'user',
    id: `${runId}:limit`,
    content: `The limit of ${maxSteps} steps for this run is reached, and no more tools can be called. Answer now with what you have found, and say what is still missing.`,
  };
}

/** What the person reads below the answer at the limit of steps. */
export function limitWords(maxSteps: number): string {
  return `*I stopped here: a run of this oracle may take ${maxSteps} steps. Send another message to go on.*`;
}

/** What is said once what somebody else asked for was decided: the results stand above it. */
export function decidedFor(name: string, { decisions }: Pick<RunAnswers, 'decisions'>): string {
  const allowed = decisions.some(({ approved }) => approved);
  const what = allowed ? 'What was allowed is settled' : 'This was declined';
  return `${what}, and I stopped here: ${oneLine(name, 60)} asked for it, and can say how to go on.`;
}

/** What the person reads when a model goes on calling what does not exist. */
export function strayWords(calls: readonly ToolCall[]): string {
  const names = [...new Set(calls.map(({ name }) => `'${oneLine(name, 60)}'`))].slice(0, 3).join(', ');
  if (calls.every(({ malformed }) => malformed !== undefined))
    return `*I stopped here: ${MOST_STRAY_TURNS} times in a row I wrote a call of a tool that cannot be read. Ask again in other words, or ask another model.*`;
  return `*I stopped here: ${MOST_STRAY_TURNS} times in a row I called tools that this oracle does not have, last ${names}. Ask again in other words, or ask what I can do.*`;
}
