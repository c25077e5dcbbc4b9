import { canonicalJson } from 'oracle-runtime/kit';
import type { RunEvent, ToolCallEvent } from 'oracle-runtime/plugin';

/** What a call came to. */
export type RecordedResult =
  | { readonly status: 'done'; readonly output: unknown }
  | { readonly status: 'error'; readonly error: string };

/** The results of a run's tool calls, by tool and arguments. */
export class RecordedResults {
  readonly #results = new Map<string, RecordedResult[]>();

  take(event: RunEvent): void {
    if (event.type !== 'tool_call' || event.status === 'running') return;
    const key = keyOf(event);
    const known = this.#results.get(key) ?? [];
    this.#results.set(key, [...known, resultOf(event)]);
  }

  /** What such a call came to, each time the next of them; the last one stands for all that follow. */
  next(call: Pick<ToolCallEvent, 'name' | 'args'>): RecordedResult | undefined {
    const [first, ...rest] = this.#results.get(keyOf(call)) ?? [];
    if (rest.length > 0) this.#results.set(keyOf(call), rest);
    return first;
  }
}

const keyOf = ({ name, args }: Pick<ToolCallEvent, 'name' | 'args'>) => `${name} ${canonicalJson(args)}`;

function resultOf({ status, output, error }: ToolCallEvent): RecordedResult {
  return status === 'error' ? { status, error: error ?? 'The tool failed.' } : { status: 'done', output };
}
