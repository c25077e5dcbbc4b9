import { oneLine } from 'oracle-runtime/kit';
import {
  type AnyOperation,
  type Asker,
  defineOperation,
  type Foreseen,
  withWords,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import { isReading } from '../remote/answers.js';
import type { Router } from '../remote/router.js';
import { argumentsInWords } from './arguments-in-words.js';
import { activeAccount } from './connections.js';

const tool = withWords(
  z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_.-]{1,100}$/, 'must be the name of a tool, such as GMAIL_SEND_EMAIL')
    .describe('Its name, such as GMAIL_SEND_EMAIL'),
  { aliases: ['app tool'] },
);
const given = z.record(z.string().max(200), z.unknown());

/** Finding a tool of an app, reading what it needs, and using it. */
export function toolOperations(router: Router): AnyOperation[] {
  return [
    defineOperation({
      name: 'search_app_tools',
      title: 'Search tools of apps',
      description: 'Finds tools of apps elsewhere for a purpose: their names, their app, what they do.',
      effect: 'read',
      scope: 'toolkit',
      input: z.object({
        query: withWords(z.string().trim().min(1).max(500), { aliases: ['for', 'purpose'] }),
        limit: z.int().min(1).max(20).default(10),
      }),
      answer: {
        description: 'Tools, best first',
        schema: z.object({
          tools: z.array(z.object({ tool: z.string(), app: z.string(), description: z.string() })),
        }),
      },
      route: { method: 'get', path: '/v1/toolkit/tools' },
      run: async ({ query, limit }, caller) => ({
        tools: (await router.search(caller, query, limit)).map(({ tool_slug, toolkit, description }) => ({
          tool: tool_slug,
          app: toolkit,
          description,
        })),
      }),
      summary: ({ tools }) =>
        tools.length === 0
          ? 'No tool of an app does that.'
          : `Found: ${tools.map(({ tool, description }) => `${tool} (${oneLine(description, 80)})`).join('; ')}.`,
    }),
    defineOperation({
      name: 'describe_app_tool',
      title: 'What a tool of an app needs',
      description: 'The JSON Schema of the arguments of a tool of an app, and whether it only reads.',
      effect: 'read',
      scope: 'toolkit',
      input: z.object({ tool }),
      answer: {
        description: 'The tool',
        schema: z.object({
          tool: z.string(),
          app: z.string(),
          description: z.string(),
          reads: z.boolean().describe('Whether it changes nothing'),
          input: z.record(z.string(), z.unknown()).describe('JSON Schema of its arguments'),
        }),
      },
      route: { method: 'get', path: '/v1/toolkit/tools/:tool', errors: { 404: 'No such tool' } },
      run: async (input, caller) => {
        const found = await router.tool(caller, input.tool);
        return {
          tool: found.tool_slug,
          app: found.toolkit,
          description: found.description,
          reads: isReading(found),
          input: found.input_schema,
        };
      },
      summary: ({ tool, description, reads }) =>
        `${tool}: ${description}${reads ? ' It only reads.' : ' It may change something, so its person is asked first.'}`,
    }),
    defineOperation({
      name: 'use_app_tool',
      title: 'Use a tool of an app',
      description:
        'Uses a tool of an app by the account that the person connected. Read what it needs first with describe_app_tool. What does not only read asks the person.',
      effect: 'destructive',
      scope: 'toolkit',
      input: z.object({
        tool,
        arguments: given.default({}).describe('As describe_app_tool says'),
        account: z
          .string()
          .trim()
          .min(1)
          .max(100)
          .optional()
          .describe('Whose account must act; refused where another is connected'),
      }),
      answer: {
        description: 'Whose account acted, and what the app answered',
        schema: z.object({ tool: z.string(), app: z.string(), account: z.string(), data: z.unknown() }),
      },
      tool: { timeoutMs: 120_000 },
      route: {
        method: 'post',
        path: '/v1/toolkit/calls',
        errors: { 404: 'No such tool', 409: 'No account, or another one, is connected' },
      },
      approval: {
        look: async (input, asker) => !isReading(await router.tool(asker, input.tool)),
      },
      describe: ({ tool, account }) => `Use ${tool}${account === undefined ? '' : ` as ${account}`}`,
      foresee: (input, asker) => foreseen(router, input, asker),
      run: async (input, caller) => {
        const { toolkit: app } = await router.tool(caller, input.tool);
        const { account } = activeAccount(app, await router.connections(caller, app), input.account);
        const data = await router.execute(caller, input.tool, input.arguments);
        return { tool: input.tool, app, account, data };
      },
      summary: ({ tool, app, account }) => `Used ${tool} of ${app} as ${account}.`,
      undo: (_, { app }) => ({ whyNot: `what was done in ${app} is undone there` }),
    }),
  ];
}

/**
 * Whose account would act, where, and with what.
 * @throws OracleError `conflict` where none can: nobody is asked about what would fail
 */
async function foreseen(
  router: Router,
  input: { readonly tool: string; readonly arguments: object; readonly account?: string | undefined },
  asker: Asker,
): Promise<Foreseen> {
  const { toolkit: app } = await router.tool(asker, input.tool);
  const acting = activeAccount(app, await router.connections(asker, app), input.account);
  const words = `As ${acting.account} in ${app}: use ${input.tool} with ${argumentsInWords(input.arguments)}`;
  return { words, state: acting.identity };
}
