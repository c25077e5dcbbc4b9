import { canonicalJson } from '../../kit/index.js';
import { toolError } from '../tool-outcome.js';
import type { ToolLayer } from '../tool-scope.js';

/** How often one call with the same arguments runs in a run. */
const ALLOWED = 2;

/** Stops a model that goes round in circles: the third call with the same arguments is answered, not executed. */
export const repetitionGuard: ToolLayer = {
  name: 'repetition-guard',
  async wrap(invocation, next, { repetitions }) {
    const { name, args } = invocation.call;
    const key = `${name} ${canonicalJson(args)}`;
    const times = (repetitions.get(key) ?? 0) + 1;
    repetitions.set(key, times);
    if (times <= ALLOWED) return next(invocation);
    return toolError(
      `'${name}' was already called ${times - 1} times with these very arguments in this run; the result is above. Use it, change the arguments, or tell the person what is missing.`,
    );
  },
};
