import { findQuotes } from '../../../reading/quotes.js';
import { getPath, rootLeaves, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import { meets } from '../../../schema/validate.js';
import type { PlannedCall } from '../../planning/planned-call.js';

/**
 * A call held to the quotations of its messages: what stands in quotation marks is one value. A text of which the call took a
 * piece, `draw 61` of `"draw 61, 6 numbers"`, is taken whole where its field allows that; else the rest is told as unused.
 */
export function holdQuoted(call: PlannedCall, said: readonly string[]): PlannedCall {
  if (call.agreed === true) return call;
  const leaves = rootLeaves(fieldsOf(call.candidate.tool.parameters)).filter(({ kind }) => kind === 'string');
  return said.reduceRight((held, message) => {
    const quotes = findQuotes(message).map(({ value }) => value);
    const outside = quotes.reduce((text, quote) => text.replace(quote, ' '), message).toLowerCase();
    return quotes.reduce((one, quote) => withWhole(one, quote, outside, leaves), held);
  }, call);
}

function withWhole(call: PlannedCall, quote: string, outside: string, leaves: readonly Field[]): PlannedCall {
  const [only, another] = leaves.flatMap((field) => {
    const value = getPath(call.args, field.path);
    const isTaken = typeof value === 'string' && isPiece(value, quote);
    return isTaken && !outside.includes(value.toLowerCase()) ? [{ field, value }] : [];
  });
  // Two texts out of one quotation were told apart by what it says.
  if (only === undefined || another !== undefined) return call;
  const { field, value } = only;
  if (meets(quote, field.schema))
    return {
      ...call,
      args: withPath(call.args, field.path, quote),
      unused: call.unused.filter((one) => !quote.includes(one)),
    };
  const rest = quote.replace(value, '').replace(/^[\s,;:]+|[\s,;:]+$/gu, '');
  return { ...call, unused: [...call.unused, rest], band: 'likely', unsettled: true };
}

/** Whether a text is the beginning or the end of a quotation, and what is left is more than a sign. */
function isPiece(value: string, quote: string): boolean {
  const [text, whole] = [value.toLowerCase(), quote.toLowerCase()];
  if (text.length < 3 || text === whole) return false;
  const rest = whole.startsWith(text)
    ? /^\P{L}.*$/su.exec(whole.slice(text.length))
    : whole.endsWith(text)
      ? /^.*\P{L}$/su.exec(whole.slice(0, -text.length))
      : null;
  return rest !== null && /[\p{L}\p{N}]/u.test(rest[0]);
}
