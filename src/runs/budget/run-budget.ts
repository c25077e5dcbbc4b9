import type { RunBound, TerminalEvent, ToolCall } from '../../plugin/index.js';
import { Abort } from '../run-end.js';
import type { RunLimits } from './run-limits.js';
import type { HeldText, SharedRoom } from './shared-room.js';

/** Of arguments that are too large, what stays to recognise them by. */
const SHOWN_ARGUMENTS = 200;
const KEPT = 'What it had said so far is kept.';

export interface RunBudgetDeps {
  readonly limits: RunLimits;
  /** What all runs of the process keep in memory together. */
  readonly room: SharedRoom;
  /** Ends the run. */
  abort(reason: Abort): void;
  /** A bound was reached. */
  reached(bound: RunBound): void;
}

/** What is left of the limits of one run. It ends the run once one of them is used up. */
export class RunBudget {
  readonly #deps: RunBudgetDeps;
  readonly #timer: NodeJS.Timeout;
  readonly #held: HeldText;
  #chars: number;
  #bytes: number;
  #spent = false;

  constructor(deps: RunBudgetDeps) {
    this.#deps = deps;
    const { seconds, outputChars, storedBytes } = deps.limits;
    this.#chars = outputChars;
    this.#bytes = storedBytes;
    this.#timer = setTimeout(() => this.#end('seconds', tooLong(seconds)), seconds * 1000);
    this.#timer.unref();
    this.#held = deps.room.open(() => this.#end('memory', TOO_MUCH_TOGETHER));
  }

  /** Text that is kept in memory for as long as the run goes on, beside what its models say. */
  holds(text: string): void {
    this.#held.add(text);
  }

  /** Words of a model, cut where the budget ends. */
  said(text: string): string {
    const most = this.#chars;
    this.#take(text.length);
    const taken = text.length > most ? text.slice(0, most) : text;
    this.#held.add(taken);
    return taken;
  }

  /** A call of a model; without its arguments when they are too large, which the model is then told. */
  called(call: ToolCall): ToolCall {
    const { extra, malformed, ...whole } = call;
    const { argumentBytes } = this.#deps.limits;
    const json = malformed ?? JSON.stringify(call.args);
    const size =
      Buffer.byteLength(json) + (extra === undefined ? 0 : Buffer.byteLength(JSON.stringify(extra)));
    this.#take(json.length);
    if (size <= argumentBytes) {
      this.#held.add(json);
      return call;
    }
    this.#deps.reached('arguments');
    return {
      ...whole,
      args: {},
      malformed: json.slice(0, SHOWN_ARGUMENTS),
      oversized: { size, most: argumentBytes },
    };
  }

  /** So many bytes of events went into the store. */
  stored(bytes: number): void {
    this.#bytes -= bytes;
    if (this.#bytes < 0) this.#end('storage', tooMuchStored(this.#deps.limits.storedBytes));
  }

  /** Undefined while all runs together may keep more; else to be waited for before the run says much more. */
  get full(): Promise<void> | undefined {
    return this.#deps.room.full;
  }

  /** The end of the run is told: what it kept is free. */
  release(): void {
    this.#held.release();
  }

  /** The work of the run is over. */
  close(): void {
    clearTimeout(this.#timer);
    this.#spent = true;
  }

  #take(chars: number): void {
    this.#chars = this.#chars - chars;
    if (this.#chars >= 0) return;
    this.#chars = 0;
    this.#end('output', tooMuchSaid(this.#deps.limits.outputChars));
  }

  #end(bound: RunBound, terminal: TerminalEvent): void {
    if (this.#spent) return;
    this.close();
    this.#deps.reached(bound);
    this.#deps.abort(new Abort(terminal));
  }
}

function tooLong(seconds: number): TerminalEvent {
  return {
    type: 'error',
    code: 'run_too_long',
    message: `This answer took more than ${seconds} s, which is the most that one may take, and was stopped.`,
    hint: `${KEPT} Ask for less at a time; the operator sets RUN_MAX_SECONDS.`,
  };
}

function tooMuchSaid(chars: number): TerminalEvent {
  return {
    type: 'error',
    code: 'answer_too_long',
    message: `The language model said more than ${chars} characters, which is the most for one answer, and was stopped.`,
    hint: `${KEPT} Ask for less at a time; the operator sets RUN_MAX_OUTPUT_CHARS.`,
  };
}

function tooMuchStored(bytes: number): TerminalEvent {
  return {
    type: 'error',
    code: 'run_too_large',
    message: `This answer and what its tools returned came to more than ${bytes} bytes, which is the most for one, and it was stopped.`,
    hint: `${KEPT} Ask for less at a time; the operator sets RUN_MAX_STORED_BYTES.`,
  };
}

const TOO_MUCH_TOGETHER: TerminalEvent = {
  type: 'error',
  code: 'run_too_large',
  message:
    'All answers under way came to more than this oracle can keep in memory, and this one, the largest, was stopped.',
  hint: `${KEPT} Send a message to go on in a moment, or ask for less at a time; the operator gives the process more memory with NODE_OPTIONS=--max-old-space-size.`,
};
