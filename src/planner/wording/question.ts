import type { Candidate } from '../choosing/candidates.js';
import type { RefusedNumber } from '../filling/assign-numbers.js';
import type { Args } from '../schema/leaves.js';
import type { Field } from '../schema/schema-fields.js';
import type { Manner } from './call-words.js';
import { labelIn } from './field-label.js';
import { formatNumber, humanise } from './format-value.js';
import type { Phrases } from './phrases/phrases.js';
import { describeCall } from './proposal.js';
import { joined } from './speak.js';

/** One question for all that is missing, in words, with an example of an answer. */
export function askFor(
  missing: readonly Field[],
  refused: readonly RefusedNumber[],
  { tool }: Candidate,
  phrases: Phrases,
): string {
  const title = lowerFirst(tool.title ?? humanise(tool.name));
  const notes = refused.map((one) => refusal(one, phrases));
  const unique = missing.filter(
    (field, index) => missing.findIndex((other) => other.path.join('.') === field.path.join('.')) === index,
  );
  const names = unique.map((field) => `**${labelIn(field, phrases.language)}**${explain(field)}`);
  const example = unique
    .map((field) => exampleFor(field, labelIn(field, phrases.language)))
    .filter((one) => one !== undefined);
  const close = example.length > 0 ? ` ${phrases.example(example.join(', '))}.` : '';
  const what = names.length > 0 ? joined(names, phrases) : phrases.aValueThatFits;
  const need = `${phrases.stillNeed}${what} ${phrases.forThis(title)}.${close}`;
  return [...notes, need].join('\n\n');
}

/** One question which of some values a field is to have, for a call that is else complete. */
export function askWhich(
  field: Field,
  choices: readonly string[],
  candidate: Candidate,
  args: Args,
  manner: Manner,
): string {
  const what = describeCall(candidate, args, manner);
  return manner.phrases.which(`**${labelIn(field, manner.phrases.language)}**`, choices.join(' / '), what);
}

/** Why a stated number cannot be used, with the bounds. */
function refusal({ field, mention }: RefusedNumber, phrases: Phrases): string {
  const parts: string[] = [];
  if (field.min !== undefined) parts.push(phrases.atLeast(bound(field, field.min)));
  if (field.max !== undefined) parts.push(phrases.atMost(bound(field, field.max)));
  const bounds = parts.join(` ${phrases.and} `);
  const whole = parts.length === 0 || field.integer ? [phrases.wholeNumber] : [];
  const must = [...(bounds === '' ? [] : [bounds]), ...whole].join(', ');
  return phrases.bounds(
    `**${sentence(labelIn(field, phrases.language))}**`,
    must,
    phrases.quote(mention.raw),
  );
}

function bound(field: Field, value: number): string {
  return field.fraction
    ? `${formatNumber(value)} (${formatNumber(Number((value * 100).toPrecision(12)))}%)`
    : formatNumber(value);
}

function explain(field: Field): string {
  const first = field.description.split(/(?<=[.;])\s/u)[0]?.replace(/[.;]$/u, '') ?? '';
  if (first === '' || first.length > 140 || first.toLowerCase() === field.label) return '';
  return ` (${lowerFirst(first)})`;
}

function exampleFor(field: Field, label: string): string | undefined {
  const given = Array.isArray(field.schema['examples']) ? field.schema['examples'][0] : undefined;
  const shown = given ?? field.schema['default'] ?? suchAs(field) ?? field.choices[0];
  // Without a sign between thousands, which another person reads as decimals.
  if (typeof shown === 'number') return `${label} ${formatNumber(shown).replaceAll(',', '')}`;
  if (typeof shown === 'string') return `${label}: ${shown}`;
  if (field.kind === 'number') return `${label} ${field.fraction ? '10%' : field.integer ? '1000' : '0.5'}`;
  if (field.kind === 'boolean')
    return field.opposites.length > 0 ? `${label} / ${field.opposites[0]}` : `with ${label}`;
  return field.kind === 'array' ? `${label}: A, B and C` : undefined;
}

/** The example that the description gives: `such as 0.8`. */
function suchAs(field: Field): number | string | undefined {
  const text = /\b(?:such as|e\.g\.,?|for example)\s+([^;,()]{1,40}?)(?=[;,()]|\.\s|\.?$)/u.exec(
    field.description,
  )?.[1];
  if (text === undefined || field.kind === 'string') return text;
  const value = Number(/^\d+(?:\.\d+)?/u.exec(text)?.[0]);
  return field.kind === 'number' && Number.isFinite(value) ? value : undefined;
}

function sentence(text: string): string {
  return text === '' ? text : `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
}

/** Lower case, unless the first word is an abbreviation or a name in capitals. */
function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) || /^A\s/u.test(text)
    ? `${text[0]?.toLowerCase() ?? ''}${text.slice(1)}`
    : text;
}
