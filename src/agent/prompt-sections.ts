import { abortable } from '../kit/index.js';
import { OracleError, type PromptSection } from '../plugin/index.js';
import type { RunContext } from '../runs/run-context.js';

const DEADLINE_MS = 300;
const LATE = Symbol('late');

/** What a section that failed says of itself to the model, if anything. */
interface Failed {
  readonly failed: string | undefined;
}

/**
 * What the plugins' sections say in this run, in their order. One that throws is logged and left out, but for the detail of
 * an `OracleError`, which the model reads in its place; one that is late is left out too. A `notice` names all that were.
 */
export async function sectionBodies(
  sections: readonly PromptSection[],
  run: RunContext,
): Promise<readonly string[]> {
  const bodies = await Promise.all(sections.map((section) => bodyOf(section, run)));
  const late = sections.filter((_, i) => bodies[i] === LATE).map(({ name }) => name);
  if (late.length > 0) {
    run.logger.warn({ sections: late }, 'prompt sections were late');
    const text = `This answer was begun without what took too long to look up: ${late.join(', ')}.`;
    run.emit({ type: 'notice', code: 'section_late', text });
  }
  const failed = sections.filter((_, i) => isFailed(bodies[i])).map(({ name }) => name);
  if (failed.length > 0) {
    const text = `This answer was begun without what could not be looked up: ${failed.join(', ')}.`;
    run.emit({ type: 'notice', code: 'section_failed', text });
  }
  return bodies
    .map((body) => (isFailed(body) ? body.failed : body))
    .filter((body): body is string => typeof body === 'string' && body !== '');
}

function isFailed(body: unknown): body is Failed {
  return typeof body === 'object' && body !== null;
}

async function bodyOf(
  section: PromptSection,
  run: RunContext,
): Promise<string | undefined | typeof LATE | Failed> {
  const { principal, sessionId, message, metadata } = run;
  const stop = new Stop(run.signal);
  let timer: NodeJS.Timeout | undefined;
  try {
    const body = section.body({
      principal,
      sessionId,
      message,
      metadata,
      get signal() {
        return stop.signal;
      },
    });
    if (body === undefined || typeof body === 'string') return body;
    const late = new Promise<typeof LATE>((resolve) => {
      timer = setTimeout(resolve, section.deadlineMs ?? DEADLINE_MS, LATE);
    });
    return await abortable(Promise.race([body, late]), run.signal);
  } catch (error) {
    run.signal.throwIfAborted();
    const known = OracleError.isInstance(error) ? error : undefined;
    const why = known === undefined ? { err: error } : { code: known.code, reason: known.detail };
    run.logger.warn({ section: section.name, ...why }, 'prompt section failed');
    return { failed: known?.detail };
  } finally {
    clearTimeout(timer);
    stop.now();
  }
}

/** Tells a section to stop. Its signal is made once it is asked for: most sections do not, and it costs more than they do. */
class Stop {
  readonly #outer: AbortSignal;
  #asked: { readonly own: AbortController; readonly signal: AbortSignal } | undefined;
  #stopped = false;

  constructor(outer: AbortSignal) {
    this.#outer = outer;
  }

  get signal(): AbortSignal {
    if (this.#asked === undefined) {
      const own = new AbortController();
      if (this.#stopped) own.abort();
      this.#asked = { own, signal: AbortSignal.any([this.#outer, own.signal]) };
    }
    return this.#asked.signal;
  }

  now(): void {
    this.#stopped = true;
    this.#asked?.own.abort();
  }
}
