import { oneLine } from 'oracle-runtime/kit';
import { repeatedWords } from '../registry/repeated-rows.js';
import type { HardlyDrawn } from '../selection/hardly-drawn.js';
import { quoted } from '../selection/quoted.js';
import { because } from './because.js';
import type { DrawnEntry, OtherDraws, RenamedUnits } from './drawn-entry.js';
import { choiceOf, isKnownBy, namesDayAlone } from './given-up.js';
import { goneMarks } from './gone-marks.js';
import { ofOwner, sisterMarks } from './sister-marks.js';
import type { TrailEntry } from './trail-entry.js';
import { committedPanel, type DrawState } from './trail-state.js';

/** Characters of a value that a mark shows. */
const SHOWN = 60;

/** What a draw was made from. */
export type DrawnFrom = Pick<DrawnEntry, 'frameSha256' | 'strataSha256' | 'sizesSha256'>;

/** What stands out in a commitment. */
export function commitmentMarks(entry: Extract<TrailEntry, { kind: 'committed' }>): string[] {
  const { commitment, supersedes, reason, otherDesigns, changed = [], leftOpen = [] } = entry;
  const choice = choiceOf(entry);
  const namesNone = entry.publicAt === null && (entry.whichValue ?? null) === null;
  return [
    ...(supersedes === null
      ? []
      : [`Commitment ${commitment} of this design takes the place of ${supersedes}${because(reason)}`]),
    ...leftOpen.map(({ commitmentId: other, designId, since }) =>
      isKnownBy(since, entry.at)
        ? `${other} of ${designId}, which this design recalculates, was left open ${since === null ? 'and says no time of its value' : `though its value was public since ${since}`}: its draw could be known when this was committed to.`
        : `${other} of ${designId}, which this design recalculates, is still open: of both draws the one that pleases could be taken.`,
    ),
    ...(changed.length === 0
      ? []
      : [
          `Commitment ${commitment} is to a registry of other ${changed.join(' and ')} than ${supersedes}: whoever changes them changes which units are drawn.`,
        ]),
    ...others(otherDesigns, entry.others),
    ...renamed(entry.renamed),
    ...(namesNone
      ? [
          `Commitment ${commitment} does not say which value of ${quoted(entry.source)}: whoever draws can wait for one that pleases.`,
        ]
      : []),
    ...(choice === undefined
      ? []
      : [
          `Commitment ${commitment} leaves it open which value it is to (${quoted(choice)}): of several the one that pleases could be taken.`,
        ]),
    ...(namesDayAlone(entry)
      ? [
          `Commitment ${commitment} names a day, and neither a time nor a number of the draw: of all values of that day the one that pleases could be taken.`,
        ]
      : []),
  ];
}

/** What a draw is not of that its design says; so do analyses of its readings. */
export function misfitsOf(entry: DrawnEntry): string[] {
  const { frameSize, designPopulation, shortfalls = [], strataLeftOut, otherShares } = entry;
  const { hardlyDrawn, adopters, mistyped, repeated, surplus } = entry;
  return [
    ...(mistyped === undefined || mistyped === null
      ? []
      : [
          `${mistyped.ids} id(s) of the registry differ from another only in letters that look alike (${mistyped.example}): were they one unit entered twice, it had twice the chance.`,
        ]),
    ...(repeated === undefined || repeated === null ? [] : [repeatedWords(repeated)]),
    ...goneMarks(entry),
    ...hardlyDrawnMark(hardlyDrawn),
    ...adoptersMark(adopters),
    ...(typeof strataLeftOut === 'number'
      ? [
          `The units were drawn from the registry as one whole, although the design has ${strataLeftOut} strata: how many of each were drawn was left to chance.`,
        ]
      : []),
    ...(typeof designPopulation === 'number' && frameSize !== undefined
      ? [sizeMark(frameSize, designPopulation)]
      : []),
    ...(otherShares === undefined || otherShares === null
      ? []
      : [
          `The strata of the registry have other shares than the design says (${otherShares.map(({ stratum, registry, design }) => `${stratum}: ${registry} units, design ${design}`).join('; ')}): estimates weigh them as the registry has them.`,
        ]),
    ...(surplus === undefined || surplus === null
      ? []
      : [
          `${surplus.drawn} units were drawn, the design plans ${surplus.planned}: each of them is asked, and one without a value is lost.`,
        ]),
    ...shortfalls.map(
      ({ stratum, drawn, planned }) =>
        `${drawn} units${stratum === null ? '' : ` of stratum ${stratum}`} were drawn, the design plans ${planned}.`,
    ),
  ];
}

