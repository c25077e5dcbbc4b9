import { conceptsAt } from '../language/concepts.js';
import { splitName, stemOf } from '../language/tokenize.js';
import { wordsOf } from '../language/words.js';
import type { Mention } from '../reading/reading.js';
import { getPath } from '../schema/leaves.js';
import { toldBehindColon } from './behind-colon.js';
import type { Fault } from './checks/fault.js';
import { faultsOf } from './checks/faults-of.js';
import { choose, chooseCalled, chooseCoded, saysChoice, switchOn } from './choices.js';
import { confidenceOf, signValues } from './confidence.js';
import { takeDaysAhead } from './days-ahead.js';
import { decodeSlots } from './decode-slots.js';
import { filledSign } from './features/choice-features.js';
import type { Token } from './features/tokens.js';
import { type Filler, fillArgs, put } from './fill-args.js';
import { heldTexts, zoneOf } from './held-texts.js';
import { givenByIntent } from './intent-labels.js';
import type { Intent, Intents } from './intents.js';
import { isGuess, isMultiple, namesAnother, withoutListName, withoutStrayShares } from './judge-values.js';
import { partnersOf, usualOf } from './lacking.js';
import { type Leaf, leafFieldsOf } from './leaf-fields.js';
import { moreThan, putReckoned, statedItems, withItems, withoutReckoned } from './listed-values.js';
import { type Model, partFor } from './model.js';
import { namedFields } from './naming/named-fields.js';
import { placeNamed } from './naming/place-named.js';
import { withNetCount } from './net-count.js';
import type { KnownOperation } from './operation.js';
import type { ReadTurn } from './read-turn.js';
import type { Reader } from './reader.js';
import { type ReckonedItems, reckonedItems } from './reckoned-items.js';
import { fieldsOfLabel, NO_FIELD } from './slot-labels.js';
import { slotValue } from './slot-values.js';
import { anchorsOf, type TextField, textsOf } from './text-spans.js';
import { withoutHalfLists } from './whole-shares.js';
import type { FilledSlot, Wish } from './wish.js';

const CARRIED_SURE = 0.5;

/** From here on words are the text of a field rather than not. */
const LIKELY_TEXT = 0.5;

