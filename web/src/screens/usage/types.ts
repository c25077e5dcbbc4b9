import { language } from '../../words/all.js';

/** What some calls of models cost; amounts are millionths of a credit. */
export interface Sums {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly amount: number;
  /** Calls of models whose price nobody has said. */
  readonly unpriced: number;
}

/** `GET /credits`. */
export interface Credits {
  readonly currency: string;
  readonly available: number | null;
  readonly reserved: number;
  readonly resetsAt: string | null;
  readonly spent: { readonly today: number; readonly month: number; readonly total: number };
  readonly budgets: {
    readonly day?: { readonly limit: number };
    readonly month?: { readonly limit: number };
  };
  readonly models: readonly (Sums & { readonly model: string })[];
}

/** `GET /credits/costs`. */
export interface Costs {
  readonly currency: string;
  readonly runs: readonly (Sums & {
    readonly runId: string;
    readonly sessionId: string;
    readonly at: string;
  })[];
}

/** `GET /credits/spending`. */
export interface Spending {
  readonly currency: string;
  readonly principals: readonly (Sums & { readonly principal: string })[];
}

/** Millionths as credits, to the last of them. */
export function amountOf(micro: number, currency: string): string {
  return `${(micro / 1e6).toLocaleString(language.value, { maximumFractionDigits: 6 })} ${currency}`;
}
