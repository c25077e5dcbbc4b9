import { type Args, getPath, rootLeaves, withPath } from '../../leaves.js';
import { findQuotes } from '../../reading/quotes.js';
import { fieldsOf } from '../../schema-fields.js';
import { meets } from '../../validate.js';
import type { PlannedCall } from '../planned-call.js';

/**
 * A call held to the quotations of its messages: what stands in quotation marks is one value. A text of which the call took a
 * piece, `draw 61` of `"draw 61, 6 numbers"`, is taken whole where its field allows that; else the rest is told as unused.
 */
export function holdQuoted(call: PlannedCall, said: readonly string[]): PlannedCall {
  if (call.agreed === true) return call;
  const leaves = rootLeaves(fieldsOf(call.candidate.tool.parameters)).filter(({ kind }) => kind === 'string');
  return said.reduceRight<PlannedCall>((held, message) => {
    const quotes = findQuotes(message);
    return quotes.reduce<PlannedCall>((one, { value: quote }) => {
      const outside = quotes.reduce((text, { raw }) => text.replace(raw, ' '), message).toLowerCase();
      const pieces = leaves.filter(({ path }) => {
        const value = getPath(one.args, path);
        return typeof value === 'string' && isPiece(value, quote) && !outside.includes(value.toLowerCase());
      });
      const [only, another] = pieces;
      // Two texts out of one quotation were told apart by what it says.
      if (only === undefined || another !== undefined) return one;
      if (meets(quote, only.schema)) {
        const args: Args = withPath(one.args, only.path, quote);
        return { ...one, args, unused: one.unused.filter((each) => !quote.includes(each)) };
      }
      const rest = quote
        .replace(String(getPath(one.args, only.path)), '')
        .replace(/^[\s,;:]+|[\s,;:]+$/gu, '');
      return { ...one, unused: [...one.unused, rest], band: 'likely', unsettled: true };
    }, held);
  }, call);
}

/** Whether a text is the beginning or the end of a quotation, and what is left is more than a sign. */
function isPiece(value: string, quote: string): boolean {
  const [text, whole] = [value.toLowerCase(), quote.toLowerCase()];
  if (text.length < 3 || text === whole || !(whole.startsWith(text) || whole.endsWith(text))) return false;
  const rest = whole.startsWith(text) ? whole.slice(text.length) : whole.slice(0, -text.length);
  return (
    /[\p{L}\p{N}]/u.test(rest) &&
    !/^\p{L}|\p{L}$/u.test(whole.startsWith(text) ? rest.slice(0, 1) : rest.slice(-1))
  );
}
