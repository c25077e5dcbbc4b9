import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { asksToGoAhead } from '../src/planner/wording/speak.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  options = {
    ...(await shippedPlanner(shippedPlugins)),
    answer: ({ args }) => refusalOf(args) ?? '{"ok":true}',
  };
});

type Values = Readonly<Record<string, number>>;
/** A value as it is said, and what it stands for. */
interface Said {
  readonly words: string;
  /** The same in answer to the question for it. */
  readonly bare: string;
  readonly values: Values;
}

/** What the real operation asks of a mean. */
function refusalOf(args: Readonly<Record<string, unknown>>): string | undefined {
  const lacks = ['population', 'expectedMean', 'expectedSD'].filter((key) => args[key] === undefined);
  if (!('expectedMean' in args) || lacks.length === 0) return undefined;
  return `Error: The request has faults.\n${lacks.map((key) => `${key}: is required for a mean.`).join('\n')}`;
}

const one = fc.constantFrom;
const units = one('kg', 'hours', 'MJ');

const population: fc.Arbitrary<Said> = fc
  .record({ count: one(300, 812, 2000, 2040, 5000, 12_500), form: one(0, 1, 2, 3) })
  .map(({ count, form }) => ({
    words:
      [`${count} households`, `population ${count}`, `${count.toLocaleString('en')} homes`, `N = ${count}`][
        form
      ] ?? '',
    bare: `${count}`,
    values: { population: count },
  }));

const amount = (key: string, names: readonly string[], figures: readonly number[], unit: string) =>
  fc.record({ figure: one(...figures), name: one(...names) }).map(
    ({ figure, name }): Said => ({
      words: `${name} ${figure} ${unit}`,
      bare: `${figure} ${unit}`,
      values: { [key]: figure },
    }),
  );

const dropout: fc.Arbitrary<Said> = fc
  .record({ percent: one(5, 10, 12.5, 15, 20, 25), form: one(0, 1, 2, 3) })
  .map(({ percent, form }) => {
    const words =
      [`${percent}% dropout`, `dropout ${percent}%`, `we lose ${percent}%`, `${percent}% will drop out`][
        form
      ] ?? '';
    return { words, bare: words, values: { dropoutRate: percent / 100 } };
  });

const level: fc.Arbitrary<Said> = fc
  .record({ pair: one([90, 10], [95, 5], [95, 10], [90, 5]), form: one(0, 1, 2) })
  .map(({ pair: [confidence = 0, precision = 0], form }) => {
    const words =
      [
        `${confidence}/${precision}`,
        `at ${confidence}/${precision}`,
        `${confidence}% confidence and ${precision}% precision`,
      ][form] ?? '';
    return { words, bare: words, values: { confidence: confidence / 100, precision: precision / 100 } };
  });

/** All values of a design, in any order. */
const designs = units.chain((unit) =>
  fc
    .tuple(
      population,
      amount('expectedMean', ['mean', 'average of', 'expected mean'], [0.8, 0.9, 2.5, 3.2, 6, 10, 90], unit),
      amount(
        'expectedSD',
        ['sd', 'standard deviation', 'SD of'],
        [0.1, 0.2, 0.25, 0.5, 0.9, 1, 2, 5, 10, 15],
        unit,
      ),
      dropout,
      level,
    )
    .chain((said) => fc.shuffledSubarray([...said], { minLength: said.length })),
);
const lead = one(
  'Sample size for',
  'Design a sample:',
  'I need a sample size,',
  'How many homes do we have to visit:',
);
const joint = one(', ', '; ', ' and ');

const valuesOf = (said: readonly Said[]): Values => Object.assign({}, ...said.map(({ values }) => values));

/** Arguments of the call that the last message leads to, also after a yes; undefined where it only asks. */
function madeOf(said: readonly string[]) {
  const first = talk(said, options);
  const agreed = asksToGoAhead(first.text) ? talk([...said, 'yes'], options) : undefined;
  const made = [first, ...(agreed === undefined ? [] : [agreed])]
    .flatMap(({ calls }) => calls)
    .filter(({ name, args }) => name === 'design_sample' && refusalOf(args) === undefined)
    .at(-1);
  return { args: made?.args, text: `${first.text}\n${agreed?.text ?? ''}` };
}

/** Each value that was said is used or asked about, and no other stands in its field. */
function expectHeld(said: readonly string[], values: Values) {
  const { args, text } = madeOf(said);
  if (args === undefined) return;
  for (const [key, value] of Object.entries(values)) {
    const asked = args[key] === undefined && /not used/iu.test(text);
    if (!asked) expect({ said, [key]: args[key] }).toEqual({ said, [key]: value });
  }
}

/** Wide, so that what is found once is found again by its seed. */
const RUNS = { numRuns: 60 };

describe('a design that is said in plain words', () => {
  it('has each value where it belongs, whatever its figure, order and joint', () => {
    fc.assert(
      fc.property(designs, lead, joint, (said, opening, by) => {
        expectHeld([`${opening} ${said.map(({ words }) => words).join(by)}`], valuesOf(said));
      }),
      RUNS,
    );
  });

  it('keeps all of them when what is left out is said in answer', () => {
    fc.assert(
      fc.property(designs, lead, fc.nat(4), fc.boolean(), (said, opening, at, isBare) => {
        const left = said[at];
        const first = `${opening} ${said
          .filter((each) => each !== left)
          .map(({ words }) => words)
          .join(', ')}`;
        const answer = isBare ? left?.bare : left?.words;
        // A level is left to the profile, and so is a loss: nobody asks for them.
        if (answer === undefined) return;
        expectHeld([first, answer], valuesOf(said));
      }),
      RUNS,
    );
  });

  it('changes the one value that is changed', () => {
    fc.assert(
      fc.property(designs, lead, dropout, (said, opening, changed) => {
        const first = `${opening} ${said.map(({ words }) => words).join(', ')}`;
        expectHeld(
          [
            first,
            `and with ${changed.values['dropoutRate'] === undefined ? '' : `${changed.values['dropoutRate'] * 100}%`} dropout?`,
          ],
          {
            ...valuesOf(said),
            ...changed.values,
          },
        );
      }),
      RUNS,
    );
  });
});
