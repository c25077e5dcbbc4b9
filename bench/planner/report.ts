import type { Bands } from '../../src/planner/understanding/model.js';
import type { Entry } from './corpus.js';
import type { Outcome, Weight } from './outcome.js';
import { wrongFields } from './score.js';

/** Called at once, proposed in a line, or neither. */
type Band = 'act' | 'propose' | 'ask';

/** What was made of an entry, and whether it is what the label wants. */
export interface Judged {
  readonly entry: Entry;
  readonly band: Band;
  readonly weight: Weight;
  readonly right: boolean;
  /** Whether it is wanted and the label gives all that the call must have. */
  readonly callable: boolean;
}

export interface Figures {
  readonly entries: number;
  readonly wanted: number;
  readonly acted: number;
  /** Called and right, of what was called. */
  readonly precision: number;
  /** Called and right, of what was wanted. */
  readonly recall: number;
  /** Called, or proposed, and right: of what was wanted. */
  readonly reached: number;
  /** The same, of what could be called with what was said. */
  readonly reachedOfCallable: number;
  /** Right, of what was proposed. */
  readonly proposedRight: number;
  /** Changing calls that were made; a change is only ever proposed, so this is none. */
  readonly harm: number;
  /** Changes proposed where words or a question were wanted. */
  readonly wrongChanges: number;
}

/** What the learnt model makes of an entry by itself, before any dialogue. */
export function judgedOf(outcome: Outcome, bands: Bands): Judged {
  const { entry, weight, right, callable } = outcome;
  return { entry, weight, right, callable, band: bandOf(outcome, bands) };
}

function bandOf({ wish, complete, weight }: Outcome, bands: Bands): Band {
  if (wish === undefined || !complete || wish.doubts.length > 0) return 'ask';
  const { certain, likely } = bands[weight];
  if (wish.confidence >= certain) return 'act';
  return wish.confidence >= likely ? 'propose' : 'ask';
}

export function figuresOf(judged: readonly Judged[]): Figures {
  const of = (band: Band) => judged.filter((one) => one.band === band);
  const [acted, proposed] = [of('act'), of('propose')];
  const right = (list: readonly Judged[]) => list.filter((one) => one.right).length;
  const wanted = judged.filter(({ entry }) => entry.want.kind === 'do').length;
  return {
    entries: judged.length,
    wanted,
    acted: acted.length,
    precision: right(acted) / acted.length,
    recall: right(acted) / wanted,
    reached: (right(acted) + right(proposed)) / wanted,
    reachedOfCallable: right([...acted, ...proposed]) / judged.filter(({ callable }) => callable).length,
    proposedRight: right(proposed) / proposed.length,
    harm: acted.filter(({ weight, right: ok }) => weight === 'change' && !ok).length,
    wrongChanges: proposed.filter(({ weight, entry }) => weight === 'change' && entry.want.kind !== 'do')
      .length,
  };
}

/** A Markdown table of figures, a line each. */
export function tableOf(rows: readonly (readonly [name: string, figures: Figures])[]): string {
  const share = (value: number) => (Number.isFinite(value) ? value.toFixed(2) : '–');
  const lines = rows.map(
    ([name, f]) =>
      `| ${name} | ${f.entries} | ${f.acted} | ${share(f.precision)} | ${share(f.recall)} | ${share(f.reached)} | ${share(f.reachedOfCallable)} | ${share(f.proposedRight)} | ${f.harm} | ${f.wrongChanges} |`,
  );
  return [
    '| | entries | acted | acted: right | wanted: acted right | wanted: acted or proposed right | of what can be called | proposed: right | harm | changes proposed for nothing |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/** A kind of error with the entries that have it. */
export interface Confusion {
  readonly name: string;
  readonly ids: readonly string[];
}

/** What the model took for what, and which fields were wrong, the costliest first. */
export function confusionsOf(outcomes: readonly Outcome[]): Confusion[] {
  return grouped(
    outcomes.flatMap(({ entry, wish, right, complete }) => {
      if (right || wish === undefined) return [];
      const taken = `${entry.intent} taken for ${wish.operation}`;
      if (entry.want.kind !== 'do')
        return complete && wish.doubts.length === 0 ? [{ entry, name: taken }] : [];
      if (!entry.want.operations.includes(wish.operation)) return [{ entry, name: taken }];
      return wrongFields(entry.want.args, wish.args).map((key) => ({
        entry,
        name: `${wish.operation}: ${key}`,
      }));
    }),
  );
}

/** Names with the entries that they are of, those of most entries first. */
export function grouped(list: readonly { readonly name: string; readonly entry: Entry }[]): Confusion[] {
  const found = new Map<string, string[]>();
  for (const { name, entry } of list) found.set(name, [...(found.get(name) ?? []), entry.id]);
  return [...found].map(([name, ids]) => ({ name, ids })).sort((a, b) => b.ids.length - a.ids.length);
}
