import { definePlugin, makeValidator, url } from 'oracle-runtime/plugin';
import { Designs } from '../sampling/service.js';
import { Files } from '../vfs/service.js';
import { manifest } from './manifest.js';
import { migrations } from './store/tables.js';

const token = (prefix: string) =>
  makeValidator((input) => {
    if (!input.startsWith(prefix)) throw new Error(`it does not begin with ${prefix}`);
    const rest = input.slice(prefix.length);
    if (rest.length < 5) throw new Error(`it is too short: after ${prefix} come 5 characters or more`);
    if (!/^[A-Za-z0-9-]*$/.test(rest))
      throw new Error('it has characters besides letters, digits and hyphens');
    return input;
  });
const secret = makeValidator((input) => {
  if (!/^[0-9a-f]*$/.test(input)) throw new Error('it has characters besides the digits 0 to 9 and a to f');
  if (input.length < 16) throw new Error('it is too short: it has 16 digits or more');
  return input;
});
const isGiven = (value: unknown) => typeof value === 'string' && value !== '';

export default definePlugin({
  name: 'chat-integration',
  version: '1.0.0',
  manifest,
  enabledBy: ['CHAT_BOT_TOKEN'],
  packages: { '@slack/bolt': '^5.1.0', '@slack/web-api': '^8.2.0' },
  softDependsOn: ['vfs', 'sampling'],
  env: {
    CHAT_BOT_TOKEN: token('xoxb-')({
      desc: 'Bot User OAuth Token of the Slack app',
      example: 'xoxb-1-2-abc',
    }),
    CHAT_APP_TOKEN: token('xapp-')({
      default: undefined,
      requiredWhen: (env) => !isGiven(env['CHAT_SIGNING_SECRET']),
      desc: 'App-level token with connections:write for socket mode, or CHAT_SIGNING_SECRET for events over HTTP',
      example: 'xapp-1-A1-2-abc',
    }),
    CHAT_SIGNING_SECRET: secret({ default: undefined, desc: 'Signing Secret of the Slack app' }),
    CHAT_API_URL: url({ default: 'https://slack.com/api/', desc: "Where Slack's Web API is" }),
  },
  scopes: { slack: 'post to the Slack channels that the bot is in' },
  migrations,
  async setup({ env, use, ...context }) {
    // Nothing of it is read where it is off.
    const { setUpChat } = await import('./setup.js');
    const settings = {
      botToken: env.CHAT_BOT_TOKEN,
      appToken: env.CHAT_APP_TOKEN,
      signingSecret: env.CHAT_SIGNING_SECRET,
      apiUrl: env.CHAT_API_URL,
    };
    return setUpChat(settings, context, use(Files), use(Designs));
  },
});
