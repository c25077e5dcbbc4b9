import { readText } from '../../../filling/read-text.js';
import { conceptsAt } from '../../../language/concepts.js';
import { foldInPlace } from '../../../language/fold.js';
import type { Word } from '../../../language/tokenize.js';
import { wordsOf } from '../../../language/words.js';
import { getPath, rootLeaves, withoutPath } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import { isConsequential } from '../../consent/consent.js';
import { BEFORE_ORDER, isOf } from '../../consent/polarity.js';
import { VERB } from '../../consent/verb-classes.js';
import { partsWithNames, type SaidPart } from '../../deed/name-places.js';
import { ordersOf } from '../../deed/objects.js';
import { type PlannedCall, standingOf } from '../../planning/planned-call.js';
import { withoutCourtesy } from '../../planning/signs.js';

const LONGEST = 400;
/** What somebody is to do themselves first: `let me check /a.md, and publish it`. */
const OWN_ACT =
  /^(?:(?:first|zuerst|d abord|primero|primeiro|kwanza)\s+)?(?:let me|let us|lets|i (?:will|have to|need to|must|want to) (?:check|look|read|see|verify|ask|test)|ill (?:check|look|read|see|verify|ask|test)|lass(?:t|en sie)? mi(?:ch|r)|ich (?:will|muss|mochte) .*(?:prufen|lesen|ansehen|fragen)|laisse[zr]? moi|je (?:vais|dois|veux) (?:verifier|lire|regarder|demander)|dejame|dejeme|deixa me|deixe me|deixa eu|voy a (?:revisar|leer|ver)|vou (?:verificar|ler|ver)|ngoja ni\p{L}+|nita(?:angalia|soma|uliza|kagua))(?!\p{L})/u;
/** `and tell me`, `then show me the result`: what comes of a call is told anyway. */
const TOLD = /^(?:show|tell|list|read)\b.*\b(?:me|us|mir|uns|moi|nous|know|result|results)$|^let me know$/u;

/**
 * Changing calls, held to the other orders of the message: of `show me /a.md, then publish it` the first is no word of the
 * second. An order that none of the calls carries out is named, and the calls are asked about; a switch that only such an order
 * says is not put on.
 */
export function holdOtherWishes(calls: readonly PlannedCall[], message: string): readonly PlannedCall[] {
  const open = calls.filter(
    (call) => call.agreed !== true && call.taught !== true && isConsequential(call.candidate.tool),
  );
  if (open.length === 0 || message.length > LONGEST) return calls;
  const text = readText(message);
  const parts = partsWithNames(
    message,
    calls.map(({ args }) => args),
  );
  const orders = new Set(calls.flatMap(({ candidate }) => ordersOf(parts, candidate, text)));
  const others = parts.filter((part) => {
    const [head] = withoutCourtesy(part.words).filter(({ plain }) => !BEFORE_ORDER.has(plain));
    if (head === undefined) return false;
    const said = foldInPlace(part.words.map(({ plain }) => plain).join(' '));
    if (!TOLD.test(said) && OWN_ACT.test(said)) return true;
    if (orders.has(part) || !isVerbOfSome(head, text.reading.language)) return false;
    if (calls.some(({ candidate }) => isOf(head, candidate, text))) return false;
    return part.names.length > 0 || !TOLD.test(part.words.map(({ plain }) => plain).join(' '));
  });
  if (others.length === 0 || orders.size === 0) return calls;
  return calls.map((call) => {
    if (!open.includes(call) || standingOf(call) === 'refuse') return call;
    const said = others.map(({ start, end }) => message.slice(start, end).trim());
    const left = call === open[0] ? said.filter((one) => !call.unused.includes(one)) : [];
    return {
      ...withoutSwitches(call, parts, others),
      unused: [...call.unused.filter((one) => !left.some((other) => other.includes(one))), ...left],
      band: 'likely' as const,
      unsettled: true as const,
    };
  });
}

function isVerbOfSome({ text }: Word, language: Parameters<typeof conceptsAt>[1]): boolean {
  return conceptsAt(wordsOf(text), language)
    .flat()
    .some((one) => one.startsWith(VERB));
}

/** A call without the optional switches whose words stand in another order and nowhere else. */
function withoutSwitches(
  call: PlannedCall,
  parts: readonly SaidPart[],
  others: readonly SaidPart[],
): PlannedCall {
  const says = (part: SaidPart, names: readonly string[]) =>
    part.words.some(({ plain }) =>
      names.some((name) => name.length > 3 && plain.startsWith(name.toLowerCase())),
    );
  const args = rootLeaves(fieldsOf(call.candidate.tool.parameters)).reduce((given, field) => {
    if (field.kind !== 'boolean' || field.required || getPath(given, field.path) === undefined) return given;
    const names = [field.name, ...field.aliases];
    const isOthers =
      others.some((part) => says(part, names)) &&
      !parts.some((part) => !others.includes(part) && says(part, names));
    return isOthers ? withoutPath(given, field.path) : given;
  }, call.args);
  return { ...call, args };
}
