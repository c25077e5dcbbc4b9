import { type Word, words } from '../language/tokenize.js';
import type { Field } from '../schema/schema-fields.js';
import { isMeasure } from '../understanding/judge-values.js';
import { unitAfter } from './assign-numbers.js';
import { convertNumber } from './convert-number.js';
import type { CueTable } from './cues.js';
import type { NumberMention } from './numbers.js';
import type { TextModel } from './read-text.js';

/** Named shares or counts, such as `60% urban and 40% rural`, as items of an array of objects. */
export interface Groups {
  readonly field: Field;
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly mentions: readonly NumberMention[];
  readonly spoken: readonly Word[];
}

const JOIN = String.raw`\s*(?:,\s*(?:and|&)?|;|\+|&|\/|\band\b|\bversus\b|\bvs\.?)\s*(?:the\s+|a\s+)?`;
const LINK = String.raw`\s*(?:[:=(]|\b(?:of|at|is|are|has|have|with|being)\b)?\s*`;
const NAME = String.raw`(?<name>\p{L}[\p{L}\p{N}'’-]*(?:\s+\p{L}[\p{L}\p{N}'’-]*){0,2})`;
const NUMBER_FIRST = new RegExp(String.raw`^\s*(?:of\s+)?(?:the\s+|are\s+)?${NAME}\s*\)?${JOIN}$`, 'iu');
const NAME_FIRST = new RegExp(String.raw`^\s*\)?(?:${JOIN}|\s+)${NAME}${LINK}$`, 'iu');
const NAME_AFTER = new RegExp(String.raw`^\s*(?:of\s+)?(?:the\s+|are\s+)?${NAME}`, 'iu');
const NAME_BEFORE = new RegExp(`${NAME}${LINK}$`, 'iu');

/**
 * Reads the items of an array of objects that have a name and a number. Two or more in a row are wanted, of one
 * kind (shares or counts), whose names are no words of the tool's own fields; shares must add up to one unless
 * the text names the array, counts need its name, their own unit, or a total that the text states.
 */
export function readGroups(
  model: TextModel,
  field: Field,
  cues: CueTable,
  aliases: readonly string[],
): Groups | undefined {
  const members = field.items?.members ?? [];
  const nameField =
    members.find((member) => member.kind === 'string' && member.needed) ??
    members.find((member) => member.kind === 'string');
  if (nameField === undefined) return undefined;
  const runs = [...runsOf(model, 'number-first', cues), ...runsOf(model, 'name-first', cues)].sort(
    (a, b) => b.length - a.length,
  );
  for (const run of runs) {
    const groups = toGroups(model, field, nameField, members, run, cues, aliases);
    if (groups !== undefined) return groups;
  }
  return undefined;
}

interface NamedNumber {
  readonly name: string;
  readonly mention: NumberMention;
}

/** Maximal rows of numbers of one kind with a name each. */
function runsOf(model: TextModel, order: 'number-first' | 'name-first', cues: CueTable): NamedNumber[][] {
  const runs: NamedNumber[][] = [];
  let run: NumberMention[] = [];
  let names: string[] = [];
  const close = () => {
    const named = finish(model, order, run, names, cues);
    if (named !== undefined) runs.push(named);
    run = [];
    names = [];
  };
  for (const mention of model.numbers) {
    const last = run.at(-1);
    if (last === undefined) {
      run = [mention];
      continue;
    }
    const between = model.text.slice(last.end, mention.start);
    const name = (order === 'number-first' ? NUMBER_FIRST : NAME_FIRST).exec(between)?.groups?.['name'];
    if (name === undefined || sortOf(last) !== sortOf(mention) || !isName(name, cues)) {
      close();
      run = [mention];
    } else {
      run.push(mention);
      names.push(name);
    }
  }
  close();
  return runs;
}

function finish(
  model: TextModel,
  order: 'number-first' | 'name-first',
  run: readonly NumberMention[],
  names: readonly string[],
  cues: CueTable,
): NamedNumber[] | undefined {
  const first = run[0];
  const last = run.at(-1);
  if (run.length < 2 || first === undefined || last === undefined) return undefined;
  const longest = Math.max(...names.map((name) => name.split(/\s+/u).length));
  const edge =
    order === 'number-first'
      ? outerName(NAME_AFTER.exec(model.text.slice(last.end))?.groups?.['name'], longest, 'head', cues)
      : outerName(
          NAME_BEFORE.exec(model.text.slice(0, first.start))?.groups?.['name'],
          longest,
          'tail',
          cues,
        );
  if (edge === undefined) return undefined;
  const all = order === 'number-first' ? [...names, edge] : [edge, ...names];
  return run.map((mention, index) => ({ mention, name: all[index] ?? '' }));
}

