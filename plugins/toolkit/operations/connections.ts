import {
  type AnyOperation,
  type Clock,
  defineOperation,
  OracleError,
  withWords,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type AppConnection, accountOf, CONNECTION_STATES, identityOf, strange } from '../remote/answers.js';
import type { Router } from '../remote/router.js';

const app = withWords(
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9_.-]{1,100}$/, 'must be the name of an app, such as gmail')
    .describe('The app, such as gmail'),
  { aliases: ['account', 'toolkit'] },
);

const connectionView = z.object({
  app: z.string(),
  state: z.enum(CONNECTION_STATES),
  account: z.string().optional().describe('Whose account it is'),
  link: z.string().optional().describe('Where its person connects it'),
  expiresAt: z.string().optional().describe('When the link ends'),
});
type ConnectionView = z.output<typeof connectionView>;

/** Which accounts a person has connected, and how they connect one. */
export function connectionOperations(router: Router, clock: Clock): AnyOperation[] {
  return [
    defineOperation({
      name: 'list_app_connections',
      title: 'Connected apps',
      description:
        "Lists the person's connections to apps: whose account, and whether it is active, initiated, expired or failed.",
      effect: 'read',
      scope: 'toolkit',
      input: z.object({ app: app.optional() }),
      answer: { description: 'Connections', schema: z.object({ connections: z.array(connectionView) }) },
      route: { method: 'get', path: '/v1/toolkit/connections' },
      run: async ({ app }, caller) => ({
        connections: (await router.connections(caller, app)).map((each) => viewOf(each, clock.now())),
      }),
      summary: ({ connections }) =>
        connections.length === 0
          ? 'No app is connected.'
          : `${connections.slice(0, 50).map(inWords).join('; ')}.`,
    }),
    defineOperation({
      name: 'connect_app',
      title: 'Connect an app',
      description:
        'Makes a link by which the person connects their account of an app. Give them the link, and say when it ends.',
      effect: 'write',
      additive: true,
      scope: 'toolkit',
      input: z.object({ app }),
      answer: { description: 'The connection that was begun', schema: connectionView },
      route: {
        method: 'post',
        path: '/v1/toolkit/connections',
        status: 201,
        errors: { 404: 'No such app' },
      },
      describe: ({ app }) => `Make a link to connect ${app}`,
      undo: () => ({ whyNot: 'a link that nobody opens ends by itself' }),
      run: async ({ app }, caller) => {
        const view = viewOf(await router.connect(caller, app), clock.now());
        if (view.state !== 'active' && view.link === undefined)
          throw strange(`gives no link to connect ${app}`);
        if (view.link !== undefined)
          caller.artifact({
            title: `Connect ${app}`,
            mimeType: 'text/html',
            alt: `A page at which you connect your account of ${app}${untilOf(view)}`,
            url: view.link,
          });
        return view;
      },
      summary: (view) =>
        view.link === undefined
          ? `${inWords(view)}.`
          : `To connect ${view.app}, open ${view.link}${untilOf(view)}.`,
    }),
  ];
}

/** Who acts: in the words of their app, and as what tells them from everybody else. */
export interface ActiveAccount {
  readonly account: string;
  readonly identity: string;
}

/** @throws OracleError `conflict` where no account can act, or another than was asked for */
export function activeAccount(app: string, all: readonly AppConnection[], wanted?: string): ActiveAccount {
  const active = all.filter(({ status }) => status === 'active');
  const [connection] = active;
  if (connection === undefined)
    throw new OracleError('conflict', {
      detail: `No account of ${app} is connected${all[0] === undefined ? '' : `: the connection is ${all[0].status}`}.`,
      hint: 'Connect it with connect_app.',
    });
  const account = accountOf(connection) ?? 'an account that the router does not name';
  if (active.length > 1)
    throw new OracleError('conflict', {
      detail: `Several accounts of ${app} are connected, and the router does not say which one acts.`,
      hint: 'Leave one of them connected.',
    });
  if (wanted !== undefined && wanted !== account)
    throw new OracleError('conflict', { detail: `${app} is connected as ${account}, not as ${wanted}.` });
  return { account, identity: identityOf(connection) };
}

/** A link that is no page of the web, or connects nothing any more, is left out: nobody is sent there. */
function viewOf(connection: AppConnection, now: number): ConnectionView {
  const { toolkit, status, redirect_url: link, expires_at: expiresAt } = connection;
  const account = accountOf(connection);
  return {
    app: toolkit,
    state: status,
    ...(account !== undefined && { account }),
    ...(link !== undefined && isOpen(connection, now) && isPage(link) && { link: new URL(link).href }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

function isOpen({ status, expires_at: expiresAt }: AppConnection, now: number): boolean {
  return (
    status !== 'failed' && status !== 'expired' && (expiresAt === undefined || Date.parse(expiresAt) > now)
  );
}

function isPage(link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { protocol, username, password } = new URL(link);
  return protocol === 'https:' && username === '' && password === '';
}

function inWords({ app, state, account }: ConnectionView): string {
  const as = account === undefined ? '' : ` as ${account}`;
  return state === 'none' ? `${app} is not connected` : `${app}${as}: ${state}`;
}

function untilOf({ expiresAt }: ConnectionView): string {
  return expiresAt === undefined ? '' : `; the link ends at ${expiresAt}`;
}
