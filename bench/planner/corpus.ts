import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Language } from '../../src/planner/language/language.js';
import { INTENTS, type IntentMapping } from './intents.js';

/** A labelled message, or a talk of several with the label of its last. */
export interface Entry {
  readonly id: string;
  readonly author: string;
  readonly language: Language;
  readonly say: readonly string[];
  readonly intent: string;
  readonly want:
    | {
        readonly kind: 'do';
        readonly operations: readonly string[];
        readonly args: Readonly<Record<string, unknown>>;
        /** The same for operations that call their fields otherwise. */
        readonly others: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
      }
    /** Words, or one question. */
    | { readonly kind: 'say' | 'ask'; readonly why: string };
}

const STATES: Readonly<Record<string, string>> = { pending: 'open' };

/** All corpora, one author each. */
export function readCorpora(root: string): Entry[] {
  const folder = join(root, 'bench/planner/corpora');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .trim()
        .split('\n')
        .map((line) => toEntry(JSON.parse(line), basename(file, '.jsonl').replace('corpus-', ''))),
    );
}

interface Row {
  readonly id: string;
  readonly lang: Language;
  readonly say: string | readonly string[];
  readonly want: {
    readonly do?: string;
    readonly fields?: Readonly<Record<string, unknown>>;
    readonly ask?: string;
    readonly say?: string;
  };
}

function toEntry({ id, lang, say, want }: Row, author: string): Entry {
  const entry = { id, author, language: lang, say: [say].flat() };
  if (want.do === undefined) {
    const kind = want.ask === undefined ? 'say' : 'ask';
    return { ...entry, intent: `(${kind})`, want: { kind, why: want.ask ?? want.say ?? '' } };
  }
  const mapping = INTENTS[want.do];
  // What the chat can do is told by the conversation itself and needs no operation.
  if (mapping === undefined)
    return { ...entry, intent: want.do, want: { kind: 'say', why: 'tells what it can do' } };
  const given = want.fields ?? {};
  const others = Object.entries(mapping.others ?? {}).map(([operation, keys]) => [
    operation,
    argsOf({ ...mapping, fields: keys }, given),
  ]);
  return {
    ...entry,
    intent: want.do,
    want: {
      kind: 'do',
      operations: mapping.operations,
      args: argsOf(mapping, given),
      others: Object.fromEntries(others),
    },
  };
}

function argsOf(mapping: IntentMapping, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const args: Record<string, unknown> = { ...mapping.given };
  for (const [name, value] of Object.entries(fields)) {
    const key = mapping.fields[name];
    if (key === undefined) continue;
    if (key === 'stratification.strata') args['stratification'] = { enabled: true, strata: strataOf(value) };
    else if (key === 'paths') args[key] = [value].flat();
    else if (key === 'state') {
      if (value !== 'paid') args[key] = STATES[String(value)] ?? value;
    } else args[key] = value;
    if (name === 'proportion') args['parameterType'] = 'proportion';
  }
  return args;
}

function strataOf(value: unknown): Record<string, unknown>[] {
  return Object.entries(value as Readonly<Record<string, number>>).map(([name, size]) =>
    size <= 1 ? { name, weight: size } : { name, population: size },
  );
}
