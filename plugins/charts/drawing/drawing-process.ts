import { forkModule, messageOf, WorkError, WorkProcess } from 'oracle-runtime/kit';
import { type Logger, OracleError } from 'oracle-runtime/plugin';
import type { CheckedSpec } from './check-spec.js';
import type { Drawing, DrawRequest } from './draw-messages.js';

export interface DrawingProcess {
  /**
   * @param owner whose chart it is: people take turns
   * @throws OracleError `invalid_request` for what cannot be drawn in the time there is, `rate_limited` when this owner has
   *   many waiting, `unavailable` when charts cannot be drawn at all
   */
  draw(spec: CheckedSpec, png: boolean, owner: string, signal: AbortSignal): Promise<Drawing>;
  dispose(): Promise<void>;
}

/** Of one person, beside the one that is drawn. */
const MOST_WAITING = 6;
const MEMORY_MB = 384;

export function createDrawingProcess(timeoutMs: number, logger: Logger): DrawingProcess {
  const drawing = new WorkProcess<DrawRequest, Drawing>({
    start: () => forkModule(import.meta.url, 'chart-process', MEMORY_MB),
    timeoutMs,
    mostWaiting: MOST_WAITING,
  });
  return {
    async draw(spec, png, owner, signal) {
      try {
        return await drawing.run({ spec, png }, owner, signal);
      } catch (error) {
        throw error instanceof WorkError ? refusalOf(error, logger) : error;
      }
    },
    dispose: () => drawing.dispose(),
  };
}

function refusalOf(error: WorkError, logger: Logger): OracleError {
  switch (error.why) {
    case 'busy':
      return new OracleError('rate_limited', {
        detail: `${MOST_WAITING} of your charts wait to be drawn.`,
        hint: 'Try again in a moment.',
      });
    case 'unstarted':
      logger.error({ err: error }, 'the drawing process did not start');
      return new OracleError('unavailable', { detail: `Charts cannot be drawn: ${messageOf(error)}.` });
    case 'late':
    case 'fault':
      return cannotDraw(error.message);
  }
}

function cannotDraw(why: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `This chart cannot be drawn: ${why}.`,
    hint: 'Check the fields that it names, or draw less.',
    errors: [{ field: 'spec', message: 'cannot be drawn' }],
  });
}
