import type { ManifestExample } from '../../../plugin/index.js';
import type { Language } from '../../language/language.js';
import { leafFieldsOf } from '../leaf-fields.js';
import type { KnownOperation } from '../operation.js';
import type { Reader } from '../reader.js';
import { alignValues, type Relations } from './align-values.js';
import { drawExamples, type UtteranceFile } from './draw-examples.js';
import type { Example } from './example.js';
import { Random } from './random.js';
import { whatIsTaught } from './taught.js';

/** A sentence, or a talk, with the call that it stands for: values without their places. */
export interface LabelledTalk {
  readonly author: string;
  readonly language: Language;
  readonly say: readonly string[];
  readonly wants:
    | {
        readonly kind: 'do';
        readonly operation: string;
        readonly args: Readonly<Record<string, unknown>>;
      }
    | { readonly kind: 'not' | 'ask' };
  readonly weight: number;
}

/** All that is to be learnt from. */
export interface Lesson {
  readonly operations: readonly KnownOperation[];
  readonly files: readonly UtteranceFile[];
  readonly manifests: readonly ManifestExample[];
  readonly talks: readonly LabelledTalk[];
}

/** About so many sentences are made of utterances, as many in each language: of fewer lines more are made. */
const SENTENCES = 12_000;
const MOST_TIMES = 8;
const MANIFEST_WEIGHT = 3;

/** Examples of everything in a lesson, the same for the same seed. */
export function examplesOf(lesson: Lesson, reader: Reader, seed: number, sentences = SENTENCES): Example[] {
  const { operations, files, manifests, talks } = lesson;
  const random = new Random(seed);
  const lines = new Map<Language, number>();
  for (const { language, utterances } of files)
    lines.set(language, (lines.get(language) ?? 0) + utterances.length);
  const times = (language: Language) =>
    Math.max(1, Math.min(MOST_TIMES, Math.round(sentences / lines.size / (lines.get(language) || 1))));
  const drawn = files.flatMap((file) => drawExamples(file, operations, times(file.language), random));
  const { relations } = whatIsTaught(drawn, operations);
  const labelled = [...manifests.map(talkOf), ...talks].flatMap(
    (talk) => exampleOf(talk, operations, relations, reader) ?? [],
  );
  return [...drawn, ...labelled];
}

function talkOf({ user, tool, args }: ManifestExample): LabelledTalk {
  return {
    author: 'manifest',
    language: 'en',
    say: [user],
    wants: { kind: 'do', operation: tool, args },
    weight: MANIFEST_WEIGHT,
  };
}

function exampleOf(
  { author, language, say, wants, weight }: LabelledTalk,
  operations: readonly KnownOperation[],
  relations: Relations,
  reader: Reader,
): Example | undefined {
  const common = { author, language, weight };
  if (wants.kind !== 'do')
    return { ...common, turns: say.map((text) => ({ text, spans: [] })), label: { kind: wants.kind } };
  const operation = operations.find((one) => one.name === wants.operation);
  if (operation === undefined) return undefined;
  const readings = say.map((text) => reader.read(text, language));
  const { turns, given } = alignValues(
    readings,
    wants.args,
    leafFieldsOf(operation.parameters),
    relations,
    reader,
  );
  return { ...common, turns, label: { kind: 'do', operation: operation.name, given } };
}
