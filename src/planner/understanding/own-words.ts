import type { ManifestExample, Template, Utterance } from '../../plugin/index.js';
import { splitName, words } from '../language/tokenize.js';
import { isTimePhrase, timePhrases } from '../reading/time-phrase.js';
import type { Sentence } from './model.js';

/** A word speaks for an operation that stands in its sentences so many times as often as in sentences of all kinds. */
const OFTENER = 3;
/** And in so many of its sentences: what one of a hundred has is no word of theirs. */
const SHARE = 0.03;

/** A quotation of which nothing is left but its place. */
const QUOTED = /"[^\p{L}\p{N}"]+"/u;

/** What plugins teach of their operations. */
export interface Taught {
  readonly operations: readonly { readonly name: string }[];
  readonly manifests: readonly ManifestExample[];
  readonly files: readonly { readonly author: string; readonly utterances: readonly Utterance[] }[];
}

/**
 * Whether a message speaks of an operation at all, of a plugin whose sentences have times: by a word that is its author's own
 * (`remind`, `task`) and no value, by one of its name, or by a time where its sentences have one. Whatever nobody else understands
 * looks like `{text} {time}`.
 */
export function ownWords(
  { operations, manifests, files }: Taught,
  background: readonly Sentence[],
): (operation: string, message: string) => boolean {
  const usual = countWords(background.map(({ text }) => text));
  const timed = new Set(
    files
      .filter(({ utterances }) => utterances.some(({ say }) => say.some(hasTime)))
      .map(({ author }) => author),
  );
  const taught = files.filter(({ author }) => timed.has(author)).flatMap(({ utterances }) => utterances);
  const known = new Map(
    operations.flatMap(({ name }) => {
      const own = taught.filter(({ wants }) => wants.kind === 'do' && wants.operation === name);
      if (own.length === 0) return [];
      const texts = [
        ...own.flatMap(({ say }) => say.map((each) => textOf(each))),
        ...manifests.filter(({ tool }) => tool === name).map(withoutValues),
      ];
      const stems = new Set(splitName(name).flatMap((part) => stemsOf(part)));
      for (const [stem, count] of countWords(texts)) {
        const share = (usual.get(stem) ?? 0) / Math.max(1, background.length);
        if (count / texts.length >= Math.max(SHARE, OFTENER * share)) stems.add(stem);
      }
      return [[name, { stems, isTimed: own.some(({ say }) => say.some(hasTime)) }] as const];
    }),
  );
  return (operation, message) => {
    const of = known.get(operation);
    return (
      of === undefined ||
      stemsOf(message).some((stem) => of.stems.has(stem)) ||
      // A time may stand in a quotation, which is cut out of what is read.
      (of.isTimed && (timePhrases(message).length > 0 || QUOTED.test(message)))
    );
  };
}

const stemsOf = (text: string): string[] =>
  words(text).flatMap(({ stop, stem }) => (stop || stem.length < 2 ? [] : [stem]));

/** In how many texts each word stands. */
function countWords(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const stem of new Set(stemsOf(text))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

/** The words of a sentence without its values; all of its alternatives. */
function textOf(template: Template): string {
  return template
    .map((piece) => {
      if (piece.type === 'words') return piece.text;
      return piece.type === 'choice' ? piece.options.map(textOf).join(' ') : ' ';
    })
    .join(' ');
}

function hasTime(template: Template): boolean {
  return template.some((piece) => {
    if (piece.type === 'choice') return piece.options.some(hasTime);
    return piece.type === 'slot' && 'text' in piece.slot.draws && isTimePhrase(piece.slot.draws.text);
  });
}

function withoutValues({ user, args = {} }: ManifestExample): string {
  return Object.values(args).reduce<string>(
    (text, value) => (typeof value === 'string' && value !== '' ? text.replaceAll(value, ' ') : text),
    user,
  );
}
