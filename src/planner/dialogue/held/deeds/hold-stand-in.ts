import { escapePattern } from '../../../../kit/index.js';
import { fold } from '../../../language/fold.js';
import { getPath, rootLeaves, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { opened } from '../held-call.js';

/** What stands between a thing and what takes its place: `A by B`, in six languages. */
const BY = '(?:by|with|for|to|against|durch|gegen|mit|par|avec|contre|por|con|com|na|kwa|->|→)';
/** The same the other way round: `B in place of A`. */
const FOR =
  '(?:(?:back )?(?:in(?:to)? (?:the )?place of|instead of|in lieu of|in for|anstelle von|anstatt|statt|fur|a la place de|au lieu de|en lugar de|en vez de|no lugar de|em vez de|badala ya))';
/** `take B instead` */
const INSTEAD =
  '(?:instead|stattdessen|dafur|a la place|en su lugar|en lugar|no lugar|em vez disso|badala yake)';
/** Two things that are exchanged: of `swap A and B` nobody knows which is to go. */
const SWAP =
  /(?<!\p{L})(?:swap|exchange|switch|tausch\p{L}*|vertausch\p{L}*|echang\p{L}*|intercambi\p{L}*|permut\p{L}*|troc(?:a|ar|ue)|badilishan\p{L}*)(?!\p{L})/u;
const KIND = '(?:\\p{L}{3,}\\s+)?';

/**
 * A call of a tool that knows a stand-in, held to which of two named things takes the place of the other: `replace A by B` is
 * about A, and B is who comes: never one more of what is to go.
 */
export function holdStandIn(call: PlannedCall, message: string): PlannedCall {
  if (call.agreed === true) return call;
  const leaves = rootLeaves(fieldsOf(call.candidate.tool.parameters));
  const place = leaves.find((one) => isPlace(one) && getPath(call.args, one.path) === undefined);
  if (place === undefined) return call;
  const low = fold(message);
  for (const field of leaves) {
    const list = field.kind === 'array' ? getPath(call.args, field.path) : undefined;
    if (!Array.isArray(list) || !list.every((one) => typeof one === 'string')) continue;
    if (list.length === 2 && SWAP.test(low) && !list.some((one) => takesPlace(one, list, low)))
      return opened(call, field);
    const taker = list.find((one) => takesPlace(one, list, low));
    const kept = list.filter((one) => one !== taker);
    if (taker !== undefined)
      return { ...call, args: withPath(withPath(call.args, field.path, kept), place.path, taker) };
  }
  return call;
}

function takesPlace(one: string, all: readonly string[], low: string): boolean {
  const b = escapePattern(fold(one));
  return (
    all.length > 1 &&
    (new RegExp(`(?<![\\p{L}\\p{N}-])${b}\\s+${INSTEAD}(?!\\p{L})`, 'u').test(low) ||
      all.some((other) => {
        const a = escapePattern(fold(other));
        return (
          other !== one &&
          (new RegExp(`(?<![\\p{L}\\p{N}-])${a}\\s+${BY}\\s+${KIND}${b}(?![\\p{L}\\p{N}-])`, 'u').test(low) ||
            new RegExp(`(?<![\\p{L}\\p{N}-])${b}\\s+${FOR}\\s+${KIND}${a}(?![\\p{L}\\p{N}-])`, 'u').test(low))
        );
      }))
  );
}

function isPlace({ kind, aliases, label }: Field): boolean {
  return kind === 'string' && [label, ...aliases].some((name) => /^stand[ -]in$/u.test(name));
}
