import type { Outcome, Weight } from './outcome.js';
import { wrongFields } from './score.js';

/** From which confidence on a wish is called, and from which it is proposed; by what the call does. */
export type Bands = Readonly<Record<Weight, { readonly act: number; readonly propose: number }>>;

export interface Figures {
  readonly entries: number;
  readonly wanted: number;
  /** Called and right, of what was called. */
  readonly precision: number;
  /** Called and right, of what was wanted. */
  readonly recall: number;
  /** Called, or proposed, and right: of what was wanted. */
  readonly reached: number;
  /** Right, of what was proposed. */
  readonly proposedRight: number;
  /** Changing calls that were made; a change is only ever proposed, so this is none. */
  readonly harm: number;
  /** Changes proposed where words or a question were wanted. */
  readonly wrongChanges: number;
}

type Band = 'act' | 'propose' | 'ask';

export function bandOf({ wish, complete, weight }: Outcome, bands: Bands): Band {
  if (wish === undefined || !complete || wish.doubts.length > 0) return 'ask';
  const { act, propose } = bands[weight];
  if (wish.confidence >= act) return 'act';
  return wish.confidence >= propose ? 'propose' : 'ask';
}

export function figuresOf(outcomes: readonly Outcome[], bands: Bands): Figures {
  const of = (band: Band) => outcomes.filter((one) => bandOf(one, bands) === band);
  const [acted, proposed] = [of('act'), of('propose')];
  const right = (list: readonly Outcome[]) => list.filter((one) => one.right).length;
  const wanted = outcomes.filter(({ entry }) => entry.want.kind === 'do').length;
  return {
    entries: outcomes.length,
    wanted,
    precision: right(acted) / acted.length,
    recall: right(acted) / wanted,
    reached: (right(acted) + right(proposed)) / wanted,
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
      `| ${name} | ${f.entries} | ${share(f.precision)} | ${share(f.recall)} | ${share(f.reached)} | ${share(f.proposedRight)} | ${f.harm} | ${f.wrongChanges} |`,
  );
  return [
    '| | entries | acted: right | wanted: acted right | wanted: acted or proposed right | proposed: right | harm | changes proposed for nothing |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/** What was taken for what, and which fields were wrong, the costliest first. */
export function confusionsOf(
  outcomes: readonly Outcome[],
): { readonly name: string; readonly ids: readonly string[] }[] {
  const found = new Map<string, string[]>();
  const note = (name: string, { entry }: Outcome) => found.set(name, [...(found.get(name) ?? []), entry.id]);
  for (const outcome of outcomes) {
    const { entry, wish, right } = outcome;
    if (right || wish === undefined) continue;
    if (entry.want.kind !== 'do') {
      if (outcome.complete && wish.doubts.length === 0)
        note(`${entry.intent} taken for ${wish.operation}`, outcome);
    } else if (!entry.want.operations.includes(wish.operation))
      note(`${entry.intent} taken for ${wish.operation}`, outcome);
    else
      for (const key of wrongFields(entry.want.args, wish.args)) note(`${wish.operation}: ${key}`, outcome);
  }
  return [...found].map(([name, ids]) => ({ name, ids })).sort((a, b) => b.ids.length - a.ids.length);
}
