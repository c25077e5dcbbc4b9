import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import clientTools from '../../plugins/client-tools/index.js';
import { type ScriptedStep, startTestOracle, type TestOracle } from '../testing/index.js';
import { gardenOf } from './testing/garden.js';

const run = promisify(execFile);
const PEER = fileURLToPath(new URL('../../bench/peers/doors/', import.meta.url));
const TRANSCRIPTS = fileURLToPath(new URL('./testing/transcripts/', import.meta.url));
const PYTHON = process.env['ORACLE_TEST_DOORS_PYTHON'] ?? '.cache/doors/bin/python';
const FLAGS = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--prefer-offline'];

const shed = { isOpen: false };
const garden = gardenOf(shed);

const WATER: readonly ScriptedStep[] = [
  { reasoning: 'Dry.', text: 'I look.', toolCalls: [{ name: 'water_beds', args: { beds: 3 } }] },
  { text: ['30 ', 'litres.'] },
];
const COLOR: readonly ScriptedStep[] = [
  { toolCalls: [{ name: 'pickColor', args: {} }] },
  { text: 'Red it is.' },
];
const OPEN: readonly ScriptedStep[] = [{ toolCalls: [{ name: 'unlock_shed', args: {} }] }, { text: 'Open.' }];
const BROKEN: ScriptedStep = { text: 'Half', finishReason: 'content_filter' };

