import type { Mention, Reading } from '../reading/reading.js';
import { spanFeatures, spansOf, YES } from './features/span-features.js';
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

/** The words that are likeliest the text of a field, in order; of a list all that are likely. */
export function textsOf(
  { reading, tokens }: ReadTurn,
  leaf: Leaf,
  operation: string,
  model: Model,
): { readonly text: string; readonly p: number }[] {
  const sure = leaf.required ? SPAN_NEEDED : SPAN_SURE;
  const likely = likelySpans(reading, tokens, leaf, operation, model).filter(({ p }) => p >= sure);
  const taken: typeof likely = [];
  for (const one of likely) {
    if (!leaf.many && taken.length > 0) break;
    if (taken.every(({ span }) => span.end <= one.span.start || one.span.end <= span.start)) taken.push(one);
  }
  return taken
    .sort((a, b) => a.span.start - b.span.start)
    .map(({ span, p }) => ({ text: reading.text.slice(span.start, span.end), p }));
}

/** The likeliest texts that all stand on the same side of their numbers: `Ada 400, Bo 350` or `400 in Ada, 350 in Bo`. */
export function textsBeside(
  { reading, tokens }: ReadTurn,
  leaf: Leaf,
  operation: string,
  model: Model,
  anchors: readonly Mention[],
): { readonly text: string; readonly p: number }[] {
  const spans = likelySpans(reading, tokens, leaf, operation, model);
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
  const sum = (found: typeof spans = []) => found.reduce((total, { p }) => total + p, 0);
  const chosen = (sum(left) >= sum(right) ? left : right) ?? [];
  return chosen.map(({ span, p }) => ({ text: reading.text.slice(span.start, span.end), p }));
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
function likelySpans(
  reading: Reading,
  tokens: readonly Token[],
  leaf: Leaf,
  operation: string,
  model: Model,
) {
  const yes = model.spans.labels.indexOf(YES);
  const both = Uint32Array.from(model.spans.labels.keys());
  return spansOf(reading, tokens)
    .map((span) => {
      const features = spanFeatures(reading, tokens, span, leaf.key, operation);
      return { span, p: probabilities(model.spans, features, both)[yes] ?? 0 };
    })
    .sort((a, b) => b.p - a.p);
}
