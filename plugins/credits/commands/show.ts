import { alignRows, printable } from 'oracle-runtime/kit';
import { type CommandIo, withOracle } from 'oracle-runtime/plugin';
import { wordTime } from '../budget/exhausted.js';
import { printMicro } from '../money/amount.js';
import { creditsShape } from '../operations/get-credits.js';
import { costsShape } from '../operations/list-costs.js';
import type { CreditsOptions } from './index.js';

const money = (micro: number) => printMicro(BigInt(micro));

/** `oracle credits show` */
export async function showCredits(options: CreditsOptions, io: CommandIo): Promise<number> {
  const credits = creditsShape.parse(await get('/credits', options, io));
  if (options.json === true) return printJson(credits, io);
  const { currency, available, reserved, spent, budgets, timeZone, models } = credits;
  const until = (resetsAt: string) => `until ${wordTime(Date.parse(resetsAt), timeZone)}`;
  const rows = [
    ['', 'SPENT', 'BUDGET', ''],
    [
      'today',
      money(spent.today),
      budgets.day ? money(budgets.day.limit) : '-',
      budgets.day ? until(budgets.day.resetsAt) : '',
    ],
    [
      'this month',
      money(spent.month),
      budgets.month ? money(budgets.month.limit) : '-',
      budgets.month ? until(budgets.month.resetsAt) : '',
    ],
    ['in all', money(spent.total), '', ''],
  ];
  io.stdout(
    `${available === null ? 'No budget holds.' : `${money(available)} ${printable(currency)} left.`}\n\n`,
  );
  io.stdout(alignRows(rows));
  if (reserved > 0) io.stdout(`${money(reserved)} are set aside for answers under way.\n`);
  if (models.length > 0)
    io.stdout(
      `\n${alignRows([
        ['MODEL THIS MONTH', 'CALLS', 'TOKENS IN', 'CACHED', 'OUT', 'COST'],
        ...models.map((model) => [
          printable(model.model),
          String(model.calls),
          String(model.inputTokens),
          String(model.cachedInputTokens),
          String(model.outputTokens),
          model.unpriced === model.calls ? 'no rate' : money(model.amount),
        ]),
      ])}`,
    );
  return 0;
}

/** `oracle credits costs` */
export async function showCosts(options: CreditsOptions, io: CommandIo): Promise<number> {
  const query = new URLSearchParams(options.session === undefined ? {} : { sessionId: options.session });
  const costs = costsShape.parse(await get(`/credits/costs?${query}`, options, io));
  if (options.json === true) return printJson(costs, io);
  if (costs.runs.length === 0) {
    io.stderr('No answer was booked.\n');
    return 0;
  }
  io.stdout(
    alignRows([
      ['WHEN', 'ANSWER', 'CALLS', 'TOKENS', 'COST'],
      ...costs.runs.map(({ at, runId, calls, inputTokens, outputTokens, amount }) => [
        at.slice(0, 16).replace('T', ' '),
        printable(runId),
        String(calls),
        String(inputTokens + outputTokens),
        money(amount),
      ]),
    ]),
  );
  if (costs.total !== undefined)
    io.stdout(`\n${money(costs.total.amount)} ${printable(costs.currency)} in all.\n`);
  return 0;
}

/** `oracle credits export` */
export async function exportLedger(options: CreditsOptions, io: CommandIo): Promise<number> {
  await withOracle(options, io, async (oracle) => {
    const response = await oracle.request('GET', '/credits/ledger.csv');
    for await (const part of response.body ?? []) io.bytes(part);
  });
  return 0;
}

function get(path: string, options: CreditsOptions, io: CommandIo): Promise<unknown> {
  return withOracle(options, io, async (oracle) => (await oracle.request('GET', path)).json());
}

function printJson(data: object, io: CommandIo): number {
  io.stdout(`${JSON.stringify(data, null, 2)}\n`);
  return 0;
}
