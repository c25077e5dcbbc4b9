import { defineService, type Principal } from 'oracle-runtime/plugin';

/** Amounts in millionths of a credit, whole numbers. */
export interface Balance {
  /** What may still be spent; what runs in flight have reserved is taken off. */
  readonly available: bigint;
  readonly reserved: bigint;
  readonly spent: bigint;
  /** When the budget starts anew, milliseconds since the epoch; undefined when it never does. */
  readonly resetsAt: number | undefined;
}

/** What a principal may still spend. */
export interface CreditService {
  balance(principal: Principal): Promise<Balance>;
}

export const Credits = defineService<CreditService>()('credits', 'credits');