/** The name at the open end of a row: no longer than the others, cut where prose or a field's own word begins. */
function outerName(
  raw: string | undefined,
  longest: number,
  keep: 'head' | 'tail',
  cues: CueTable,
): string | undefined {
  if (raw === undefined) return undefined;
  const list = words(raw);
  const picked: string[] = [];
  for (const word of keep === 'head' ? list : [...list].reverse()) {
    if (word.stop || cues.names(word) || picked.length >= longest) break;
    picked.push(word.text);
  }
  if (picked.length === 0) return undefined;
  return (keep === 'head' ? picked : picked.reverse()).join(' ');
}

function isName(name: string, cues: CueTable): boolean {
  return words(name).every((word) => !word.stop && !cues.names(word));
}

function sortOf(mention: NumberMention): string {
  if (mention.percent) return 'percent';
  return mention.share || (mention.value > 0 && mention.value < 1) ? 'share' : 'count';
}

function toGroups(
  model: TextModel,
  field: Field,
  nameField: Field,
  members: readonly Field[],
  run: readonly NamedNumber[],
  cues: CueTable,
  aliases: readonly string[],
): Groups | undefined {
  const first = run[0]?.mention;
  if (first === undefined || new Set(run.map((one) => one.name.toLowerCase())).size < run.length)
    return undefined;
  // `95% de confianza y 5% de precisión` names measures of the whole, and no parts of it.
  if (run.some(({ name }) => isMeasure(name, model.reading.language))) return undefined;
  const sort = sortOf(first);
  const numeric = members.filter((member) => member.kind === 'number');
  const units = run.map((one) => unitAfter(model, one.mention)).filter((word) => word !== undefined);
  const target =
    sort === 'count'
      ? (numeric.find((member) => member.integer) ?? numeric.find((member) => !member.fraction))
      : (numeric.find((member) => member.fraction && member.needed) ??
        numeric.find((member) => member.fraction));
  if (target === undefined) return undefined;
  const sum = run.reduce((total, one) => total + one.mention.value, 0);
  const named = model.words.some((word) =>
    arrayStems(field, aliases).some((stem) => word.stem === stem || word.stem.startsWith(stem)),
  );
  const total = model.numbers.some(
    (other) => !run.some((one) => one.mention === other) && other.value === sum,
  );
  const whole = Math.abs(sum - (sort === 'percent' ? 100 : 1)) < (sort === 'percent' ? 0.51 : 0.00501);
  const counted =
    run.some((one) =>
      trailingWords(model, one).some((word) => cues.names(word) && (target.cues.get(word.stem) ?? 0) > 0),
    ) || units.some((word) => (target.cues.get(word.stem) ?? 0) >= 0.5);
  if (sort === 'count' ? !(named || total || counted) : !(whole || named)) return undefined;
  const items: Record<string, unknown>[] = [];
  for (const { name, mention } of run) {
    const conversion = convertNumber(mention, target, undefined);
    if (conversion?.ok !== true) return undefined;
    items.push({ [nameField.name]: name, [target.name]: conversion.value });
  }
  const mentions = run.map((one) => one.mention);
  const from = mentions[0]?.start ?? 0;
  const to = mentions.at(-1)?.end ?? 0;
  return {
    field,
    items,
    mentions,
    spoken: model.words.filter((word) => word.start >= from && word.end <= to),
  };
}

function trailingWords(model: TextModel, one: NamedNumber): Word[] {
  return model.words
    .filter((word) => word.start >= one.mention.end && word.start - one.mention.end < 40)
    .slice(0, 3);
}

/** Stems by which a text names the array or the object around it. */
function arrayStems(field: Field, aliases: readonly string[]): string[] {
  const path = field.path.length > 1 ? field.path.slice(0, -1).join(' ') : '';
  return [
    ...field.nameStems,
    ...words(`${path} ${[...field.aliases, ...aliases].join(' ')}`).map((word) => word.stem),
  ].filter((stem) => stem.length > 3);
}