describe('clients that others wrote', () => {
  let oracle: TestOracle;
  beforeAll(() => run('npm', ['install', ...FLAGS, '--loglevel=error'], { cwd: PEER }), 180_000);
  beforeEach(async () => {
    shed.isOpen = false;
    oracle = await startTestOracle({ plugins: [garden, clientTools], script: [] });
  });
  afterEach(() => oracle.close());

  async function converse(client: string): Promise<Record<string, unknown>> {
    const { Authorization = '' } = await oracle.as(['chat']).credential();
    const key = Authorization.replace(/^Bearer /i, '');
    const { stdout } = await run(process.execPath, [`${PEER}${client}.mjs`, oracle.url, key], {
      timeout: 60_000,
    });
    return JSON.parse(stdout);
  }

  it('make of each recorded stream what is written beside it', async () => {
    const { stdout } = await run(process.execPath, [`${PEER}transcripts.mjs`, TRANSCRIPTS], {
      timeout: 60_000,
    });
    // Written anew by: node bench/peers/doors/transcripts.mjs src/doors/testing/transcripts/
    const kept = await readFile(`${TRANSCRIPTS}read-by-clients.json`, 'utf8');
    expect(JSON.parse(stdout)).toEqual(JSON.parse(kept));
  });

  it('OpenAI’s own client reads, calls, decides and throws as it should', async () => {
    oracle.model.push(...WATER, { text: 'No.' }, ...COLOR, ...OPEN);
    oracle.model.push(...WATER, ...OPEN, ...COLOR, BROKEN);
    expect(await converse('openai')).toEqual({
      models: [oracle.app.config.name],
      text: 'I look.\n\n30 litres.',
      finish: 'stop',
      usage: 30,
      chunksWithoutChoices: 0,
      second: 'No.',
      toolFinish: 'tool_calls',
      called: ['pickColor'],
      colored: 'Red it is.',
      asked: expect.stringContaining('Unlock the shed'),
      decided: 'Open.',
      items: ['reasoning', 'message', 'mcp_call', 'message'],
      outputText: 'I look.30 litres.',
      events: expect.arrayContaining(['response.created', 'response.mcp_call.failed', 'response.completed']),
      declined: ['failed', 'completed'],
      picked: ['pickColor', 'Red it is.'],
      retrieved: 'Red it is.',
      broken: 'content_filtered',
      refused: [400, 'invalid_request_error', 'messages'],
    });
    expect(shed.isOpen).toBe(true);
    // Known by its words, the conversation of two turns is one session.
    expect(JSON.stringify(oracle.model.requests[2]?.body.messages)).toContain('30 litres.');
  });

  it('the AI SDK runs its own tools and none of the oracle’s', async () => {
    oracle.model.push(...WATER, ...COLOR, BROKEN);
    const seen = await converse('ai-sdk');
    expect(seen).toMatchObject({
      text: 'I look.\n\n30 litres.',
      finish: 'stop',
      usage: 30,
      colored: 'Red it is.',
      steps: 2,
      broken: true,
    });
    expect(seen['kinds']).toEqual(expect.arrayContaining(['reasoning-delta', 'text-delta', 'finish']));
    expect(seen['kinds']).not.toEqual(expect.arrayContaining(['tool-call']));
    expect(seen['kinds']).not.toEqual(expect.arrayContaining(['error']));
  });

  it('the AI SDK’s chat of a page shows calls, asks, sends results, and answers again', async () => {
    oracle.model.push(...WATER, { text: 'No.' }, { text: 'Yes.' }, ...COLOR, ...OPEN, BROKEN);
    expect(await converse('ai-sdk-ui')).toEqual({
      text: ['I look.', '30 litres.'],
      tools: [['water_beds', 'output-available']],
      second: ['No.'],
      again: ['Yes.'],
      messages: 4,
      handed: 'pickColor',
      called: 'input-available',
      colored: ['Red it is.'],
      asked: [['unlock_shed', 'approval-requested']],
      decided: ['Open.'],
      after: [['unlock_shed', 'output-available']],
      broken: expect.any(String),
      status: 'error',
      resumed: 'ready',
    });
    expect(shed.isOpen).toBe(true);
  });

  it('MCP’s own client of 2026 lists, calls and is asked', async () => {
    expect(await converse('mcp')).toEqual({
      version: '2026-07-28',
      tools: ['list_capabilities', 'load_capability', 'call_capability'],
      found: ['garden'],
      garden: ['water_beds', 'unlock_shed'],
      watered: { litres: 30 },
      asked: ['garden: Unlock the shed'],
      opened: false,
    });
    expect(shed.isOpen).toBe(true);
  });

  it('the clients of Python, of MCP and FastMCP, list and call', async () => {
    const { Authorization = '' } = await oracle.as(['chat']).credential();
    const key = Authorization.replace(/^Bearer /i, '');
    const { stdout } = await run(PYTHON, [`${PEER}mcp_python.py`, oracle.url, key], { timeout: 60_000 });
    expect(JSON.parse(stdout)).toEqual({
      fastmcp: ['water_beds', 'unlock_shed'],
      watered: { litres: 30 },
      mcp: ['list_capabilities', 'load_capability', 'call_capability'],
    });
  }, 60_000);

  it('the clients of Python, of OpenAI, LiteLLM, AG-UI and A2A, talk, are asked and throw', async () => {
    oracle.model.push(...WATER, ...OPEN, BROKEN, ...WATER, BROKEN, ...WATER, ...WATER, ...OPEN);
    const { Authorization = '' } = await oracle.as(['chat']).credential();
    const key = Authorization.replace(/^Bearer /i, '');
    const { stdout } = await run(PYTHON, [`${PEER}chat_python.py`, oracle.url, key], { timeout: 120_000 });
    expect(JSON.parse(stdout)).toEqual({
      openai: {
        text: 'I look.\n\n30 litres.',
        asked: 'unlock_shed',
        decided: 'Open.',
        broken: 'content_filtered',
      },
      litellm: { text: 'I look.\n\n30 litres.', finish: ['stop'], broken: expect.stringMatching(/Error$/) },
      agUi: { text: 'I look.30 litres.', last: 'success' },
      a2a: {
        text: 'I look.30 litres.',
        state: 'TASK_STATE_COMPLETED',
        asked: 'TASK_STATE_INPUT_REQUIRED',
        decided: 'TASK_STATE_COMPLETED',
        got: 'TASK_STATE_COMPLETED',
      },
    });
    expect(shed.isOpen).toBe(true);
  }, 150_000);

  it('A2A’s own client believes the card, talks, is asked and decides', async () => {
    oracle.model.push(...WATER, ...OPEN, BROKEN);
    expect(await converse('a2a')).toEqual({
      signed: true,
      forged: false,
      skills: ['garden'],
      said: ['I look.', '30 litres.'],
      state: 'TASK_STATE_COMPLETED',
      kinds: expect.arrayContaining(['task', 'artifactUpdate', 'statusUpdate']),
      asked: 'TASK_STATE_INPUT_REQUIRED',
      decided: ['TASK_STATE_COMPLETED', true],
      got: 'TASK_STATE_COMPLETED',
      broken: 'TASK_STATE_FAILED',
    });
    expect(shed.isOpen).toBe(true);
  });

  it('AG-UI’s own client holds messages, state, interrupts and pending calls', async () => {
    oracle.model.push(...WATER, { text: 'No.' }, ...COLOR, ...OPEN, BROKEN);
    const seen = await converse('ag-ui');
    expect(seen).toMatchObject({
      text: '30 litres.',
      state: { loaded: [] },
      second: 'No.',
      called: 'pickColor',
      colored: 'Red it is.',
      pending: ['garden: Unlock the shed'],
      decided: 'Open.',
      calls: 1,
      broken: 'content_filtered',
      stranger: expect.stringContaining('message'),
    });
    expect(shed.isOpen).toBe(true);
    expect(seen['roles']).toEqual(expect.arrayContaining(['user', 'assistant', 'tool']));
  });
});
