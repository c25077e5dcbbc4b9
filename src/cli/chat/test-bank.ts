import { afterEach, expect } from 'vitest';
import { z } from 'zod';
import { definePlugin, defineTool } from '../../plugin/index.js';
import { startTestOracle, type TestOracle } from '../../testing/index.js';
import { type TestCli, testCli } from '../../testing/test-cli.js';

/** What was paid since the last oracle was started. */
export const paid: unknown[] = [];
const closing: (() => unknown)[] = [];

/** Registers what closes all that a test opened, in the file that calls it. */
export function closeAfterEach(): void {
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
}

/** Closes this too, at the end of the test. */
export function andClose(close: () => unknown): void {
  closing.push(close);
}

/** A tool that asks before it pays, and a command. */
const bank = definePlugin({
  name: 'bank',
  version: '1.0.0',
  manifest: { title: 'Bank', summary: 'Pays.', whenToUse: ['pay'], loading: 'always' },
  commandGroup: { name: 'money', summary: 'what there is', usual: 'count' },
  commands: [
    {
      name: 'count',
      summary: 'counts it',
      arguments: [{ name: 'what', many: true, optional: true }],
      async run(args, _, io) {
        const { url } = await io.connect({});
        io.stdout(`counted ${args.join('|')} at ${url}\n`);
        return 0;
      },
    },
  ],
  setup: () => ({
    tools: [
      defineTool({
        name: 'pay',
        description: 'Pays somebody.',
        input: z.object({ to: z.string(), amount: z.number() }),
        approval: 'always',
        describe: ({ to, amount }) => `Pay ${amount} to ${to}`,
        run: (args) => {
          paid.push(args);
          return 'paid';
        },
      }),
    ],
  }),
});

export async function oracleWith(
  script: NonNullable<Parameters<typeof startTestOracle>[0]>['script'],
): Promise<TestOracle> {
  paid.length = 0;
  const oracle = await startTestOracle({ plugins: [bank], ...(script === undefined ? {} : { script }) });
  closing.push(() => oracle.close());
  return oracle;
}

/** What a person who types these lines sees. */
export async function talk(
  oracle: TestOracle,
  answers: readonly string[],
  { env = {}, prepare }: { env?: NodeJS.ProcessEnv; prepare?: (cli: TestCli) => void } = {},
): Promise<TestCli> {
  const { Authorization: bearer = '' } = await oracle.owner.credential();
  const cli = testCli({ answers, env: { ORACLE_TOKEN: bearer.replace('Bearer ', ''), ...env } });
  closing.push(() => cli.remove());
  prepare?.(cli);
  expect(await cli.run(['chat', '--url', oracle.url], { loadPlugins: async () => [bank] }), cli.err()).toBe(
    0,
  );
  return cli;
}
export const pays = (...calls: { to: string; amount: number }[]) => ({
  text: '',
  toolCalls: calls.map((args, at) => ({ name: 'pay', args, id: `p${at}` })),
});
