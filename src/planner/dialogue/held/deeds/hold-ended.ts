import { readText, type TextModel } from '../../../filling/read-text.js';
import { conceptsAt } from '../../../language/concepts.js';
import type { Language } from '../../../language/language.js';
import { stemOf } from '../../../language/tokenize.js';
import { wordsOf } from '../../../language/words.js';
import { getPath, rootLeaves, withoutPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import { isConsequential } from '../../consent/consent.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { isBare, type Part, partsOf } from '../../planning/signs.js';
import { endsSomething, isEnding } from '../../turns/ending.js';

/** What is longer is a letter, of which a clause alone tells little. */
const LONGEST = 300;

/**
 * Changing calls held to what the message wants to end: `turn off imperial units` sets no units to imperial, and `switch off
 * public access` publishes nothing. A switch that somebody is asked about before it is put on needs words of its own for
 * that direction; without them which of the two is meant is asked.
 */
export function holdEnded(call: PlannedCall, message: string): PlannedCall {
  const { candidate, agreed, consent } = call;
  if (agreed === true || consent.kind === 'refused' || !isConsequential(candidate.tool)) return call;
  if (message.length > LONGEST) return call;
  const text = readText(message);
  const parts = joined(
    partsOf(text, () => false),
    text,
  ).filter((part) => !isBare(part));
  const ended = parts.filter(({ words }) => endsSomething(words));
  const open = withoutGuessedSwitch(call, text, parts, ended);
  if (open !== call || ended.length === 0 || isEnding(candidate) || isPutOff(call)) return open;
  const others = parts.filter((part) => !ended.includes(part));
  if (
    others.some(({ words }) => isWish(words.map(({ plain }) => plain).join(' '), text)) &&
    !isNamedIn(call, ended, others)
  )
    return call;
  const said = ended[0]?.words.map((word) => word.text).join(' ') ?? '';
  return { ...call, consent: { kind: 'refused', sign: 'negation', words: said } };
}

/** `n'utilise plus` is one clause in French, though a plus joins two in English. */
function joined(parts: readonly Part[], { reading }: TextModel): readonly Part[] {
  if (reading.language !== 'fr') return parts;
  const all: Part[] = [];
  for (const part of parts) {
    const before = all.at(-1);
    if (part.words[0]?.plain === 'plus' && before?.sentence === part.sentence)
      all.splice(-1, 1, { ...before, words: before.words.concat(part.words) });
    else all.push(part);
  }
  return all;
}

/** Whether a call puts a switch off, which ends something. */
function isPutOff({ candidate, args }: PlannedCall): boolean {
  return rootLeaves(fieldsOf(candidate.tool.parameters)).some(
    ({ kind, path }) => kind === 'boolean' && getPath(args, path) === false,
  );
}

/** Whether a clause has a verb that is known. */
function isWish(clause: string, { reading }: TextModel): boolean {
  return conceptsAt(wordsOf(clause), reading.language)
    .flat()
    .some((one) => one.startsWith('verb.'));
}

/** Whether a value of the call is named where something is to end, and nowhere else. */
function isNamedIn(call: PlannedCall, ended: readonly Part[], others: readonly Part[]): boolean {
  const stems = (parts: readonly Part[]) =>
    new Set(parts.flatMap(({ words }) => words.map(({ stem }) => stem)));
  const [there, elsewhere] = [stems(ended), stems(others)];
  return rootLeaves(fieldsOf(call.candidate.tool.parameters)).some((field) => {
    const value = getPath(call.args, field.path);
    const names = typeof value === 'string' ? [value, ...(field.values.get(value) ?? [])].map(stemOf) : [];
    return names.some((name) => there.has(name)) && !names.some((name) => elsewhere.has(name));
  });
}

/** A call without the graver side of a switch that no word of the message speaks for; its other side is asked about too. */
function withoutGuessedSwitch(
  call: PlannedCall,
  text: TextModel,
  parts: readonly Part[],
  ended: readonly Part[],
): PlannedCall {
  const { candidate, args } = call;
  const { asksFirst } = candidate.tool;
  const guessed = rootLeaves(fieldsOf(candidate.tool.parameters)).find((field) => {
    if (field.kind !== 'boolean' || !field.required || getPath(args, field.path) !== true) return false;
    const isGrave = asksFirst?.(args) === true && asksFirst({ ...args, [field.name]: false }) !== true;
    return (
      isGrave &&
      !speaksFor(
        field,
        text,
        parts.filter((part) => !ended.includes(part) && !isPrivative(part, text)),
      )
    );
  });
  if (guessed === undefined) return call;
  return {
    ...call,
    args: withoutPath(args, guessed.path),
    missing: [...call.missing, guessed],
    band: 'likely',
    unsettled: true,
  };
}

/** What says that something is not so by how a word begins: `invisible`, `unavailable`, `unshared`, `unsichtbar`. */
const PRIVATIVE: Readonly<Record<Language, RegExp>> = {
  en: /^(?:(?:un|in|im|ir|il|non-?)\p{L}{3,}(?:able|ible|ably|ibly)|(?:un|dis|de)\p{L}{4,}ed|dislik\p{L}*)$/u,
  de: /^un\p{L}{3,}(?:bar|lich|ig|bare[nrs]?|liche[nrs]?)$/u,
  fr: /^(?:in|im|ir)\p{L}{3,}(?:ible|able|ibles|ables)$/u,
  es: /^(?:in|im|ir)\p{L}{3,}(?:ible|able|ibles|ables)$/u,
  pt: /^(?:in|im|ir)\p{L}{3,}vel$/u,
  sw: /^(?:i|a|ya|vi|zi|u|ki|li)si(?:yo|vyo|zo|ye)?\p{L}{4,}$/u,
};

function isPrivative({ words }: Part, { reading }: TextModel): boolean {
  return words.some(({ plain }) => PRIVATIVE.en.test(plain) || PRIVATIVE[reading.language].test(plain));
}

/** Whether words of the parts speak for a switch being on: its names, what is listed for it, or their like in other languages. */
export function speaksFor(field: Field, { reading }: TextModel, parts: readonly Part[]): boolean {
  const names = [...field.aliases, ...(field.values.get('true') ?? [])];
  const listed = names.flatMap((name) => name.toLowerCase().split(/\s+/u));
  const stems = new Set(listed.filter((name) => !name.endsWith('*')).map(stemOf));
  const begins = listed.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  const against = new Set(classesOf(field.opposites));
  const classes = new Set(classesOf(field.aliases).filter((one) => !against.has(one)));
  return parts.some(({ words }) => {
    const concepts = conceptsAt(wordsOf(words.map(({ plain }) => plain).join(' ')), reading.language).flat();
    return (
      concepts.some((one) => classes.has(one)) ||
      words.some(({ stem, plain }) => stems.has(stem) || begins.some((start) => plain.startsWith(start)))
    );
  });
}

function classesOf(names: readonly string[]): string[] {
  return names.flatMap((name) => conceptsAt(wordsOf(name), 'en').flat());
}
