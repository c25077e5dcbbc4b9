import { isStopWord, splitName } from '../language/tokenize.js';
import type { Field } from '../schema/schema-fields.js';
import { meets } from '../schema/validate.js';
import type { StringContext } from './fill-strings.js';
import type { Phrase } from './phrases.js';

/** All that follows a colon, the words of an example, or the words which examples put before such a value. */
export function freeText(field: Field, context: StringContext): Phrase[] {
  const { model, slot, frameStart } = context;
  if (context.asked && explains(field) && isOwnWish(model.text)) return [];
  const colon = /:\s+(?=\S)/u.exec(model.text);
  const starts: number[] = [];
  if (colon !== null) starts.push(colon.index + colon[0].length);
  if (frameStart !== undefined) starts.push(frameStart);
  for (const lead of [...(slot?.before ?? []), 'about', 'that', 'for']) {
    const found = new RegExp(String.raw`(?<![\p{L}])${lead}\s+(?=\S)`, 'iu').exec(model.text);
    if (found !== null) starts.push(found.index + found[0].length);
  }
  if (context.asked && starts.length === 0) starts.push(0);
  for (const start of starts) {
    const value = toEnd(context, start);
    if (value !== undefined && meets(value.value, field.schema)) return [value];
  }
  return [];
}

/** A field that says why or how something was done; a question or a command is no value of it. */
function explains(field: Field): boolean {
  return splitName(field.name).some((part) => /^(?:reason|comment|description|justification)s?$/u.test(part));
}

/** Whether a message asks or orders something rather than states it. */
function isOwnWish(text: string): boolean {
  return (
    /\?\s*$/u.test(text) ||
    /^(?:please\s+)?(?:how|what|which|where|when|who|whose|can|could|would|will|do|does|is|are|tell|show|list|give|find|help|explain|calculate|compute|design|plan|draw|select|analyse|analyze|open|read|save)\s/iu.test(
      text,
    )
  );
}

/** The rest of the line, without a courtesy or what serves another field at its end. */
export function toEnd({ model, taken, ordinary }: StringContext, from: number): Phrase | undefined {
  const line = /^[^\n]+/u.exec(model.text.slice(from))?.[0] ?? '';
  let end = from + line.length;
  for (;;) {
    const rest = model.text.slice(from, end);
    const tail =
      /(?<!\b\p{L})[\s.?!,;]+$/u.exec(rest) ??
      /,?\s+(?:please|thanks|thank you)$/iu.exec(rest) ??
      servedTail(rest, from, taken, ordinary);
    if (tail === null || tail.index === 0) break;
    end = from + tail.index;
  }
  const value = model.text.slice(from, end);
  return value.trim() === '' ? undefined : { value, start: from, end };
}

/** A last word or a last part behind a comma that another field took, with the small words before it. */
function servedTail(
  rest: string,
  from: number,
  taken: StringContext['taken'],
  ordinary: StringContext['ordinary'],
): RegExpExecArray | null {
  const part = /[,;]\s*[^,;]+$/u.exec(rest);
  if (part !== null) {
    const list = [...part[0].matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)];
    const at = (match: RegExpMatchArray) => from + part.index + (match.index ?? 0);
    const served = (match: RegExpMatchArray) => taken(at(match), at(match) + match[0].length);
    if (
      list.some(served) &&
      list.every(
        (match) => served(match) || isStopWord(match[0].toLowerCase()) || ordinary(match[0].toLowerCase()),
      )
    )
      return part;
  }
  const word = /(?:\s+(?:on|by|at|due|for|until|before))?\s+\S+$/iu.exec(rest);
  return word !== null && taken(from + rest.length - 1, from + rest.length) ? word : null;
}
