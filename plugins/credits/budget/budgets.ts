import type { Clock, Principal } from 'oracle-runtime/plugin';
import type { PreferenceService } from '../../user-preferences/service.js';
import { type CreditsConfig, isTimeZone } from '../config.js';
import { toMicro } from '../money/amount.js';
import type { Limits } from '../store/account.js';
import type { Ledger, Moment } from '../store/ledger.js';
import { periodOf, wholePeriodOf } from './periods.js';
import { type Standing, standingOf } from './standing.js';

type Who = Pick<Principal, 'id'>;

/** Who may spend how much, and by whose days. */
export class Budgets {
  readonly #config: Pick<CreditsConfig, 'budgets' | 'timeZone'>;
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  readonly #preferences: PreferenceService | undefined;

  constructor(
    config: Pick<CreditsConfig, 'budgets' | 'timeZone'>,
    parts: { ledger: Ledger; clock: Clock; preferences: PreferenceService | undefined },
  ) {
    this.#config = config;
    this.#ledger = parts.ledger;
    this.#clock = parts.clock;
    this.#preferences = parts.preferences;
  }

  /** None where no budget was set: nobody is refused then. */
  limitsOf({ id }: Who): Limits {
    const { budgets = {} } = this.#config;
    const { day, month } = (Object.hasOwn(budgets, id) ? budgets[id] : budgets['*']) ?? {};
    return {
      ...(day === undefined ? {} : { day: toMicro(day) }),
      ...(month === undefined ? {} : { month: toMicro(month) }),
    };
  }

  /** The zone that a principal has set, else the oracle's. */
  async zoneOf(principal: Principal): Promise<string> {
    const zone = (await this.#preferences?.of(principal))?.timeZone;
    return zone !== undefined && isTimeZone(zone) ? zone : this.#config.timeZone;
  }

  /** Milliseconds since the epoch. */
  get at(): number {
    return this.#clock.now();
  }

  async now(principal: Principal): Promise<Moment> {
    const { at } = this;
    return { at, period: wholePeriodOf(at, await this.zoneOf(principal)) };
  }

  async standing(principal: Principal): Promise<Standing & { readonly timeZone: string }> {
    const timeZone = await this.zoneOf(principal);
    const { at } = this;
    const now = { ...periodOf(at, timeZone), at };
    const account = await this.#ledger.account(principal.id);
    return { ...standingOf(account, this.limitsOf(principal), now, timeZone), timeZone };
  }
}
