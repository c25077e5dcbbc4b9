import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { asksToGoAhead } from '../src/planner/wording/speak.js';
import { shippedPlanner } from './support/planner-of.js';
import { type Design, designs, regions, type Said } from './support/said-designs.js';

/** No number of a design is lost or bent without a word, in whatever language, unit and order it is said. */
let options: TalkOptions;
beforeAll(async () => {
  options = {
    ...(await shippedPlanner(shippedPlugins)),
    answer: ({ name, args }) => (name === 'design_sample' ? refusalOf(args) : undefined) ?? '{"ok":true}',
  };
});

/** What the real operation asks of a mean. */
function refusalOf(args: Readonly<Record<string, unknown>>): string | undefined {
  const lacks = ['population', 'expectedMean', 'expectedSD'].filter((key) => args[key] === undefined);
  if (!('expectedMean' in args) || lacks.length === 0) return undefined;
  return `Error: The request has faults.\n${lacks.map((key) => `${key}: is required for a mean.`).join('\n')}`;
}

/** What another operation of the chain calls a field. */
const ELSEWHERE: Readonly<Record<string, string>> = { expectedMean: 'mean', expectedSD: 'sd' };

/** Each value that was said is used, or quoted where it is asked about, and no other stands in its field. */
function expectHeld(turns: readonly string[], said: readonly Said[]) {
  const first = talk(turns, options);
  const agreed = asksToGoAhead(first.text) ? talk([...turns, 'yes'], options) : undefined;
  const made = [...first.calls, ...(agreed?.calls ?? [])]
    .filter(({ args }) => Object.keys(args).length > 0 && refusalOf(args) === undefined)
    .filter(({ name }) => /sample/u.test(name))
    .at(-1);
  if (made === undefined) return;
  const text = `${first.text}\n${agreed?.text ?? ''}`;
  for (const { values, figures, words } of said) {
    if (figures.some((figure) => isQuoted(figure, text)) || isQuoted(words, text)) continue;
    for (const [key, value] of Object.entries(values)) {
      const got = made.args[key] ?? made.args[ELSEWHERE[key] ?? ''];
      expect({ turns, made, [key]: got }).toEqual({ turns, made, [key]: value });
    }
  }
}

function isQuoted(figure: string, text: string): boolean {
  const plain = figure.replace(/[.*+?^$\x7b\x7d()|[\]\\]/gu, '\\$&');
  return new RegExp(`[“„«][^”“»]*(?<![\\d.,])${plain}(?!\\d)[^”“»]*[”“»]`, 'u').test(text);
}

function sentence({ lead, joint, said }: Design): string {
  return `${lead} ${said.map(({ words }) => words).join(joint)}`;
}

/** Without the fields that are said anew. */
function without({ values, ...said }: Said, later: Said): Said {
  return {
    ...said,
    values: Object.fromEntries(Object.entries(values).filter(([key]) => !(key in later.values))),
  };
}

/** Wide, so that what is found once is found again by its seed. */
const RUNS = { numRuns: 60 };

describe('a design in the words of four languages', () => {
  it('has each value where it belongs', () => {
    fc.assert(
      fc.property(designs, (design) => {
        expectHeld([sentence(design)], design.said);
      }),
      RUNS,
    );
  });

  it('has another value where one is said anew in a later turn, and keeps the rest', () => {
    fc.assert(
      fc.property(designs, (design) => {
        const { said, later } = design;
        expectHeld([sentence(design), later.words], [...said.map((each) => without(each, later)), later]);
      }),
      RUNS,
    );
  });

  it('has all households of two places', () => {
    fc.assert(
      fc.property(designs, regions, (design, { words, counts }) => {
        const rest = design.said.filter(({ values }) => !('population' in values));
        const all = counts.reduce((sum, count) => sum + count, 0);
        const places: Said = { words, figures: counts.map(String), values: { population: all } };
        // Places are said in English here.
        if (design.tongue === 'en')
          expectHeld([sentence({ ...design, said: [places, ...rest] })], [places, ...rest]);
      }),
      RUNS,
    );
  });
});
