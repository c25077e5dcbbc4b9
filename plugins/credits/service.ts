import { defineService, type Principal } from 'oracle-runtime/plugin';

/** Amounts in millionths of a credit, whole numbers. */
export interface Balance {
  /**
   * What may still be spent; what runs in flight have reserved is taken off, and it is below nothing where a call cost
   * more than was left. Undefined: as much as one likes, no budget holds.
   */
  readonly available: bigint | undefined;
  readonly reserved: bigint;
  /** Since the beginning. */
  readonly spent: bigint;
  /** When the budget that leaves least starts anew, milliseconds since the epoch; undefined without a budget. */
  readonly resetsAt: number | undefined;
}

/** What a principal may still spend. */
export interface CreditService {
  balance(principal: Principal): Promise<Balance>;
}

export const Credits = defineService<CreditService>()('credits', 'credits');
