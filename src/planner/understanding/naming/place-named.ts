import type { Mention, NumberMention } from '../../reading/reading.js';
import type { Pick } from '../decode-slots.js';
import type { Token } from '../features/tokens.js';
import type { Leaf } from '../leaf-fields.js';
import { fieldsOfLabel, slotLabel } from '../slot-labels.js';
import { slotValue, type UnitReader } from '../slot-values.js';
import type { NamedField } from './named-fields.js';

/** How far a name may stand from its number, with small words between: `Rücklaufquote von 85 %`, `usahihi uwe asilimia 5`. */
const REACH = 2;
/** `a taxa de resposta espera-se de 92%` */
const RESPONSE_REACH = 6;
const STOP = /^[.;!?\n,]$/u;
/** Less than this no value is sure: the call is proposed. */
const RENAMED = 0.6;
const RESPONSE = 'field.responseRate';
const LOSS = 'field.dropout';

/** A turn as its values and names are read. */
interface Said {
  readonly tokens: readonly Token[];
  readonly names: readonly NamedField[];
  readonly leaves: ReadonlyMap<string, Leaf>;
  readonly unit: UnitReader;
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
  if (another !== undefined) return withResponse(picks, said, places);
  if (only === undefined || only.mention.type !== 'number') return picks;
  const { at, mention } = only;
  const label = responseLabel(tokens, at, leaves) ?? (leans ? nameLabel(said, at, mention) : undefined);
  const pick = picks.find((one) => one.mention === mention);
  if (label === undefined || pick === undefined || isSame(pick.label, label)) return picks;
  return picks.map((one) => (one === pick ? { ...one, label, p: Math.min(one.p, RENAMED) } : one));
}

/** Of several numbers the one that is called a rate of response, where nothing else is taken for a loss. */
function withResponse(
  picks: readonly Pick[],
  { tokens, leaves }: Said,
  places: readonly { readonly at: number; readonly mention: Mention }[],
): readonly Pick[] {
  const named = places.flatMap(({ at, mention }) => {
    const isShare = mention.type === 'number' && (mention.percent || mention.fraction);
    const label = isShare ? responseLabel(tokens, at, leaves) : undefined;
    return label === undefined ? [] : [{ mention, label }];
  });
  const [only, another] = named;
  if (only === undefined || another !== undefined) return picks;
  const pick = picks.find(({ mention }) => mention === only.mention);
  if (pick === undefined || pick.label === only.label) return picks;
  const isLost = picks.some((one) => one !== pick && isSame(one.label, only.label));
  if (isLost) return picks;
  return picks.map((one) =>
    one === pick ? { ...one, label: only.label, p: Math.min(one.p, RENAMED) } : one,
  );
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

/** Of a number that is called a rate of response, the complement of the field for what is lost. */
export function responseLabel(
  tokens: readonly Token[],
  at: number,
  leaves: ReadonlyMap<string, Leaf>,
): string | undefined {
  const before = tokens.slice(Math.max(0, at - RESPONSE_REACH), at).reverse();
  const behind = tokens.slice(at + 1, at + REACH + 2);
  const isNear = [before, behind].some((side) => {
    const end = side.findIndex(({ mention, text }) => mention !== undefined || STOP.test(text));
    const near = end < 0 ? side : side.slice(0, end);
    return near.some(({ concepts }) => concepts.includes(RESPONSE) && !concepts.includes(LOSS));
  });
  if (!isNear) return undefined;
  const loss = [...leaves.values()].find(
    ({ share, path, names }) => share && path.length === 1 && names.includes('dropout'),
  );
  return loss === undefined ? undefined : slotLabel([{ path: loss.path, reading: 'complement' }]);
}

/** Whether a value goes to the same fields, in whatever reading. */
function isSame(label: string, other: string): boolean {
  const keys = (one: string) => fieldsOfLabel(one).map(({ path }) => path.join('.'));
  return keys(other).every((key) => keys(label).includes(key));
}
