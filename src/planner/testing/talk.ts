import type { Habits, PromptMessage, ToolSchema } from '../../plugin/index.js';
import type { KnownCapability } from '../choosing/rank-capabilities.js';
import { type DecidedCall, decide } from '../dialogue/planning/decide.js';
import type { Model } from '../understanding/model.js';
import { asksToGoAhead } from '../wording/speak.js';

/** What the planner did in the last turn of a talk: its calls in order, then its words. */
export interface Spoken {
  readonly calls: readonly DecidedCall[];
  readonly text: string;
}

export interface TalkOptions {
  readonly capabilities: readonly KnownCapability[];
  readonly bound: readonly ToolSchema[];
  /** What was learnt; without it words and schemas decide. */
  readonly model?: Model;
  /** How the person writes and reads. */
  readonly habits?: Habits;
  /** What a tool answers; `Error: …` is an error. Default `{"ok":true}`. */
  readonly answer?: (call: DecidedCall) => string;
}

/** Says `said` turn by turn to the planner, runs its calls against canned answers, and gives back the last turn. */
export function talk(said: readonly string[], options: TalkOptions): Spoken {
  return spokenOf(said, begun(), options);
}

/** The same, with a yes to what the planner proposes at the end; the calls of both. */
export function talkAndAgree(said: readonly string[], options: TalkOptions): Spoken {
  const messages = begun();
  const spoken = spokenOf(said, messages, options);
  if (!asksToGoAhead(spoken.text)) return spoken;
  const agreed = spokenOf(['yes'], messages, options);
  return { calls: [...spoken.calls, ...agreed.calls], text: agreed.text };
}

function begun(): PromptMessage[] {
  return [{ role: 'system', content: 'You are an oracle. Today is 2025-03-12.' }];
}

/** What the planner does in the last turn of a talk that goes on; what is said and done is added to its messages. */
function spokenOf(said: readonly string[], messages: PromptMessage[], options: TalkOptions): Spoken {
  let last: Spoken = { calls: [], text: '' };
  const id = () => `m${messages.length}`;
  for (const content of said) {
    messages.push({ role: 'user', id: id(), content });
    const calls: DecidedCall[] = [];
    let text: string | undefined;
    for (let step = 0; text === undefined; step++) {
      if (step > 8) throw new Error(`The planner does not end: ${JSON.stringify(said)}`);
      const decision = decide(messages, options.bound, options.capabilities, options.model, options.habits);
      if (decision.kind === 'text') {
        text = decision.text;
        messages.push({ role: 'assistant', id: id(), content: text });
        continue;
      }
      const first = messages.length;
      const made = decision.calls.map((call, at) => ({ id: `c${first}-${at}`, ...call }));
      messages.push({ role: 'assistant', id: id(), content: '', toolCalls: made });
      for (const call of made) {
        const answer = options.answer?.(call) ?? '{"ok":true}';
        const status = answer.startsWith('Error: ') ? 'error' : 'ok';
        messages.push({
          role: 'tool',
          id: id(),
          toolCallId: call.id,
          name: call.name,
          content: answer,
          status,
        });
        calls.push({ name: call.name, args: call.args });
      }
    }
    last = { calls, text };
  }
  return last;
}
