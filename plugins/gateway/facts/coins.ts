import { oneLine, told } from 'oracle-runtime/kit';
import { OracleError, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type Ask, ask, listOf, word } from './ask.js';

/** Coins are whole numbers of a smallest unit, and never less than none. */
const amount = z
  .string()
  .regex(/^\d{0,100}$/, 'is no amount')
  .nullish()
  .transform((text) => text || '0');
export const coinSchema = z.object({ denom: word, amount });
export type Coin = z.output<typeof coinSchema>;

/** An amount in the chain's smallest unit and, where the chain tells one, in the unit that people use. */
export interface NamedCoin extends Coin {
  /** Such as `12.5 IXO`; of the chain's own denomination. */
  readonly display?: string;
  /** What whoever made another denomination says that it is, such as `7.7 IXO`: nobody has checked that. */
  readonly claimed?: string;
}

const BANK = 'cosmos.bank.v1beta1.Query';
/** Coins of one answer whose units are asked for; a wallet may hold hundreds of nobody's. */
const MOST_NAMED = 10;
const LONGEST_CLAIM = 60;
const LONGEST_DENOM = 128;

/** Coins of an address that are told, and pages that are read to find so many. */
const MOST_COINS = 100;
const MOST_PAGES = 10;

const balancesSchema = z.object({
  balances: listOf(coinSchema),
  pagination: z.object({ next_key: word }).nullish(),
});
const aboutSchema = z.object({
  denom_units: listOf(z.object({ denom: word, exponent: z.int().min(0).max(36).catch(0) })),
  base: word,
  display: word,
  symbol: word,
});
const metadataSchema = z.object({ metadata: aboutSchema });
type Metadata = z.output<typeof aboutSchema>;

/**
 * Coins with the units that people use. What the chain does not tell about a denomination is left out. Whoever made a
 * denomination writes its name, so only that of the chain's own is taken at its word.
 */
export async function named(coins: readonly Coin[], queries: Ask, signal: AbortSignal): Promise<NamedCoin[]> {
  const own = coins.length === 0 ? undefined : await nativeDenom(queries, signal);
  return Promise.all(
    coins.map(async (coin, at) => {
      const metadata = at < MOST_NAMED ? await metadataOf(coin.denom, queries, signal) : undefined;
      if (metadata === undefined || metadata.base !== coin.denom) return coin;
      const display = displayOf(coin, metadata);
      if (display === undefined) return coin;
      return coin.denom === own
        ? { ...coin, display }
        : { ...coin, claimed: oneLine(display, LONGEST_CLAIM) };
    }),
  );
}

async function metadataOf(denom: string, queries: Ask, signal: AbortSignal): Promise<Metadata | undefined> {
  try {
    return (await ask(queries, `${BANK}/DenomMetadata`, { denom }, metadataSchema, signal)).metadata;
  } catch (error) {
    // The amount itself is known; how people write it adds to it.
    if (OracleError.isInstance(error)) return undefined;
    throw error;
  }
}

/** `1234500000` of a unit with six places is `1,234.5 IXO`; undefined where the metadata names no larger unit. */
function displayOf({ amount }: Coin, { denom_units, display, symbol }: Metadata): string | undefined {
  const unit = denom_units.find(({ denom }) => denom === display);
  if (unit === undefined || unit.exponent === 0 || !/^\d+$/.test(amount)) return undefined;
  const digits = amount.padStart(unit.exponent + 1, '0');
  const whole = digits.slice(0, -unit.exponent).replace(/\B(?=(?:\d{3})+$)/g, ',');
  const rest = digits.slice(-unit.exponent).replace(/0+$/, '');
  return `${whole}${rest === '' ? '' : `.${rest}`} ${symbol === '' ? display.toUpperCase() : symbol}`;
}

/** `12.5 IXO (12500000 uixo)`, or `7 uixo`, or `77 factory/ixo1…/a (which calls itself 7.7 IXO)`. */
export function coinText({ denom, amount, display, claimed }: NamedCoin): string {
  if (claimed !== undefined)
    return `${amount} ${told(denom, LONGEST_DENOM)} (which calls itself ${told(claimed, LONGEST_CLAIM)})`;
  const plain = `${amount} ${told(denom, LONGEST_DENOM)}`;
  return display === undefined ? plain : `${told(display, LONGEST_CLAIM)} (${plain})`;
}

/** The first few in a sentence: `1 a, 2 b and 5 more`. */
export function coinsText(coins: readonly NamedCoin[], total = coins.length): string {
  const shown = coins.slice(0, 3);
  const more = total - shown.length;
  const texts = shown.map(coinText);
  if (more > 0) texts.push(`${more} more`);
  const last = texts.pop() ?? 'nothing';
  return texts.length === 0 ? last : `${texts.join(', ')} and ${last}`;
}

/** The denomination that is staked: the chain's own. Undefined where it has no staking. */
export async function nativeDenom(queries: Ask, signal: AbortSignal): Promise<string | undefined> {
  const shape = z.object({ params: z.object({ bond_denom: word }) });
  try {
    const { params } = await ask(queries, 'cosmos.staking.v1beta1.Query/Params', {}, shape, signal);
    return params.bond_denom === '' ? undefined : params.bond_denom;
  } catch (error) {
    if (OracleError.isInstance(error) && error.code === 'invalid_request') return undefined;
    throw error;
  }
}

