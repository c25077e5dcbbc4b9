import type { NumberMention } from '../../../reading/reading.js';
import { getPath, rootLeaves, withoutPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import { leafFieldsOf } from '../../../understanding/leaf-fields.js';
import { namedFields } from '../../../understanding/naming/named-fields.js';
import { readTurn } from '../../../understanding/read-turn.js';
import { createReader } from '../../../understanding/reader.js';
import { formatNumber } from '../../../wording/format-value.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { asking, explained, fieldCalled, numberAt, numberLeaves, opened } from '../held-call.js';
import type { SaidNumbers } from './called-numbers.js';

/** What leads to how much something changes, and what to its end. */
const BY = /(?<![\p{L}])(?:by|um|en|em|kwa|de)\s+$/u;
const TO =
  /^(?:\s+\p{L}+){0,2}\s+(?:to|up to|down to|auf|a|à|para|hasta|ate|hadi)\s+(?:(?:the|les|los|las|os|as)\s+)?$/u;
/** Behind these `de 60 à 190` is a change and no beginning. */
const CHANGES =
  /(?<![\p{L}])(?:increas|rais|grow|reduc|lower|cut|shrink|chang|augment|rédui|redui|dimin|accr|aument|increment|disminu|erhoh|vergross|verklein|senk|ongez|punguz)\p{L}*/u;
const FROM_TO = /^(?:de)\s+$/u;

/** `by 60 homes to 190`: the 60 is no size; from which size it goes is asked, with the one that follows from both. */
export function holdDifference(call: PlannedCall, mention: NumberMention, said: SaidNumbers): PlannedCall {
  const to = said.numbers[said.numbers.indexOf(mention) + 1];
  if (call.agreed === true || to === undefined || mention.percent || !Number.isInteger(mention.value))
    return call;
  const lead = BY.exec(said.folded.slice(Math.max(0, mention.start - 12), mention.start))?.[0];
  if (lead === undefined || !TO.test(said.folded.slice(mention.end, to.start))) return call;
  if (FROM_TO.test(lead) && !CHANGES.test(said.folded.slice(0, mention.start))) return call;
  const field = numberLeaves(call).find((leaf) => leaf.integer && numberAt(call, leaf) === mention.value);
  const isSaidAgain = said.numbers.some((one) => one !== mention && one.value === mention.value);
  if (field === undefined || isSaidAgain) return call;
  const least = fieldCalled(call, 'current') === undefined ? undefined : to.value - mention.value;
  const shown = (value: number) => formatNumber(value);
  return asking(call, field, mention, said.text.slice(mention.start - lead.length, to.end).trim(), [
    ...(least !== undefined && least >= 0
      ? [{ field, shown: `${shown(least)} (${shown(to.value)} − ${shown(mention.value)})`, value: least }]
      : []),
    { field, shown: shown(mention.value), value: mention.value },
  ]);
}

/** What makes a number before it the size of a change: `one half larger`, `20 % mehr`. */
const MORE =
  /^\s+(?:larger|bigger|higher|greater|more|longer|wider|smaller|lower|less|fewer|shorter|grosser|hoher|langer|mehr|kleiner|niedriger|weniger|plus (?:grand|eleve|long|petit|bas)\p{L}*|de plus|de moins|mas (?:grande|alt[oa]|larg[oa]|pequen[oa]|baj[oa])|mayor|menor|mais (?:alt[oa]|larg[oa]|baix[oa])|maior|zaidi|pungufu)(?!\s+(?:than|als|que|de|do|kuliko)\b)(?![\p{L}])/u;

/** `a deviation one half larger` changes what was said by the number, and is none by itself: it is asked about. */
export function holdRelative(call: PlannedCall, mention: NumberMention, said: SaidNumbers): PlannedCall {
  if (call.agreed === true || !MORE.test(said.folded.slice(mention.end, mention.end + 24))) return call;
  if (!mention.percent && !mention.fraction) return call;
  const isAgain = said.numbers.some((one) => one !== mention && one.value === mention.value);
  const bent = isAgain
    ? undefined
    : numberLeaves(call).find((leaf) => numberAt(call, leaf) === mention.value);
  if (bent === undefined) return call;
  const left = opened(call, bent);
  return left.unused.includes(mention.raw) ? left : { ...left, unused: [...left.unused, mention.raw] };
}

/** What joins a second value to the first of the same name. */
const AND = /^\s*(?:,|and|or|und|oder|et|ou|y|o|e|na|au|&|\/)\s*$/u;

/**
 * `seed 5 and 6` gives one field two values, and no other field the second, which nobody named: which of them holds is
 * asked.
 */
export function holdSecond(call: PlannedCall, mention: NumberMention, said: SaidNumbers): PlannedCall {
  const first = said.numbers[said.numbers.indexOf(mention) - 1];
  if (call.agreed === true || first === undefined || mention.percent !== first.percent) return call;
  if (mention.unit !== undefined || !AND.test(said.folded.slice(first.end, mention.start))) return call;
  const reader = createReader();
  const turn = readTurn(reader.read(said.text, reader.languageOf(said.text)), reader);
  const names = namedFields(turn.tokens, leafFieldsOf(call.candidate.tool.parameters));
  const token = turn.tokens.findIndex(({ mention: own }) => own?.start === first.start);
  const before = names.find(({ next }) => next === token);
  const holds = (field: Field, { value, raw }: NumberMention) => {
    const own = getPath(call.args, field.path);
    return own === value || own === raw || own === value / 100;
  };
  const bent = numberLeaves(call).find(
    (field) =>
      holds(field, mention) &&
      !names.some(({ keys }) => keys.includes(field.path.join('.'))) &&
      !said.numbers.some((one) => one !== mention && holds(field, one)),
  );
  if (before === undefined || bent === undefined || before.keys.includes(bent.path.join('.'))) return call;
  const named = rootLeaves(fieldsOf(call.candidate.tool.parameters)).find(
    (field) => before.keys.includes(field.path.join('.')) && holds(field, first),
  );
  if (named === undefined) return call;
  const left = opened({ ...call, args: withoutPath(call.args, bent.path) }, named);
  return { ...explained(left, mention), rivals: [first.raw, mention.raw] };
}
