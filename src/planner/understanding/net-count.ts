import type { NumberMention } from '../reading/reading.js';
import type { Pick } from './decode-slots.js';
import type { Token } from './features/tokens.js';
import type { Leaf } from './leaf-fields.js';
import { NO_FIELD } from './slot-labels.js';

/** Words that tell of some that are no longer counted, as they are folded; `*` stands for any end of a word. */
const GONE =
  'left leav* moved move* gone lost broke* broken scrapp* replac* return* remov* struck drop* dropped out outside minus less retir* withdr* ' +
  'inactiv* unusable dead sold duplicat* double* exclud* except* ' +
  'abzuglich abzug ausser ausserhalb weg fort kaputt zuruck* ruck* ausgefallen abgemeldet ersetzt defekt* doppelt* ' +
  'hors rendu* parti* quitte* remplac* casse* perdu* retire* sorti* enlev* doublon* ' +
  'fuera devuel* migr* devolv* quitan* quitand* retirad* rot* perdid* reemplaz* duplicad* baja* mudar* ' +
  'fora devolvid* voltar* mudar* saiu sairam quebrad* trocad* perdid* retirad* descont* ' +
  'wamehama waliohama imeharibika yameharibika yaliyorudishwa kuondoa bila';
/** Words that tell of what is left of them. */
const LEFT =
  'leaving leaves left remain* still so thus therefore hence eligible active net stands actually now ' +
  'bleib* verbleib* also noch somit damit daher aktiv* ubrig im ' +
  'reste* donc alors actif* actifs encore service ' +
  'queda* restan restando entonces activ* operacion asi ' +
  'resta* ficam ficou ficaram portanto ativ* uso entao ' +
  'zimebaki yamebaki waliobaki iliyobaki hivyo kwa';
const word = (list: string) =>
  new RegExp(`^(?:${list.trim().replaceAll('*', "[\\p{L}']*").split(/\s+/u).join('|')})$`, 'u');
const [IS_GONE, IS_LEFT] = [word(GONE), word(LEFT)];

/** How many words around a number tell of it. */
const AROUND = 8;

/**
 * Picks in which of a count, those of it that are gone and what is left (`8,200 enrolled, but 640 have left, so 7,560`) the
 * last alone fills a field: the two others only say where it comes from. The figures must go up and the words tell it.
 */
export function withNetCount(
  picks: readonly Pick[],
  tokens: readonly Token[],
  leaves: ReadonlyMap<string, Leaf>,
): readonly Pick[] {
  const net = netCount(tokens);
  if (net === undefined) return picks;
  const own = net.flatMap((mention) => picks.filter((pick) => pick.mention === mention));
  const needed = [...leaves.values()].filter((leaf) => leaf.required && isCount(leaf));
  const [only, another] = needed;
  const picked = own.find(({ label }) => isCount(leaves.get(label)));
  const label = picked?.label ?? (another === undefined ? only?.key : undefined);
  if (label === undefined || own.length < net.length) return picks;
  const left = net.at(-1);
  return picks.flatMap((pick) => {
    if (pick.mention === left) return [{ ...pick, label, p: Math.max(pick.p, picked?.p ?? PLACED) }];
    if (net.some((mention) => mention === pick.mention)) return [];
    return pick.label === label ? [{ ...pick, label: NO_FIELD }] : [pick];
  });
}

/** How sure a count is that only its reckoning tells. */
const PLACED = 0.6;

function isCount(leaf: Leaf | undefined): boolean {
  return leaf?.integer === true && !leaf.many && leaf.path.length === 1;
}

/** How many there were, how many of them are gone, how many are left, in the order of the reckoning. */
function netCount(tokens: readonly Token[]): readonly NumberMention[] | undefined {
  const counts = tokens.flatMap(({ mention }, at) =>
    mention?.type === 'number' && isPlainCount(mention) ? [{ mention, at }] : [],
  );
  for (const [index, whole] of counts.entries()) {
    const behind = counts.slice(index + 1);
    for (const gone of behind) {
      if (gone.mention.value * 2 >= whole.mention.value) continue;
      const left = behind.find(({ mention }) => mention.value === whole.mention.value - gone.mention.value);
      if (left === undefined) continue;
      const isTold =
        near(tokens, gone.at).some((one) => IS_GONE.test(one)) ||
        before(tokens, left.at).some((one) => IS_LEFT.test(one));
      if (isTold) return [whole.mention, gone.mention, left.mention];
    }
  }
  return undefined;
}

function isPlainCount({ percent, fraction, unit, value, otherwise }: NumberMention): boolean {
  return (
    !percent &&
    !fraction &&
    unit === undefined &&
    Number.isInteger(Math.max(value, otherwise ?? 0)) &&
    value >= 1
  );
}

/** The words around a number, up to the numbers beside it. */
function near(tokens: readonly Token[], at: number): readonly string[] {
  const behind = tokens.slice(at + 1, at + 1 + AROUND);
  const end = behind.findIndex(isEnd);
  return [...before(tokens, at), ...(end < 0 ? behind : behind.slice(0, end)).map(({ text }) => text)];
}

function before(tokens: readonly Token[], at: number): readonly string[] {
  const words = tokens.slice(Math.max(0, at - AROUND), at).reverse();
  const end = words.findIndex(isEnd);
  return (end < 0 ? words : words.slice(0, end)).map(({ text }) => text);
}

/** Another number, or what parts two of them. */
function isEnd({ mention, text }: Token): boolean {
  return mention !== undefined || /^[,;.]$/u.test(text);
}
