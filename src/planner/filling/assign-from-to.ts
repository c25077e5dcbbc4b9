import type { Field } from '../schema/schema-fields.js';
import type { NumberAssignment } from './assign-numbers.js';
import { convertNumber } from './convert-number.js';
import type { NumberMention } from './numbers.js';
import type { TextModel } from './read-text.js';

/** `from 112 to 175` goes to the one field that says `from` of itself and the one that says `to`. */
export function assignFromTo(
  model: TextModel,
  fields: readonly Field[],
  mentions: readonly NumberMention[],
): NumberAssignment[] {
  const called = (word: string) => fields.filter((field) => field.aliases.includes(word));
  const [from, to] = [called('from'), called('to')];
  const [source, target] = [from[0], to[0]];
  if (source === undefined || target === undefined || from.length > 1 || to.length > 1) return [];
  for (const [index, first] of mentions.entries()) {
    const second = mentions[index + 1];
    if (second === undefined || !isFromTo(model.text, first, second)) continue;
    const ends = [
      [source, first],
      [target, second],
    ] as const;
    const found = ends.flatMap(([field, mention]): NumberAssignment[] => {
      const conversion = convertNumber(mention, field, undefined);
      return conversion?.ok === true ? [{ field, value: conversion.value, mention, words: [] }] : [];
    });
    if (found.length === 2) return found;
  }
  return [];
}

/** At most two words of what is counted stand between: `from 112 households to 175`. */
function isFromTo(text: string, first: NumberMention, second: NumberMention): boolean {
  return (
    /\bfrom\s+$/iu.test(text.slice(0, first.start)) &&
    /^(?:\s+\p{L}+){0,2}\s+(?:up\s+|down\s+)?to\s+$/iu.test(text.slice(first.end, second.start))
  );
}
