import { contentStems } from '../../language/tokenize.js';
import { type Args, getPath, rootLeaves, withoutPath, withPath } from '../../schema/leaves.js';
import { type Field, fieldsOf, type JsonSchema, record } from '../../schema/schema-fields.js';
import type { Wish } from '../../understanding/wish.js';
import { canonical } from '../planning/planned-call.js';

/**
 * The arguments of a call that a message changes: those it had, and of the new ones only what this message says. What
 * was guessed from a shorter message must not take a choice away that the whole request had.
 */
export function keepSaid(before: Args, wish: Wish, turn: number, text: string, schema: JsonSchema): Args {
  const leaves = rootLeaves(fieldsOf(schema));
  // Who gives all that must be given begins anew.
  const needed = leaves.filter(({ required }) => required);
  if (
    needed.length > 0 &&
    needed.every((field) => isSaid(field, getPath(wish.args, field.path), wish, turn, text))
  )
    return wish.args;
  let args = before;
  for (const field of leaves) {
    const value = getPath(wish.args, field.path);
    if (canonical(value) === canonical(getPath(before, field.path))) continue;
    if (value !== undefined && isSaid(field, value, wish, turn, text)) {
      args = withPath(args, field.path, value);
    } else if (getPath(before, field.path) === undefined) args = withoutPath(args, field.path);
  }
  return args;
}

function isSaid(field: Field, value: unknown, { slots }: Wish, turn: number, text: string): boolean {
  const key = field.path.join('.');
  if (slots.some((slot) => slot.turn === turn && slot.path.join('.').startsWith(key))) return true;
  if (field.kind === 'boolean' || field.choices.length > 0) return namesChoice(field, value, text);
  return typeof value === 'string' && text.includes(value);
}

/** Without choices that no word of the message names: what a few words let guess is no ground for a question. */
export function withoutGuesses(args: Args, text: string, leaves: readonly Field[]): Args {
  return leaves
    .filter(({ kind, choices, required }) => !required && (kind === 'boolean' || choices.length > 0))
    .filter(({ path, kind }) => kind !== 'boolean' || path.length === 1)
    .reduce((kept, field) => {
      const value = getPath(kept, field.path);
      return value === undefined || namesChoice(field, value, text) ? kept : withoutPath(kept, field.path);
    }, args);
}

/** Without switches of objects that hold nothing else and that no word of the message names. */
export function withoutOrphans(args: Args, text: string, objects: readonly Field[]): Args {
  const said = new Set(contentStems(text));
  return objects.reduce((kept, { path, label, aliases, members }) => {
    const entries = Object.entries(record(getPath(kept, path)));
    const isSwitch = ([name, value]: (typeof entries)[number]) =>
      value === true && members.some((one) => one.name === name && one.kind === 'boolean');
    const named = [label, ...aliases].some((name) => contentStems(name).some((stem) => said.has(stem)));
    return entries.length > 0 && entries.every(isSwitch) && !named ? withoutPath(kept, path) : kept;
  }, args);
}

/** `and as a proportion?` names a choice by its value, a switch by its name. */
function namesChoice(field: Field, value: unknown, text: string): boolean {
  const said = new Set(contentStems(text));
  const names =
    field.kind === 'boolean' ? [field.label, ...field.aliases, ...field.opposites] : [String(value)];
  return names.some((name) => contentStems(name).some((stem) => said.has(stem)));
}
