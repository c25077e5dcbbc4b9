import type { Mention } from '../reading/reading.js';
import { type Span, spanFeatures, spansOf, YES } from './features/span-features.js';
import type { Token } from './features/tokens.js';
import type { Filler } from './fill-args.js';
import type { Leaf } from './leaf-fields.js';
import type { Model } from './model.js';
import type { ReadTurn } from './read-turn.js';
import { probabilities } from './softmax.js';

/** From here on words are taken for the text of a field; of one that must be given the likeliest sooner. */
const SPAN_SURE = 0.3;

const SPAN_NEEDED = 0.25;

/** Characters between a number and the text that belongs to it. */
const REACH = 40;

/** Words of the message that are the text of a field. */
export interface FieldText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly p: number;
}

/** A field that takes words as they stand, with the numbers of its list that each should have its text. */
export interface TextField {
  readonly leaf: Leaf;
  readonly anchors: readonly Mention[];
}

interface Likely {
  readonly span: Span;
  readonly p: number;
}

/**
 * The likeliest texts of some fields, the surest field first: no words are the text of two, and no value that already has
 * its field is a text as well.
 */
export function textsOf(
  turn: ReadTurn,
  fields: readonly TextField[],
  operation: string,
  model: Model,
  placed: readonly { readonly start: number; readonly end: number }[],
): ReadonlyMap<string, readonly FieldText[]> {
  const isPlaced = ({ span }: Likely) =>
    placed.some(({ start, end }) => span.start === start && span.end === end);
  let open = fields.map((field) => ({
    ...field,
    spans: likelySpans(turn, field.leaf, operation, model).filter((one) => !isPlaced(one)),
  }));
  const found = new Map<string, readonly FieldText[]>();
  const taken: Span[] = [];
  while (open.length > 0) {
    open = open
      .map((field) => ({ ...field, spans: field.spans.filter(({ span }) => isApart(span, taken)) }))
      .sort((a, b) => (b.spans[0]?.p ?? 0) - (a.spans[0]?.p ?? 0));
    const [next] = open.splice(0, 1);
    if (next === undefined) break;
    const { leaf, anchors, spans } = next;
    const alone = textsAlone(spans, leaf);
    const texts = alone.length < anchors.length ? textsBeside(spans, turn, anchors) : alone;
    const whole = texts.map(({ span, p }) => ({ span: leaf.many ? span : wholeName(span, turn), p }));
    taken.push(...whole.map(({ span }) => span));
    found.set(
      leaf.key,
      whole.map(({ span, p }) => ({
        text: turn.reading.text.slice(span.start, span.end),
        start: span.start,
        end: span.end,
        p: isSentences(turn.reading.text.slice(span.start, span.end)) ? Math.min(p, DOUBTFUL) : p,
      })),
    );
  }
  return found;
}

/** How sure words are the text of a field that a sentence ends within. */
const DOUBTFUL = 0.4;

function isSentences(text: string): boolean {
  return /\p{L}{2}[.!?]\s+\p{L}/u.test(text);
}

