/**
 * Sentences that teach the keyless chat a plugin's operations: `utterances/<language>.jsonl` beside the plugin, one JSON
 * object a line, such as `{"do":"vfs_delete","say":"(delete|bin) {paths:path}"}`. `docs/` tells authors all of it.
 */
export interface Utterance {
  /** Counted from 1. */
  readonly line: number;
  readonly wants:
    | { readonly kind: 'do'; readonly operation: string }
    /** Words only: a negation, a report of the past, a question about what would happen. */
    | { readonly kind: 'not'; readonly why: string }
    /** One question and no call. */
    | { readonly kind: 'ask'; readonly why: string };
  /** What is said, turn by turn; the label is of the last one. */
  readonly say: readonly Template[];
  /** Values that the words give without a slot: `{ "history": true }` of `how did it come about`. */
  readonly with: Readonly<Record<string, unknown>>;
}

/** A sentence with alternatives and slots. */
export type Template = readonly Piece[];

export type Piece =
  | { readonly type: 'words'; readonly text: string }
  | { readonly type: 'choice'; readonly options: readonly Template[] }
  | { readonly type: 'slot'; readonly slot: TemplateSlot };

/** How a value in a sentence stands to the value of its field. */
export type SlotReading =
  /** The value itself. */
  | 'as is'
  /** One minus it: a response rate for a dropout, alpha for a confidence. */
  | 'complement'
  /** A multiple of another field: a coefficient of variation for a standard deviation. */
  | 'relative'
  /** The two-sided normal quantile of it: 1.96 for a confidence of 0.95. */
  | 'z'
  /** Two values in one, such as 90/10: this field has the first or the second. */
  | 'first of pair'
  | 'second of pair';

export interface SlotField {
  /** Keys from the root of the operation's input; members of an array's items stand behind the array. */
  readonly path: readonly string[];
  readonly reading: SlotReading;
  /** Of `relative`: the field whose multiple it is. */
  readonly of?: readonly string[];
}

export interface TemplateSlot {
  /** Empty: a value that fills no field, `{_:path}`. Two for a pair. */
  readonly fields: readonly SlotField[];
  /** A kind whose text is made up anew for every sentence, or the text itself. */
  readonly draws: { readonly kind: SlotKind } | { readonly text: string };
}

export const SLOT_KINDS = [
  'count',
  'small',
  'share',
  'pair',
  'mass',
  'quantity',
  'number',
  'seed',
  'days',
  'year',
  'path',
  'folder',
  'csv',
  'glob',
  'did',
  'address',
  'url',
  'email',
  'phone',
  'id',
  'date',
  'period',
  'place',
  'name',
  'column',
  'text',
] as const;

export type SlotKind = (typeof SLOT_KINDS)[number];

export interface UtteranceFault {
  readonly line: number;
  readonly fault: string;
}

export interface ReadUtterances {
  readonly utterances: readonly Utterance[];
  readonly faults: readonly UtteranceFault[];
}

const MEMBERS = new Set(['do', 'not', 'ask', 'say', 'with']);
const MOST_TURNS = 6;
const LONGEST = 2000;
const DEEPEST = 8;
const FIELD = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*$/u;

/** Reads a file of utterances. Blank lines and lines that begin with `//` are passed over; all faults are told at once. */
export function readUtterances(file: string): ReadUtterances {
  const utterances: Utterance[] = [];
  const faults: UtteranceFault[] = [];
  for (const [index, text] of file.split('\n').entries()) {
    const trimmed = text.trim();
    if (trimmed === '' || trimmed.startsWith('//')) continue;
    try {
      utterances.push(toUtterance(JSON.parse(trimmed), index + 1));
    } catch (error) {
      faults.push({ line: index + 1, fault: error instanceof Error ? error.message : String(error) });
    }
  }
  return { utterances, faults };
}