/** Of a registry that has more, the plan falls short; of one that has fewer, somebody was left out. */
function sizeMark(registry: number, design: number): string {
  const what =
    registry > design
      ? 'recalculate the design'
      : `the ${design - registry} that it does not list had no chance`;
  return `The registry has ${registry} units, the design says ${design}: ${what}.`;
}

/** A registry without those who got a stove and left it makes every share in use a large one. */
export function adoptersMark(told: DrawnEntry['adopters']): string[] {
  if (told === undefined || told === null) return [];
  const { units, of } = told;
  return [
    units === of
      ? `All ${of} units of the registry are adopters, by the word of whoever drew: nobody who got a device and left it can be drawn.`
      : `${units} of the ${of} units of the registry are adopters: hardly anybody who got a device and left it can be drawn.`,
  ];
}

/** Sizes that leave most units no chance choose the others, whatever the seed. */
export function hardlyDrawnMark(told: HardlyDrawn | null | undefined): string[] {
  if (told === undefined || told === null) return [];
  const { units, of, drawn, expected } = told;
  return [
    `${units} of ${of} units have by their sizes less than a tenth of an equal chance: together ${expected} of the ${drawn} drawn are expected of them, so the sizes chose the others.`,
  ];
}

/**
 * What stands out in a draw.
 * @param before the registry of the draw before it; undefined for the first
 * @param analyses readings that were analysed before it
 * @param earlier draws of its trail before it
 */
export function drawMarks(
  entry: DrawnEntry,
  before: DrawnFrom | undefined,
  analyses: number,
  earlier: readonly DrawState[],
): string[] {
  const { draw, panel, reason, selectionId, commitmentId, otherDesigns } = entry;
  const again =
    panel === null
      ? []
      : [
          `${selectionId} is draw ${draw} of this design; ${panel.same} of its units were in ${panel.selectionId} too, and ${panel.choice === 'unsaid' ? 'nobody said whether the panel is kept or fresh' : `the panel is ${panel.choice}`}${because(reason)}`,
        ];
  return [
    ...(commitmentId === null ? typedMark(entry, earlier) : valueMarks(entry)),
    ...again,
    ...registryChanged(entry, before),
    ...(analyses > 0 && panel === null
      ? [`The draw came after ${analyses} analysed set(s) of readings: whoever drew could know results.`]
      : []),
    ...misfitsOf(entry),
    ...others(otherDesigns, entry.others),
    ...renamed(entry.renamed),
    ...sisterMarks(entry.sisters),
  ];
}