/** As the chain has them, but no address and no hash of a transaction, which are written with the same letters. */
const DENOMINATION =
  /^(?![0-9a-fA-F]{64}$)(?![a-z]{1,20}1[02-9ac-hj-np-z]{38,}$)[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/;

/** A denomination that people name; where they speak of it there is a field for it. */
export const denomination = withWords(
  z
    .string()
    .regex(DENOMINATION, 'is no denomination')
    .optional()
    .meta({
      description: 'Denomination in the smallest unit; all without',
      examples: ['uixo', 'uusdc', 'ibc/27394FB092D2ECCD56123C74F36E4C1F'],
    }),
  {
    aliases: {
      en: ['denom', 'denomination', 'token', 'coin'],
      de: ['Denom', 'Token', 'Münze'],
      es: ['denominación', 'token', 'moneda'],
      fr: ['dénomination', 'jeton', 'monnaie'],
      pt: ['denominação', 'token', 'moeda'],
      sw: ['tokeni', 'sarafu'],
    },
  },
);

export async function supplyOf(denom: string, queries: Ask, signal: AbortSignal): Promise<Coin> {
  const shape = z.object({ amount: coinSchema });
  const { amount } = await ask(queries, `${BANK}/SupplyOf`, { denom }, shape, signal);
  return ofDenom(denom, amount);
}

/** What an address holds of one denomination; nothing of it is an amount of 0. */
export async function balanceOf(
  address: string,
  denom: string,
  queries: Ask,
  signal: AbortSignal,
): Promise<Coin> {
  const shape = z.object({ balance: coinSchema.nullish() });
  const { balance } = await ask(queries, `${BANK}/Balance`, { address, denom }, shape, signal);
  return balance ? ofDenom(denom, balance) : { denom, amount: '0' };
}

/**
 * What an address holds, the chain's own coins first: anybody may send it dust of so many denominations that the others
 * stand on a page that nobody reads.
 * @returns `more` where it holds denominations that are not among them
 * @throws OracleError `upstream_failed` where the node tells one denomination twice
 */
export async function coinsOf(
  address: string,
  queries: Ask,
  signal: AbortSignal,
): Promise<{ readonly coins: readonly Coin[]; readonly more: boolean }> {
  const coins = new Map<string, Coin>();
  let key = '';
  for (let page = 0; page < MOST_PAGES && coins.size < MOST_COINS && (page === 0 || key !== ''); page++) {
    const pagination = { limit: MOST_COINS, ...(key === '' ? {} : { key }) };
    const answer = await ask(queries, `${BANK}/AllBalances`, { address, pagination }, balancesSchema, signal);
    for (const coin of answer.balances) {
      if (coins.has(coin.denom))
        throw new OracleError('upstream_failed', {
          detail: `The chain node told the amount of ${told(coin.denom, LONGEST_DENOM)} twice.`,
        });
      coins.set(coin.denom, coin);
    }
    key = answer.pagination?.next_key ?? '';
  }
  const own = coins.size > 1 || key !== '' ? await nativeDenom(queries, signal) : undefined;
  const first =
    own === undefined ? undefined : (coins.get(own) ?? (await ownOf(address, own, key, queries, signal)));
  const others = [...coins.values()].filter(({ denom }) => denom !== own);
  return { coins: first === undefined ? others : [first, ...others], more: key !== '' };
}

/** The chain's own coins that are on no page that was read; undefined where all were, or there are none. */
async function ownOf(
  address: string,
  denom: string,
  key: string,
  queries: Ask,
  signal: AbortSignal,
): Promise<Coin | undefined> {
  const coin = key === '' ? undefined : await balanceOf(address, denom, queries, signal);
  return coin === undefined || /^0*$/.test(coin.amount) ? undefined : coin;
}

/** @throws OracleError `upstream_failed` where a node was asked for one denomination and told of another */
function ofDenom(denom: string, coin: Coin): Coin {
  if (coin.denom === denom || (coin.denom === '' && coin.amount === '0')) return { ...coin, denom };
  throw new OracleError('upstream_failed', {
    detail: `The chain node was asked about ${denom} and answered about ${told(coin.denom, LONGEST_DENOM)}.`,
  });
}

/**
 * The denomination that people mean, who say `IXO` for `uixo`: an amount of what nobody has would look like one of it.
 * @throws OracleError `not_found`
 */
export async function denomOf(said: string, queries: Ask, signal: AbortSignal): Promise<string> {
  const lower = said.toLowerCase();
  // Chains tell `uusdc` and `UUSDC` apart; people do not, nor do keyboards that begin sentences.
  const spelled = lower.startsWith('ibc/') ? `ibc/${said.slice(4).toUpperCase()}` : lower;
  for (const each of new Set([said, spelled]))
    if (/[1-9]/.test((await supplyOf(each, queries, signal)).amount)) return each;
  const shape = z.object({ metadatas: listOf(aboutSchema) });
  const params = { pagination: { limit: 1_000 } };
  const { metadatas } = await ask(queries, `${BANK}/DenomsMetadata`, params, shape, signal);
  const claims = ({ base, display, symbol }: Metadata): boolean =>
    [base, display, symbol].some((name) => name.toLowerCase() === lower);
  const own = await nativeDenom(queries, signal);
  const isOwn = metadatas.some((each) => each.base === own && claims(each));
  if (own !== undefined && (isOwn || own.toLowerCase() === `u${lower}`)) return own;
  // Whoever made it chose its name.
  const claimants = metadatas.filter(claims).map(({ base }) => told(base, LONGEST_DENOM));
  throw new OracleError('not_found', {
    detail: `The chain has no denomination ${said}.`,
    hint:
      claimants.length === 0
        ? 'Write its smallest unit, such as uixo; chain_supply lists what there is.'
        : `Its makers call ${claimants.slice(0, 5).join(' and ')} so, which nobody has checked: name the one that you mean.`,
  });
}