/** Small words within a name: `Huajuapan de León`, `Foyers du Sahel`. */
const WITHIN = /^(?:de|del|da|do|dos|das|du|des|di|la|le|el|al|von|van|der|of|wa|ya)$/u;
const CAPITAL = /^\p{Lu}[\p{L}'’-]*$/u;

/** A name with all words of it: those with a capital beside it that no stop, value or small word at its edge sets apart. */
function wholeName(span: Span, { reading, tokens }: ReadTurn): Span {
  const raw = (token: Token | undefined) =>
    token === undefined ? '' : reading.text.slice(token.start, token.end);
  const isCapital = (at: number) => tokens[at]?.mention === undefined && CAPITAL.test(raw(tokens[at]));
  const isPart = (at: number) => isCapital(at) && tokens[at]?.concepts.length === 0;
  let first = tokens.findIndex(({ start }) => start === span.start);
  let last = tokens.findIndex(({ end }) => end === span.end);
  // Every noun has a capital in German, and every word of who shouts.
  const tells = reading.language !== 'de' && reading.text !== reading.text.toUpperCase();
  if (!tells || span.kind === 'quote' || first < 0 || last < 0 || !isPart(first) || !isPart(last))
    return span;
  // The capital that a sentence begins with tells nothing.
  const begins = (at: number) => at === 0 || /^[.!?:\n]$/u.test(tokens[at - 1]?.text ?? '');
  for (;;) {
    if (isPart(first - 1) && !begins(first - 1)) first -= 1;
    else if (WITHIN.test(raw(tokens[first - 1])) && isCapital(first - 2) && !begins(first - 2)) first -= 2;
    else break;
  }
  for (;;) {
    if (isPart(last + 1)) last += 1;
    // `Patos de Minas`
    else if (WITHIN.test(raw(tokens[last + 1])) && isPart(last + 2)) last += 2;
    else break;
  }
  const [from, to] = [tokens[first], tokens[last]];
  return from === undefined || to === undefined ? span : { ...span, start: from.start, end: to.end };
}

/** The likeliest words, in order; of a list all that are likely. */
function textsAlone(spans: readonly Likely[], leaf: Leaf): readonly Likely[] {
  const sure = leaf.required ? SPAN_NEEDED : SPAN_SURE;
  const taken: Likely[] = [];
  for (const one of spans) {
    if (one.p < sure || (!leaf.many && taken.length > 0)) break;
    if (
      isApart(
        one.span,
        taken.map(({ span }) => span),
      )
    )
      taken.push(one);
  }
  return taken.sort((a, b) => a.span.start - b.span.start);
}

function isApart(span: Span, others: readonly Span[]): boolean {
  return others.every((other) => other.end <= span.start || span.end <= other.start);
}

/** The likeliest texts that all stand on the same side of their numbers: `Ada 400, Bo 350` or `400 in Ada, 350 in Bo`. */
function textsBeside(
  spans: readonly Likely[],
  { reading }: ReadTurn,
  anchors: readonly Mention[],
): readonly Likely[] {
  const side = (left: boolean) =>
    anchors.flatMap((anchor, at) => {
      const [from, to] = left
        ? [Math.max(anchors[at - 1]?.end ?? 0, anchor.start - REACH), anchor.start]
        : [anchor.end, Math.min(anchors[at + 1]?.start ?? reading.text.length, anchor.end + REACH)];
      const best = spans.find(({ span }) => span.start >= from && span.end <= to);
      return best === undefined ? [] : [best];
    });
  const [left, right] = [side(true), side(false)].map((found) =>
    found.length === anchors.length ? found : [],
  );
  const sum = (found: readonly Likely[] = []) => found.reduce((total, { p }) => total + p, 0);
  return (sum(left) >= sum(right) ? left : right) ?? [];
}

/** Numbers that fill the items of the same list, in order: each of them should have its text. */
export function anchorsOf(
  text: Leaf,
  fillers: ReadonlyMap<string, readonly Filler[]>,
  leaves: ReadonlyMap<string, Leaf>,
): readonly Mention[] {
  if (text.listed < 0 || text.listed === text.path.length - 1) return [];
  const list = `${text.path.slice(0, -1).join('.')}.`;
  const beside = [...fillers].find(([key]) => key.startsWith(list) && leaves.get(key)?.kind === 'number');
  return beside?.[1].map(({ mention }) => mention) ?? [];
}

/** All spans of words with how likely they are the text of the field, likeliest first. */
function likelySpans({ reading, tokens }: ReadTurn, leaf: Leaf, operation: string, model: Model): Likely[] {
  const yes = model.spans.labels.indexOf(YES);
  const both = Uint32Array.from(model.spans.labels.keys());
  // One letter is a unit or a sign, but for the names of a list: `zones A and B`.
  const isLetter = ({ start, end, kind }: Span) => kind !== 'quote' && !leaf.many && end - start < 2;
  return spansOf(reading, tokens)
    .filter((span) => !isLetter(span))
    .map((span) => {
      const features = spanFeatures(reading, tokens, span, leaf.key, operation);
      return { span, p: probabilities(model.spans, features, both)[yes] ?? 0 };
    })
    .sort((a, b) => b.p - a.p);
}