function toUtterance(value: unknown, line: number): Utterance {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('it must be a JSON object with `say` and one of `do`, `not`, `ask`');
  const unknown = Object.keys(value).find((key) => !MEMBERS.has(key));
  if (unknown !== undefined)
    throw new Error(
      `'${unknown}' is not known; a line has \`do\`, \`not\` or \`ask\`, \`say\`, and \`with\``,
    );
  const row = value as Readonly<Record<string, unknown>>;
  const kinds = (['do', 'not', 'ask'] as const).filter((kind) => row[kind] !== undefined);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) throw new Error('it must have one of `do`, `not`, `ask`');
  const label = row[kind];
  if (typeof label !== 'string' || label === '') throw new Error(`\`${kind}\` must be a text`);
  const say = (Array.isArray(row['say']) ? row['say'] : [row['say']]).map((turn: unknown) => {
    if (typeof turn !== 'string' || turn.trim() === '')
      throw new Error('`say` must be a text, or a list of them');
    return readTemplate(turn);
  });
  if (say.length === 0 || say.length > MOST_TURNS) throw new Error(`\`say\` has 1 to ${MOST_TURNS} turns`);
  const given = row['with'] ?? {};
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new Error('`with` must be an object of fields and their values');
  return {
    line,
    wants: kind === 'do' ? { kind, operation: label } : { kind, why: label },
    say,
    with: given as Readonly<Record<string, unknown>>,
  };
}

/**
 * Reads `(a|b|)` as alternatives and `{field:kind}` or `{field=text}` as slots; alternatives may hold both. A backslash
 * takes a bracket or a bar as it is.
 * @throws Error that says what is wrong, and where
 */
export function readTemplate(text: string): Template {
  if (text.length > LONGEST) throw new Error(`a sentence has at most ${LONGEST} characters`);
  let at = 0;
  const template = sequence(0);
  if (at < text.length) throw new Error(`'${text[at]}' at character ${at + 1} closes nothing`);
  return template;

  function sequence(depth: number): Template {
    const pieces: Piece[] = [];
    let words = '';
    const flush = () => {
      if (words !== '') pieces.push({ type: 'words', text: words });
      words = '';
    };
    for (; at < text.length; at++) {
      const char = text[at] ?? '';
      if (char === '\\' && at + 1 < text.length) words += text[++at];
      else if (char === '(') {
        flush();
        pieces.push({ type: 'choice', options: alternatives(depth + 1) });
      } else if (char === '{') {
        flush();
        pieces.push({ type: 'slot', slot: slot() });
      } else if (char === '}') throw new Error(`'}' at character ${at + 1} closes nothing`);
      else if (char === ')' || (char === '|' && depth > 0)) break;
      else words += char;
    }
    flush();
    return pieces;
  }

  function alternatives(depth: number): Template[] {
    if (depth > DEEPEST) throw new Error(`alternatives stand at most ${DEEPEST} deep in each other`);
    const opened = at + 1;
    const options: Template[] = [];
    do {
      at++;
      options.push(sequence(depth));
    } while (text[at] === '|');
    if (text[at] !== ')') throw new Error(`'(' at character ${opened} is not closed`);
    return options;
  }

  function slot(): TemplateSlot {
    const end = text.indexOf('}', at);
    if (end < 0) throw new Error(`'{' at character ${at + 1} is not closed`);
    const inner = text.slice(at + 1, end);
    at = end;
    return readSlot(inner);
  }
}

function readSlot(inner: string): TemplateSlot {
  const [, spec, sign, rest] = /^([^:=]+)([:=])(.*)$/su.exec(inner) ?? [];
  if (spec === undefined || rest === undefined || rest === '')
    throw new Error(`{${inner}} must be {field:kind} or {field=text}`);
  const fields = readFields(spec.trim(), inner);
  if (sign === '=') return { fields, draws: { text: rest } };
  const kind = SLOT_KINDS.find((one) => one === rest.trim());
  if (kind === undefined)
    throw new Error(`{${inner}}: there is no kind '${rest.trim()}'; kinds are ${SLOT_KINDS.join(', ')}`);
  return { fields, draws: { kind } };
}

function readFields(spec: string, inner: string): readonly SlotField[] {
  if (spec === '_') return [];
  const path = (name: string): readonly string[] => {
    if (!FIELD.test(name)) throw new Error(`{${inner}}: '${name}' is no name of a field`);
    return name.split('.');
  };
  const pair = spec.split('+');
  if (pair.length === 2)
    return [
      { path: path(pair[0] ?? ''), reading: 'first of pair' },
      { path: path(pair[1] ?? ''), reading: 'second of pair' },
    ];
  if (spec.startsWith('1-')) return [{ path: path(spec.slice(2)), reading: 'complement' }];
  const score = /^z\((.+)\)$/u.exec(spec);
  if (score !== null) return [{ path: path(score[1] ?? ''), reading: 'z' }];
  const [field = '', of, ...more] = spec.split('/');
  if (of === undefined) return [{ path: path(field), reading: 'as is' }];
  if (more.length > 0) throw new Error(`{${inner}}: a field stands to one other`);
  return [{ path: path(field), reading: 'relative', of: path(of) }];
}
