import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SlackStandIn } from '../plugins/chat-integration/testing/slack-stand-in.js';
import { type Person, person, until } from '../plugins/matrix/testing/person.js';
import { type Synapse, startSynapse } from '../plugins/matrix/testing/synapse.js';
import { type RedisServer, redisServer } from '../plugins/tasks/testing/redis-server.js';
import { exactName, inert } from '../src/kit/index.js';
import { scratchDatabase } from '../src/testing/scratch-database.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../src/testing/scripted-model-server.js';
import type { RecordedModelRequest, ScriptedStep } from '../src/testing/scripted-step.js';
import { type OracleProcess, OracleProject } from './support/oracle-process.js';

const INSTRUCTION = 'Write the evening report, publish it and say where it is';
const REPORT = '/reports/evening.html';

const database = scratchDatabase('evening');
let synapse: Synapse;
let redis: RedisServer;
let slack: SlackStandIn;
let model: ScriptedModelServer;
let ada: Person;
let project: OracleProject;
/** When the task is due. */
let due = '';
/** What the model was asked to do for the task, call by call. */
const worked: string[] = [];

beforeEach(async () => {
  [synapse, redis, slack] = await Promise.all([
    startSynapse(),
    redisServer(),
    new SlackStandIn().listen(),
    database.create(),
  ]);
  await redis.start();
  const oracleId = await synapse.register('oracle');
  ada = await person(synapse, 'ada');
  model = await startScriptedModelServer({ answer: (body) => turn(body.messages) });
  project = new OracleProject({
    config: {
      name: 'tester',
      description: '',
      externalScopes: ['chat', 'tasks', 'reports', 'fs/read', 'fs/write'],
    },
    env: {
      DATABASE_URL: database.url(),
      REDIS_URL: redis.url,
      MATRIX_BASE_URL: synapse.url,
      MATRIX_ORACLE_ADMIN_USER_ID: oracleId,
      MATRIX_ORACLE_ADMIN_PASSWORD: 'secret of oracle',
      CHAT_BOT_TOKEN: 'xoxb-test-token',
      CHAT_APP_TOKEN: 'xapp-test-token',
      CHAT_API_URL: slack.apiUrl,
      LLM_BASE_URL: model.url,
      LLM_API_KEY: 'test',
      LLM_MODEL: 'scripted',
    },
  });
}, 90_000);
afterEach(async () => {
  await project?.remove();
  ada?.close();
  await model?.close();
  await slack?.close();
  await redis?.close();
  await synapse?.close();
  await database.drop();
}, 30_000);

/** What the model does: it plans what it is asked for, and does what a task asks. */
function turn(messages: RecordedModelRequest['body']['messages']): ScriptedStep {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const wish = String(messages[at]?.['content']);
  const calls = messages.slice(at).filter(({ role }) => role === 'tool');
  const call = (name: string, args: Record<string, unknown>) => ({ toolCalls: [{ name, args }] });
  const load = (name: string) => call('load_capability', { names: [name] });
  if (wish.includes('this evening'))
    return (
      [load('tasks'), call('preview_task', { instruction: INSTRUCTION, when: due })][calls.length] ?? {
        text: 'Shall I?',
      }
    );
  if (wish.includes('plan it')) return [call('create_task', {})][calls.length] ?? { text: 'It is planned.' };
  if (!wish.includes(INSTRUCTION)) return { text: 'Good evening.' };
  const report = {
    kind: 'outline',
    format: 'html',
    title: 'The evening',
    sections: [{ heading: 'Tonight', paragraphs: ['All is well.'] }],
    saveAs: REPORT,
  };
  const steps = [load('reports'), call('write_report', report), call('publish_report', { path: REPORT })];
  worked.push(steps[calls.length]?.toolCalls[0]?.name ?? 'answer');
  return steps[calls.length] ?? { text: `The report: ${urlIn(String(calls.at(-1)?.['content']))}` };
}

function urlIn(text: string): string {
  return /\/public\/[^"\s\\]+/.exec(text)?.[0] ?? `nowhere: ${text}`;
}

async function start(): Promise<OracleProcess> {
  const oracle = await project.start();
  await oracle.waitFor(/\[plugin\] matrix pending -> loaded/);
  return oracle;
}

/** Makes codes by which accounts elsewhere become the owner's. */
async function ownerAt(url: string): Promise<() => Promise<string>> {
  const post = async (path: string, body: object, token = '') => {
    const headers = {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    expect(answer.ok, text).toBe(true);
    return JSON.parse(text);
  };
  const { stdout } = await project.run(['login']);
  const { token } = await post('/auth/session', { code: stdout.trim().replace(/^.*#login=/, '') });
  return async () => (await post('/links', {}, token)).code;
}

/** Says it to the bot in Slack; resolves once an answer has these words. */
async function inSlack(text: string, answer: string): Promise<void> {
  const event = slack.message({ channel: 'D1', channel_type: 'im', text });
  // A process that has just begun has no socket yet.
  await until(() => slack.socketsOpened > 0);
  slack.deliver(event);
  await until(
    () => slack.said('D1').some((said) => said.includes(answer)),
    () => JSON.stringify(slack.said('D1')),
  );
}

const reports = () => slack.said('D1').filter((said) => said.includes('The report:'));
const questions = (room: string) => ada.seen(room).filter(({ text }) => text.includes('May I?'));

it('a task asks in Matrix, is allowed there, and brings its report to Slack: once, whatever is killed', async () => {
  const first = await start();
  const second = await start();
  const code = await ownerAt(first.url);
  const room = await ada.room(['@oracle:localhost']);
  await ada.say(room, `link ${await code()}`);
  await ada.sees(room, ({ text }) => text.includes('from now on'));
  await inSlack(`link ${await code()}`, 'from now on');

  due = new Date(Date.now() + 4_000).toISOString();
  await inSlack('Do it this evening', 'Shall I?');
  await inSlack('Yes, plan it.', 'It is planned.');
  const asked = await ada.sees(room, ({ text }) => text.includes('May I?'));
  // Letter for letter, for readers of Markdown.
  expect(asked.text).toContain(`The task ${inert(exactName(INSTRUCTION))}: `);
  expect(asked.text).toContain(`Let anybody with the link download ${REPORT}`);
  expect(worked).toEqual(['load_capability', 'write_report', 'publish_report']);

  // Nobody is there when she agrees.
  await Promise.all([first.stop('SIGKILL'), second.stop('SIGKILL')]);
  await ada.react(room, asked.id, '✅');
  const [third, fourth] = await Promise.all([start(), start()]);
  await until(
    () => reports().length > 0,
    () => third.output + fourth.output,
    90_000,
  );
  await Promise.all([third.stop('SIGKILL'), fourth.stop('SIGKILL')]);

  const last = await start();
  const [link = ''] = /\/public\/\S+/.exec(reports()[0] ?? '') ?? [];
  expect(link, reports()[0]).not.toBe('');
  const page = await fetch(last.url + link);
  expect(await page.text()).toContain('All is well.');
  // Twice the time in which what is left lying is taken up.
  await sleep(8_000);
  expect(reports()).toHaveLength(1);
  expect(questions(room)).toHaveLength(1);
  expect(questions(room)[0]?.text).toContain(`Allowed by ${ada.userId}`);
  expect(worked).toEqual(['load_capability', 'write_report', 'publish_report', 'answer']);
}, 150_000);
