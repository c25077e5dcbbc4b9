import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definePlugin, defineTool } from '../../plugin/index.js';
import { startTestOracle, type TestClient, type TestOracle } from '../../testing/index.js';

interface Answered {
  readonly id: string;
  readonly contextId: string;
  readonly status: {
    readonly message?: {
      readonly parts: readonly { readonly data?: { readonly approvals: { id: string }[] } }[];
    };
  };
}

const shed = { isOpen: false };
const garden = definePlugin({
  name: 'garden',
  version: '1.0.0',
  manifest: { title: 'Garden', summary: 'Waters.', whenToUse: ['Dry beds'], loading: 'always' },
  setup: () => ({
    tools: [
      defineTool({
        name: 'unlock_shed',
        description: 'Unlocks the shed.',
        input: z.object({}),
        approval: 'always',
        describe: () => 'Unlock the shed',
        run: (_args, { artifact }) => {
          shed.isOpen = true;
          artifact({
            title: 'Shed',
            mimeType: 'text/plain',
            alt: 'What is in it',
            bytes: Buffer.from('rake'),
          });
          return {};
        },
      }),
    ],
  }),
});

let oracle: TestOracle;
let client: TestClient;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [garden], script: [] });
});
afterAll(() => oracle.close());
beforeEach(() => {
  client = oracle.as(['chat']);
  shed.isOpen = false;
});

let count = 0;
const call = (method: string, params: object, headers = {}) =>
  client.post('/a2a', { jsonrpc: '2.0', id: 7, method, params }, headers);
const message = (parts: unknown, more: object = {}) => ({
  message: {
    messageId: `m${count++}`,
    role: 'ROLE_USER',
    parts: typeof parts === 'string' ? [{ text: parts }] : parts,
    ...more,
  },
});
const task = async (method: string, params: object) => (await call(method, params)).json;
/** The task of an answer. */
const taskIn = (answer: Readonly<Record<string, unknown>>) =>
  (answer['result'] as { readonly task: Answered }).task;
const OPEN = { toolCalls: [{ name: 'unlock_shed', args: {} }] };