/** What stands out in the value of an authority. */
function valueMarks({ draw, valuePublicAt, sameValue, valueTold }: DrawnEntry): string[] {
  const { value = '', reference = '', sameDigits = 0, sameNumbers = 0, sameReference = 0 } = valueTold ?? {};
  const { atReference = [] } = valueTold ?? {};
  return [
    ...(sameDigits === 0
      ? []
      : [
          `The value behind draw ${draw}, "${oneLine(value, SHOWN)}", has the digits of the value of ${sameDigits} other draw(s), told otherwise: were they one, it was known before.`,
        ]),
    ...(sameNumbers === 0
      ? []
      : [
          `The value behind draw ${draw}, "${oneLine(value, SHOWN)}", is the value of ${sameNumbers} other draw(s) with something more or less: were they one, it was known before.`,
        ]),
    ...(sameReference === 0
      ? []
      : [
          `The value behind draw ${draw} is said to stand at "${oneLine(reference, SHOWN)}", and so is another value, of ${sameReference} other draw(s) of this owner, project or line${atReference.length === 0 ? '' : ` (${atReference.join(', ')}${sameReference > atReference.length ? ', …' : ''})`}. Several values may stand there, as under the name of a lottery: look up that this one does, and of which day.`,
        ]),
    ...(valuePublicAt === null
      ? [`Nobody said when the value behind draw ${draw} became public: it may be older than its commitment.`]
      : []),
    ...(sameValue === undefined || sameValue === null
      ? []
      : [
          `The value behind draw ${draw} gave ${sameValue.draws} other draw(s) of this oracle since ${sameValue.since}, ${sameValue.sameOwner} of the same owner${
            sameValue.known === 0
              ? ', each by its own commitment.'
              : `, ${sameValue.known} of them before the commitment: whoever committed could know it.`
          }`,
        ]),
  ];
}

/** A kept panel rests on what its first draw rests on. */
function typedMark(entry: DrawnEntry, earlier: readonly DrawState[]): string[] {
  const { draw, panel } = entry;
  if (committedPanel(entry, earlier) !== undefined) return [];
  const here = earlier.some(({ selectionId }) => selectionId === panel?.selectionId);
  return panel?.choice === 'kept' && !here
    ? [
        `Draw ${draw} has the seed of ${panel.selectionId}, whose panel it keeps: what that rests on stands in the trail of a design before.`,
      ]
    : [`A person typed the seed of draw ${draw}: others may have been tried before it.`];
}

function registryChanged(
  { draw, frameSha256, strataSha256, sizesSha256 }: DrawnEntry,
  before: DrawnFrom | undefined,
): string[] {
  if (before === undefined) return [];
  if (before.frameSha256 !== frameSha256)
    return [`Draw ${draw} is from other units than the draw before it: the registry changed.`];
  const strata = strataSha256 !== undefined && before.strataSha256 !== undefined;
  const sizes = typeof sizesSha256 === 'string' && typeof before.sizesSha256 === 'string';
  return [
    ...(strata && before.strataSha256 !== strataSha256
      ? [
          `Draw ${draw} is from the same units as the draw before it, in ${strataSha256 === null || before.strataSha256 === null ? 'one with and one without strata' : 'other strata'}: whoever puts units into other strata changes which are drawn.`,
        ]
      : []),
    ...(sizes && before.sizesSha256 !== sizesSha256
      ? [
          `Draw ${draw} is from the same units as the draw before it, of other sizes: whoever changes sizes changes which units are drawn.`,
        ]
      : []),
  ];
}

function renamed(told: RenamedUnits | null | undefined): string[] {
  if (told === undefined || told === null) return [];
  const { designs, sameOwner, since } = told;
  return [
    `${designs} other design(s) of this project${ofOwner(sameOwner, designs)} draw from or commit to units with other ids since ${since}: were these the same homes under other names, one of several draws could have been chosen.`,
  ];
}

function others(otherDesigns: number, told: OtherDraws | null | undefined): string[] {
  const ending = 'one of several draws could have been chosen.';
  if (told === undefined || told === null)
    return otherDesigns === 0
      ? []
      : [
          `${otherDesigns} other design(s) of the same owner draw from or commit to the same units: ${ending}`,
        ];
  const { designs, sameOwner, withoutDesign, units, exact, since } = told;
  const who = [
    ...(designs === 0 ? [] : [`${designs} other design(s)${ofOwner(sameOwner, designs)}`]),
    ...(withoutDesign === 0 ? [] : [`${withoutDesign} draw(s) for no design`]),
  ].join(' and ');
  const ids = units === null ? '' : ` (${exact ? '' : 'about '}${units} ids of this registry are in theirs)`;
  return [`${who} draw from or commit to the same units since ${since}${ids}: ${ending}`];
}
