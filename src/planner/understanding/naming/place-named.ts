import type { Mention, NumberMention } from '../../reading/reading.js';
import type { Pick } from '../decode-slots.js';
import type { Token } from '../features/tokens.js';
import type { Leaf } from '../leaf-fields.js';
import { fieldsOfLabel, NO_FIELD } from '../slot-labels.js';
import { slotValue, type UnitReader } from '../slot-values.js';
import { complementLabel } from './called-otherwise.js';
import type { NamedField } from './named-fields.js';

/** How far a name may stand from its number, with small words between: `Rücklaufquote von 85 %`, `usahihi uwe asilimia 5`. */
const REACH = 2;
/** Less than this no value is sure: the call is proposed. */
const RENAMED = 0.6;

/** A turn as its values and names are read. */
interface Said {
  readonly tokens: readonly Token[];
  readonly names: readonly NamedField[];
  readonly leaves: ReadonlyMap<string, Leaf>;
  readonly unit: UnitReader;
}

interface Place {
  readonly at: number;
  readonly mention: Mention;
}

/**
 * The picks of a turn, held to what that is called: a response rate is one minus a dropout. Where the
 * turn leans on others, the name of a field that stands beside the number tells its field, wherever the model would have it:
 * `with a larger σ, say 1.4 kg` is no mean.
 */
export function placeNamed(picks: readonly Pick[], said: Said, leans: boolean): readonly Pick[] {
  const { tokens, leaves } = said;
  const places = tokens.flatMap(({ mention }, at) => (mention === undefined ? [] : [{ at, mention }]));
  const [only, another] = places;
  if (another !== undefined) return withNamedOpen(withComplements(picks, said, places), said, places);
  if (only === undefined || only.mention.type !== 'number') return picks;
  const { at, mention } = only;
  const label = complementLabel(tokens, at, leaves) ?? (leans ? nameLabel(said, at, mention) : undefined);
  const pick = picks.find((one) => one.mention === mention);
  if (label === undefined || pick === undefined || isSame(pick.label, label)) return picks;
  return picks.map((one) => (one === pick ? { ...one, label, p: Math.min(one.p, RENAMED) } : one));
}

/** Of several numbers those that are called by what is left of a field, where nothing else is taken for it. */
function withComplements(
  picks: readonly Pick[],
  { tokens, leaves }: Said,
  places: readonly Place[],
): readonly Pick[] {
  const named = places.flatMap(({ at, mention }) => {
    const isShare = mention.type === 'number' && (mention.percent || mention.fraction || mention.value < 1);
    const label = isShare ? complementLabel(tokens, at, leaves) : undefined;
    return label === undefined ? [] : [{ mention, label }];
  });
  return named.reduce((kept, { mention, label }) => {
    const isTwice = named.some((one) => one.label === label && one.mention !== mention);
    const pick = kept.find((one) => one.mention === mention);
    if (isTwice || pick === undefined || pick.label === label) return kept;
    if (kept.some((one) => one !== pick && isSame(one.label, label))) return kept;
    return kept.map((one) => (one === pick ? { ...one, label, p: Math.min(one.p, RENAMED) } : one));
  }, picks);
}

/** Numbers that went nowhere, to the fields that are named right before them and that no other number took: `konf 90`. */
function withNamedOpen(picks: readonly Pick[], said: Said, places: readonly Place[]): readonly Pick[] {
  return places.reduce((kept, { at, mention }) => {
    const pick = kept.find((one) => one.mention === mention);
    if (pick?.label !== NO_FIELD || mention.type !== 'number') return kept;
    const label = nameLabel({ ...said, names: said.names.filter(({ next }) => next <= at) }, at, mention);
    if (label === undefined || kept.some((one) => isSame(one.label, label))) return kept;
    return kept.map((one) => (one === pick ? { ...one, label, p: RENAMED } : one));
  }, picks);
}

/** The one field whose name stands beside the number and that can hold it. */
function nameLabel({ names, leaves, unit }: Said, at: number, mention: NumberMention): string | undefined {
  const beside = names.filter(
    ({ from, next }) => (next <= at && at - next <= REACH) || (from > at && from - at - 1 <= REACH),
  );
  const able = beside.flatMap(({ keys }) =>
    keys.filter((key) => {
      const leaf = leaves.get(key);
      const isPlain = leaf?.kind === 'number' && leaf.path.length === 1;
      return isPlain && slotValue(mention, leaf, 'as is', unit) !== undefined;
    }),
  );
  const [key, other] = new Set(able);
  return other === undefined ? key : undefined;
}

/** Whether a value goes to the same fields, in whatever reading. */
function isSame(label: string, other: string): boolean {
  const keys = (one: string) => fieldsOfLabel(one).map(({ path }) => path.join('.'));
  return keys(other).every((key) => keys(label).includes(key));
}
