import { knownFieldsOnly, MOST_LEVELS, nestsTooDeep } from '../../kit/index.js';
import type { ToolInvocation } from '../../plugin/index.js';
import { doNotFit } from '../fault-lines.js';
import { repeatedKeyOf } from '../repeated-key.js';
import { toolError } from '../tool-outcome.js';
import type { ToolLayer } from '../tool-scope.js';
import { unheldPlace } from '../unheld-place.js';

const SHOWN_TEXT = 200;

/**
 * Checks the arguments against the tool's schema and passes on the parsed value, with the schema's defaults. What
 * is wrong goes back to the model, field by field, so that it can mend the call.
 */
export const validateArgs: ToolLayer = {
  name: 'validate-args',
  async wrap(invocation, next) {
    const { call, tool } = invocation;
    if (call.oversized !== undefined) {
      const { size, most } = call.oversized;
      return toolError(
        `The arguments of '${call.name}' have ${size} bytes; a call takes at most ${most}. Nothing was done. Send less in one call, or name a file in place of its content.`,
      );
    }
    if (call.malformed !== undefined) {
      if (call.cutOff === true) {
        return toolError(
          `The call of '${call.name}' was cut off: your answer had reached the most tokens that it may have. Send it again with shorter arguments, or in several calls.`,
        );
      }
      if (nestsTooDeep(call.malformed)) {
        return toolError(
          `The arguments of '${call.name}' nest deeper than ${MOST_LEVELS} levels. Nothing was done. Send the call again with flatter arguments.`,
        );
      }
      const key = repeatedKeyOf(call.malformed);
      if (key !== undefined) {
        return toolError(
          `The arguments of '${call.name}' say '${key}' twice, and no one can tell which counts. Nothing was done. Send the call again with each key once.`,
        );
      }
      const shown = call.malformed.slice(0, SHOWN_TEXT);
      return toolError(
        `The arguments of '${call.name}' are not a JSON object: ${shown}. Send the call again with valid JSON.`,
      );
    }
    const parsed = knownFieldsOnly(tool.input).safeParse(call.args);
    const unheld = unheldPlace(call.args, parsed);
    if (unheld !== undefined) {
      return toolError(
        `The arguments of '${call.name}' have the number ${unheld.digits} in '${unheld.path}', which would be another one here: numbers are whole up to ${Number.MAX_SAFE_INTEGER}. Nothing was done. Call it again without that number.`,
      );
    }
    if (parsed.success) return next(withArgs(invocation, parsed.data));
    return toolError(`${doNotFit(call.name, parsed.error)}\nMend these fields and call it again.`);
  },
};

function withArgs(invocation: ToolInvocation, args: Readonly<Record<string, unknown>>): ToolInvocation {
  return { ...invocation, call: { ...invocation.call, args } };
}