/** The call that the last of the turns asks for, filled with what all of them say. */
export function wishOf(
  operation: KnownOperation,
  intent: Intent,
  intents: Intents,
  turns: readonly ReadTurn[],
  meant: readonly (string | undefined)[],
  model: Model,
  reader: Reader,
): Wish {
  const part = partFor(model, operation.name);
  const leaves = leafFieldsOf(operation.parameters);
  const slots = new Map<string, FilledSlot[]>();
  const fillers = new Map<string, Filler[]>();
  const texts = new Map<string, readonly string[]>();
  const signsOf = new Map<string, string>();
  const unexplained: Mention[] = [];
  const worded: Place[] = [];
  let lastFields: readonly string[] = [];
  let reckoned: ReckonedItems | undefined;
  let weakest = 1;
  let margin = 5;
  for (const [turn, one] of turns.entries()) {
    const isLast = turn === turns.length - 1;
    if (!isLast && meant[turn] !== operation.name) {
      if (namesAnother(turns.at(-1), one)) continue;
      const carried = carriedOver(one.tokens, operation, leaves, turn, model, reader);
      for (const { key } of carried)
        fillers.set(
          key,
          carried.filter((other) => other.key === key),
        );
      continue;
    }
    const names = namedFields(one.tokens, leaves);
    const { picks, margin: own } = decodeSlots(
      one.tokens,
      operation.name,
      leaves,
      { turn, lastFields },
      model,
      reader.unit,
    );
    const decoded = {
      margin: own,
      picks: withNetCount(
        placeNamed(picks, { tokens: one.tokens, names, leaves, unit: reader.unit }, turn > 0),
        one.tokens,
        leaves,
      ),
    };
    margin = Math.min(margin, decoded.margin);
    const now = new Set<string>();
    const wordedLeaves = (part.operations[operation.name]?.spans ?? []).flatMap(
      (key) => leaves.get(key) ?? [],
    );
    const told = isLast ? toldBehindColon(one, decoded.picks, wordedLeaves) : undefined;
    if (told !== undefined) {
      decoded.picks = decoded.picks.filter(({ mention }) => mention.start < told.start);
      texts.set(told.leaf.key, [told.text]);
      fillers.delete(told.leaf.key);
      now.add(told.leaf.key);
      worded.push(told);
    }
    const stated = isLast ? statedItems(one, decoded.picks, leaves, reader) : undefined;
    reckoned = isLast ? moreThan(stated, reckonedItems(one, names, leaves)) : undefined;
    const items = reckoned === undefined ? stated : undefined;
    for (const pick of withoutReckoned(
      items === undefined ? withoutStrayShares(decoded.picks, one, leaves) : withItems(decoded.picks, items),
      reckoned,
    )) {
      weakest = Math.min(weakest, pick.p);
      if (pick.label === NO_FIELD || isGuess(pick, one, leaves)) {
        if (isLast) unexplained.push(pick.mention);
        continue;
      }
      for (const field of fieldsOfLabel(pick.label)) {
        const key = field.path.join('.');
        const fresh = !now.has(key);
        now.add(key);
        const before = fresh ? [] : (fillers.get(key) ?? []);
        const { mention, p } = pick;
        const { path } = field;
        const reading =
          field.reading === 'relative' && !isMultiple(mention, one) ? ('as is' as const) : field.reading;
        fillers.set(key, [...before, { key, path, mention, reading, of: field.of?.join('.') }]);
        signsOf.set(key, filledSign(pick.label, mention));
        slots.set(key, [...(fresh ? [] : (slots.get(key) ?? [])), { path, mention, reading, p, turn }]);
      }
    }
    if (now.size > 0) lastFields = [...now];
    if (reckoned !== undefined) {
      const { name, share } = reckoned;
      fillers.delete(share.key);
      now.add(name.key).add(share.key);
    }
    if (items !== undefined) {
      texts.set(
        items.name.key,
        items.items.map(({ name }) => name),
      );
      now.add(items.name.key);
    }
    const fields = (part.operations[operation.name]?.spans ?? []).flatMap((key): TextField[] => {
      const leaf = leaves.get(key);
      return now.has(key) || leaf === undefined ? [] : [{ leaf, anchors: anchorsOf(leaf, fillers, leaves) }];
    });
    const placed: Place[] = decoded.picks.flatMap(({ mention, label }) =>
      label === NO_FIELD ? [] : [mention],
    );
    // The name of a field is the name of no item: `Ausfall 15 %` is no stratum.
    if (fields.some(({ leaf }) => leaf.listed >= 0)) placed.push(...placesOfNames(one, leaves));
    for (const [key, spans] of textsOf(one, fields, operation.name, part, placed)) {
      const isItem = (leaves.get(key)?.listed ?? -1) >= 0;
      const found = heldTexts(spans, leaves.get(key), { turn: one, reader, isGiven: texts.has(key) });
      if (found.length === 0 || (texts.has(key) && found.every(({ p }) => p < LIKELY_TEXT))) continue;
      texts.set(
        key,
        found.map(({ text }) => text),
      );
      if (isLast && !isItem && !fillers.has(key)) worded.push(...found.filter(({ p }) => p >= LIKELY_TEXT));
      for (const { p } of found) weakest = Math.min(weakest, p);
    }
  }
  const filled = fillArgs([...fillers.values()].flat(), leaves, part.relations, reader.unit);
  const filledIn: Record<string, unknown> = { ...filled.args, ...givenByIntent(intent.label) };
  for (const [key, list] of texts) {
    const leaf = leaves.get(key);
    if (leaf === undefined || fillers.has(key) || isStray(leaf, filledIn, turns)) continue;
    for (const text of list) put(filledIn, leaf, withoutListName(text, leaf));
  }
  for (const leaf of leaves.values()) {
    const zone = getPath(filledIn, leaf.path) === undefined ? zoneOf(leaf, turns.at(-1)) : undefined;
    if (zone === undefined) continue;
    put(filledIn, leaf, zone.text);
    worded.push(zone);
  }
  if (reckoned !== undefined) putReckoned(filledIn, reckoned);
  switchOn(filledIn, leaves);
  const last = turns.at(-1);
  for (const turn of turns) chooseCoded(filledIn, leaves, turn.reading.text);
  const unsettled = last === undefined ? new Set<string>() : chooseCalled(filledIn, leaves, last.tokens);
  const isOver = last?.reading.clauses.some(({ past }) => past) === true;
  const spent = isOver ? [] : takeDaysAhead(filledIn, leaves, unexplained);
  const chosenBy = wordedTurn(turns);
  const unclear =
    chosenBy !== undefined &&
    choose(filledIn, operation.name, leaves, chosenBy.tokens, [...signsOf.values()], part, unsettled);
  const left = unexplained.filter(
    (mention) =>
      !spent.includes(mention) &&
      !isWithin(mention, worded) &&
      !countsItems(mention, fillers) &&
      !saysChoice(mention, filledIn, leaves),
  );
  const kept = withoutHalfLists(filledIn, leaves, [...slots.values()].flat(), left);
  const { args, slots: places, unexplained: open } = kept;
  const turn = turns.length - 1;
  const checked = { args, slots: places, unexplained: open, leaves, turn, unit: reader.unit };
  const faults = last === undefined ? [] : faultsOf({ ...checked, last });
  // Of two values that are named alike the first is shown, with the question which one holds.
  for (const fault of faults) if (fault.kind === 'rivals') keepFirst(args, fault, places, leaves, reader);
  const lacking = [
    ...usualOf(args, operation.name, leaves, part),
    ...partnersOf(args, places, leaves, part),
    ...unsettled,
  ];
  const signs = signValues({
    intents,
    intent: intent.p,
    weakest,
    margin,
    turns: turns.length,
    unexplained: open.length,
    fields: fillers.size,
    texts: texts.size,
    reads: operation.effect === 'read',
    last,
  });
  return {
    operation: operation.name,
    args,
    slots: places,
    unexplained: open,
    faults,
    clause: placeOf(last),
    confidence: confidenceOf(signs, model.calibration),
    signs,
    lacking,
    doubts: [
      ...filled.doubts,
      ...(reckoned === undefined ? [] : (['reckoned'] as const)),
      // What is only read shows too much without its filter, and looks right.
      ...(operation.effect === 'read' && (unclear || unsettled.size > 0) ? (['choice'] as const) : []),
      ...(intents.not > 0.5 ? (['no act'] as const) : []),
    ],
  };
}