describe('A2A', () => {
  it('makes a task of a message, in a context that goes on', async () => {
    oracle.model.push({ text: 'Hello.' }, { text: 'Again.' });
    const first = await task('SendMessage', message('Hi'));
    expect(first).toMatchObject({
      jsonrpc: '2.0',
      id: 7,
      result: {
        task: {
          status: { state: 'TASK_STATE_COMPLETED' },
          artifacts: [{ name: 'answer', parts: [{ text: 'Hello.' }] }],
        },
      },
    });
    const { id, contextId } = taskIn(first);
    const second = await task('SendMessage', message('And?', { contextId }));
    expect(second).toMatchObject({ result: { task: { contextId } } });
    expect(JSON.stringify(oracle.model.requests.at(-1)?.body.messages)).toContain('Hello.');
    expect(await task('GetTask', { id })).toMatchObject({ result: { id, contextId } });
    client = oracle.as(['chat']);
    expect(await task('GetTask', { id })).toMatchObject({ error: { code: -32001 } });
    expect(await task('SendMessage', message('x', { taskId: id }))).toMatchObject({
      error: { code: -32001 },
    });
  });

  it.each([
    ['yes', true],
    [{ approved: true }, true],
    [{ approved: false }, false],
  ])('asks, and goes on with the same task by %j', async (answer, isOpen) => {
    oracle.model.push(OPEN, { text: 'So be it.' });
    const { id, status } = taskIn(await task('SendMessage', message('Open it')));
    expect(status).toMatchObject({ state: 'TASK_STATE_INPUT_REQUIRED' });
    expect(JSON.stringify(status)).toContain('Unlock the shed');
    const held = status.message?.parts[1]?.data?.approvals[0]?.id;
    const parts = typeof answer === 'string' ? answer : [{ data: { decisions: [{ id: held, ...answer }] } }];
    expect(await task('SendMessage', message(parts, { taskId: id }))).toMatchObject({
      result: { task: { id, status: { state: 'TASK_STATE_COMPLETED' } } },
    });
    expect(shed.isOpen).toBe(isOpen);
    const { result } = await task('GetTask', { id });
    expect(result).toMatchObject({ id, status: { state: 'TASK_STATE_COMPLETED' } });
    expect(JSON.stringify(result).includes('"raw":"cmFrZQ=="')).toBe(isOpen);
    expect(await task('SendMessage', message('more', { taskId: id }))).toMatchObject({
      error: { code: -32004 },
    });
  });

  it('streams what happens, and ends in a state', async () => {
    oracle.model.push({ text: ['One ', 'two.'] }, { text: 'Half', finishReason: 'content_filter' });
    const { text } = await call('SendStreamingMessage', message('Go'));
    const results = [...text.matchAll(/^data: (.*)$/gm)].map(([, line = '']) => JSON.parse(line).result);
    expect(results[0]).toMatchObject({ task: { status: { state: 'TASK_STATE_WORKING' } } });
    const words = results.flatMap(({ artifactUpdate }) => artifactUpdate?.artifact.parts[0].text ?? []);
    expect(words.join('')).toBe('One two.');
    expect(results.at(-1)).toMatchObject({ statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } });
    const broken = await call('SendStreamingMessage', message('Break'));
    expect(broken.text).toContain('TASK_STATE_FAILED');
  });

  it('takes a message that is sent once more for the same task, and a wait back', async () => {
    oracle.model.push({ text: 'Once.' }, OPEN);
    const said = message('Hi', { contextId: 'garden-talk' });
    const first = await task('SendMessage', said);
    expect(await task('SendMessage', said)).toMatchObject({
      result: { task: { id: taskIn(first).id } },
    });
    const { id } = taskIn(await task('SendMessage', message('Open', { contextId: 'garden-talk' })));
    expect(await task('CancelTask', { id })).toMatchObject({
      result: { status: { state: 'TASK_STATE_CANCELED' } },
    });
    expect(await task('CancelTask', { id })).toMatchObject({ error: { code: -32002 } });
  });

  it('lets what waits wait when its answer does not fit', async () => {
    oracle.model.push(OPEN, { text: 'So be it.' });
    const { id, contextId, status } = taskIn(await task('SendMessage', message('Open it')));
    const held = status.message?.parts[1]?.data?.approvals[0]?.id;
    const decide = (approved: unknown, more: object = {}) =>
      task(
        'SendMessage',
        message([{ data: { decisions: [{ id: held, approved }] } }], { taskId: id, ...more }),
      );
    for (const approved of ['true', 'false', 1, null])
      expect(await decide(approved)).toMatchObject({ error: { code: -32602 } });
    expect(await decide(true, { contextId: 'another' })).toMatchObject({ error: { code: -32602 } });
    expect(shed.isOpen).toBe(false);
    expect(await decide(true, { contextId })).toMatchObject({
      result: { task: { status: { state: 'TASK_STATE_COMPLETED' } } },
    });
    expect(shed.isOpen).toBe(true);
  });

  it('leaves undone what a message approves in its data and refuses in its words', async () => {
    oracle.model.push(OPEN, { text: 'It stays shut.' });
    const { id, status } = taskIn(await task('SendMessage', message('Open it')));
    const held = status.message?.parts[1]?.data?.approvals[0]?.id;
    const both = [{ data: { decisions: [{ id: held, approved: true }] } }, { text: 'no' }];
    expect(await task('SendMessage', message(both, { taskId: id }))).toMatchObject({
      result: { task: { id, status: { state: 'TASK_STATE_COMPLETED' } } },
    });
    expect(shed.isOpen).toBe(false);
  });

  it('does a message once, though it comes twice at once and begins a context', async () => {
    oracle.model.push({ text: 'Once.' });
    const twice = message('Say it once');
    const [one, two] = await Promise.all([task('SendMessage', twice), task('SendMessage', twice)]);
    // Each says when it was told so.
    const told = { timestamp: expect.any(String) };
    expect(taskIn(one)).toEqual({ ...taskIn(two), status: { ...taskIn(two).status, ...told } });
  });

  it('ends the task that asked, also by an answer that names its context alone', async () => {
    oracle.model.push(OPEN, { text: 'So be it.' });
    const { id, contextId } = taskIn(await task('SendMessage', message('Open it')));
    await task('SendMessage', message('yes', { contextId }));
    expect(shed.isOpen).toBe(true);
    expect(await task('GetTask', { id })).toMatchObject({
      result: { status: { state: 'TASK_STATE_COMPLETED' } },
    });
  });

  it('keeps the name that a client has for a context', async () => {
    oracle.model.push({ text: 'Hello.' });
    expect(taskIn(await task('SendMessage', message('Hi', { contextId: 'my talk' }))).contextId).toBe(
      'my talk',
    );
  });

  it('refuses in JSON-RPC', async () => {
    expect(await task('Nothing', {})).toMatchObject({ error: { code: -32601 } });
    expect(await task('SendMessage', {})).toMatchObject({ error: { code: -32602 } });
    expect(await task('SendMessage', message([{ url: 'http://10.0.0.1/x' }, { text: 'x' }]))).toMatchObject({
      error: { code: -32602 },
    });
    expect((await call('GetTask', { id: 'x' }, { 'A2A-Version': '0.3' })).json).toMatchObject({
      error: { code: -32009 },
    });
    expect(await client.post('/a2a/nope', {})).toMatchObject({
      status: 404,
      json: { error: { code: -32601, data: [{ reason: 'NOT_FOUND' }] } },
    });
    const unasked = { data: { decisions: [{ id: 'x', approved: true }] } };
    expect(await task('SendMessage', message([unasked]))).toMatchObject({
      error: { code: -32004, data: [{ reason: 'CONFLICT' }] },
    });
    const anyone = await oracle.anyone.post('/a2a', { jsonrpc: '2.0', id: 1, method: 'GetTask' });
    expect([anyone.status, anyone.json]).toMatchObject([401, { error: { message: expect.any(String) } }]);
  });

  it('has a card that anybody may read', async () => {
    const { json } = await oracle.anyone.get('/.well-known/agent-card.json');
    expect(json).toMatchObject({
      name: oracle.app.config.name,
      supportedInterfaces: [{ url: `${oracle.url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
      skills: [{ id: 'garden', tags: ['garden'] }],
      signatures: [{ protected: expect.any(String), signature: expect.any(String) }],
    });
  });
});
