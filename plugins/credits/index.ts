import { setTimeout as pause } from 'node:timers/promises';
import { definePlugin, type HealthReport, provide } from 'oracle-runtime/plugin';
import { Preferences } from '../user-preferences/service.js';
import { Budgets } from './budget/budgets.js';
import { creditsCommands } from './commands/index.js';
import { configSchema } from './config.js';
import { manifest } from './manifest.js';
import { HiddenTokens } from './metering/hidden-tokens.js';
import { metering } from './metering/metering.js';
import type { Desk } from './operations/desk.js';
import { getCredits } from './operations/get-credits.js';
import { getReceipt } from './operations/get-receipt.js';
import { ledgerCsv } from './operations/ledger-csv.js';
import { listCosts } from './operations/list-costs.js';
import { listSpending } from './operations/list-spending.js';
import { quoteAnswer } from './operations/quote-answer.js';
import { isFree, modelNames, rateTable } from './rates/rate-table.js';
import { Credits } from './service.js';
import { ledgerFaults } from './store/entries.js';
import { Ledger } from './store/ledger.js';
import { migrations } from './store/migrations.js';
import type { CreditsTables } from './store/tables.js';

const UPKEEP_MS = 30_000;

export default definePlugin({
  name: 'credits',
  version: '1.0.0',
  manifest,
  config: configSchema,
  migrations,
  commands: creditsCommands,
  commandGroup: {
    name: 'credits',
    summary: 'what answers cost, and what is left of a budget',
    usual: 'show',
  },
  scopes: { credits: 'see what everybody has spent' },
  softDependsOn: ['user-preferences'],
  setup(ctx) {
    const { config, database, clock, logger, signer, use } = ctx;
    const db = database.as<CreditsTables>();
    const ledger = new Ledger(db);
    const budgets = new Budgets(config, { ledger, clock, preferences: use(Preferences) });
    const { currency, reserveTokens } = config;
    const rates = rateTable(config.rates);
    const { middleware, held, settleLate } = metering({
      db,
      ledger,
      budgets,
      rates,
      hasRates: config.rates.length > 0,
      currency,
      reserveTokens,
      hidden: new HiddenTokens(),
      logger,
    });
    const desk: Desk = { db, budgets, clock, currency, timeZone: config.timeZone };
    return {
      operations: [
        getCredits(desk),
        listCosts(desk),
        quoteAnswer(desk, () => ctx.models, rates, ctx),
        getReceipt(desk, signer),
        listSpending(desk),
      ],
      routes: [ledgerCsv(desk, ledger)],
      middleware: [middleware],
      services: [provide(Credits, { balance: (principal) => balanceOf(principal) })],
      health,
      dispose: settleLate,
      background: [{ name: 'upkeep of reservations', run: upkeep }],
      async *inspect() {
        for await (const detail of ledgerFaults(db)) yield { kind: 'lost', detail };
      },
    };

    /** Says so where the oracle's own model is refused inside of budgets. */
    async function health(): Promise<HealthReport> {
      if (config.rates.length === 0 || Object.keys(config.budgets ?? {}).length === 0)
        return { status: 'ok' };
      const { id } = await ctx.models.resolve('main');
      if (isFree(id) || rates(modelNames(id, undefined), clock.now()) !== undefined) return { status: 'ok' };
      const detail = `no rate of plugins.credits.rates names ${id}: inside of a budget it is refused`;
      return { status: 'degraded', detail };
    }

    async function balanceOf(principal: Parameters<typeof budgets.standing>[0]) {
      const { available, reserved, spent, resetsAt } = await budgets.standing(principal);
      return { available, reserved, spent: spent.total, resetsAt };
    }

    /** Keeps what calls in flight have reserved, and gives back what calls of ended processes had. */
    async function upkeep(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        try {
          await settleLate();
          await ledger.renew([...held], clock.now());
          const swept = await ledger.sweep(clock.now());
          if (swept > 0) logger.info({ swept }, 'gave back what ended calls had reserved');
        } catch (err) {
          logger.warn({ err }, 'reservations could not be looked after');
        }
        await pause(UPKEEP_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  },
});