/** The turn whose words choose what is left open: the last, or where that is a value alone the one before that gave some. */
function wordedTurn(turns: readonly ReadTurn[]): ReadTurn | undefined {
  const last = turns.at(-1);
  const hasWords = ({ tokens }: ReadTurn) => tokens.some(({ mention }) => mention === undefined);
  const hasValues = ({ tokens }: ReadTurn) => tokens.some(({ mention }) => mention !== undefined);
  if (last === undefined || hasWords(last)) return last;
  return turns.findLast((turn) => hasWords(turn) && hasValues(turn)) ?? last;
}

function keepFirst(
  args: Record<string, unknown>,
  { key, mentions: [first] }: Extract<Fault, { kind: 'rivals' }>,
  slots: readonly FilledSlot[],
  leaves: ReadonlyMap<string, Leaf>,
  { unit }: Reader,
): void {
  const leaf = key === undefined ? undefined : leaves.get(key);
  const slot = slots.findLast(({ path }) => path.join('.') === key);
  const value =
    leaf === undefined || first === undefined || slot === undefined
      ? undefined
      : slotValue(first, leaf, slot.reading, unit);
  if (leaf !== undefined && value !== undefined && !leaf.many) put(args, leaf, value);
}

/** Names of items without any amount, where nobody speaks of their list: misread. */
function isStray(
  { listed, path }: Leaf,
  args: Readonly<Record<string, unknown>>,
  turns: readonly ReadTurn[],
): boolean {
  if (listed < 0 || listed === path.length - 1) return false;
  if (getPath(args, path.slice(0, listed + 1)) !== undefined) return false;
  const names = path.slice(0, listed + 1).flatMap((part) => splitName(part));
  const stems = new Set(names.map(stemOf));
  const concepts = new Set(conceptsAt(names.flatMap(wordsOf), 'en').flat());
  return !turns.some(({ tokens }) =>
    tokens.some((token) => stems.has(stemOf(token.text)) || token.concepts.some((one) => concepts.has(one))),
  );
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** The 61 of `draw 61` is used where the words are the text of a field. */
function isWithin({ start, end }: Place, texts: readonly Place[]): boolean {
  return texts.some((text) => text.start <= start && end <= text.end);
}

/** Where words are the name of a field that stands by itself. */
function placesOfNames({ tokens }: ReadTurn, leaves: ReadonlyMap<string, Leaf>): Place[] {
  return namedFields(tokens, leaves)
    .filter(({ keys }) => keys.some((key) => leaves.get(key)?.listed === -1))
    .flatMap(({ from, next }) => {
      const [first, last] = [tokens[from], tokens[next - 1]];
      return first === undefined || last === undefined ? [] : [{ start: first.start, end: last.end }];
    });
}

/**
 * What an earlier turn named that this operation must have: `show me /a.md`, `now delete it`. Names only: a number that was
 * said of something else stays there.
 */
function carriedOver(
  tokens: readonly Token[],
  { name }: KnownOperation,
  leaves: ReadonlyMap<string, Leaf>,
  turn: number,
  model: Model,
  reader: Reader,
): Filler[] {
  const { picks } = decodeSlots(tokens, name, leaves, { turn, lastFields: [] }, model, reader.unit);
  return picks.flatMap(({ mention, label, p }) => {
    const [field] = fieldsOfLabel(label);
    const key = field?.path.join('.') ?? '';
    if (field === undefined || p < CARRIED_SURE || mention.type === 'number' || mention.type === 'pair')
      return [];
    return leaves.get(key)?.required === true
      ? [{ key, path: field.path, mention, reading: field.reading, of: undefined }]
      : [];
  });
}

/** `three villages: Ada 400, Bo 350, Cele 90`: the three is explained by the list. */
function countsItems(mention: Mention, fillers: ReadonlyMap<string, readonly Filler[]>): boolean {
  if (mention.type !== 'number' || mention.percent || mention.value < 2) return false;
  return [...fillers.values()].some((list) => list.length === mention.value);
}

function placeOf(turn: ReadTurn | undefined): { start: number; end: number } {
  const words = turn?.reading.words ?? [];
  return { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 };
}
