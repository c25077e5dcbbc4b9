import {
  type RecordedModelRequest,
  type ScriptedStep,
  startTestOracle,
  type TestOracle,
  type TestToolCall,
} from 'oracle-runtime/testing';
import { afterEach, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { scriptedMcp } from '../plugins/mcp/testing/scripted-mcp.js';
import { asksToGoAhead } from '../src/planner/wording/speak.js';

/** From a preference to the bill: one conversation over preferences, documents, skills, sampling, MCP and credits. */
const PROTOCOL = `# Protocol

## Panel

The dropout rate of the panel is 15% a year.

## Fuel

Wood is weighed each day.
`;
const QUOTE = 'The dropout rate of the panel is 15% a year.';
const SKILL = 'run-a-kitchen-performance-test';
const DESIGN = {
  population: 2000,
  expectedMean: 3.2,
  expectedSD: 0.9,
  dropoutRate: 0.15,
  profile: 'gs-90-10',
};
/** Credits for a million tokens. */
const RATE = { model: 'scripted', from: '2020-01-01', input: 2, output: 10, cached: 0.5 };
/** In millionths: of 10 tokens in and 5 out, as the scripted model counts each of its calls. */
const PRICE = 10 * RATE.input + 5 * RATE.output;

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
});

async function start(script?: { answer(body: RecordedModelRequest['body']): ScriptedStep }) {
  const mcp = await scriptedMcp([
    {
      name: 'stove-heat',
      description: 'How hot the stove of a household is.',
      inputSchema: { type: 'object', properties: { household: { type: 'string' } }, required: ['household'] },
      annotations: { readOnlyHint: true },
    },
  ]);
  opened.push(mcp);
  const oracle = await startTestOracle({
    plugins: shippedPlugins,
    config: {
      mcpServers: { stove: { ...mcp.server, title: 'Stoves' } },
      plugins: { credits: { rates: [RATE] } },
    },
    ...(script && { script }),
  });
  opened.push(oracle);
  await oracle.owner.post('/api/fs/files?path=/protocol.md', PROTOCOL, { 'Content-Type': 'text/markdown' });
  return { oracle, mcp };
}

const outputOf = (calls: readonly TestToolCall[], name: string) =>
  calls.find((call) => call.name === name)?.output as Readonly<Record<string, unknown>> | undefined;

/** What the five others gave, whoever called them. */
async function holdsWhatWasAsked(calls: readonly TestToolCall[], { owner, as }: TestOracle) {
  expect(calls.filter(({ status }) => status !== 'done')).toEqual([]);
  expect((await owner.get('/user-preferences')).json).toMatchObject({ decimals: 'comma' });
  // The quote stands in the document that the person put there.
  const { passages } = outputOf(calls, 'search_knowledge') as {
    passages: { quote: string; where: string }[];
  };
  expect(passages[0]).toMatchObject({ quote: QUOTE, where: '/protocol.md, version 1, line 5' });
  expect(PROTOCOL.split('\n')[4]).toBe(QUOTE);
  expect(outputOf(calls, 'search_skills')).toMatchObject({ skills: [{ name: SKILL }] });
  expect(outputOf(calls, 'load_skill')?.['text']).toContain('# Run a kitchen performance test');
  expect(calls.find(({ name }) => name === 'design_sample')?.args).toEqual(DESIGN);
  expect(outputOf(calls, 'design_sample')).toMatchObject({
    parameters: { calculatedSize: 50, adjustedSize: 59, population: 2000 },
  });
  // Of all this nobody else has anything.
  const other = as(['chat'], { did: 'did:key:other' });
  expect((await other.get('/user-preferences')).json).toEqual({});
  expect((await other.get('/credits')).json).toMatchObject({ spent: { total: 0 } });
}

it('goes step by step without a model, and costs nothing', async () => {
  const { oracle } = await start();
  const chat = await oracle.chat();
  const calls: TestToolCall[] = [];
  /** Says it, and agrees to what is proposed or has to be approved; the words of the last answer. */
  async function say(message: string): Promise<string> {
    let turn = await chat.say(message);
    for (;;) {
      calls.push(...turn.toolCalls);
      if (turn.end === 'interrupted') turn = await chat.decide(true);
      else if (asksToGoAhead(turn.text)) turn = await chat.say('yes');
      else return turn.text;
    }
  }
  await say('Use metric units from now on');
  await oracle.owner.put('/user-preferences', { units: 'metric', decimals: 'comma' });
  expect(await say('What does /protocol.md say about the dropout rate?')).toContain(QUOTE);
  expect(await say('find a skill for a kitchen performance test')).toContain(SKILL);
  await say(`Load the skill ${SKILL}`);
  const designed = await say(
    'Design a sample for 2.000 households: mean 3,2 kg, sd 0,9 kg, 15% dropout, profile gs-90-10',
  );
  // Both read and written with a decimal comma.
  expect(designed).toContain('Draw 59 of 2.000 units');
  expect(designed).toMatch(/Expected mean:\*\* 3,2\b/);
  expect(await say('Which MCP servers are there?')).toContain('Stoves is up');
  expect(await say('What did this conversation cost?')).toContain('cost nothing so far');

  await holdsWhatWasAsked(calls, oracle);
  expect(outputOf(calls, 'set_preference')).toMatchObject({ preferences: { units: 'metric' } });
  expect(outputOf(calls, 'list_mcp_servers')).toMatchObject({
    servers: [{ name: 'stove', state: 'up', tools: ['stove_stove_heat'] }],
  });
  expect(outputOf(calls, 'list_costs')).toMatchObject({ total: { calls: 0, amount: 0 } });
});

it('is one message to a model, whose calls are booked as they are made', async () => {
  const call = (name: string, args: Readonly<Record<string, unknown>>): ScriptedStep => ({
    toolCalls: [{ name, args }],
  });
  const steps: readonly ScriptedStep[] = [
    call('load_capability', {
      names: ['user-preferences', 'knowledge', 'skills', 'sample-size', 'mcp/stove', 'credits'],
    }),
    call('set_preference', { decimals: 'comma' }),
    call('search_knowledge', { question: 'the dropout rate', document: '/protocol.md' }),
    call('search_skills', { task: 'a kitchen performance test' }),
    call('load_skill', { skill: SKILL }),
    call('design_sample', DESIGN),
    call('stove_stove_heat', { household: 'HH-7' }),
    call('list_costs', {}),
    { text: 'All is done.' },
  ];
  const prompts: string[] = [];
  const lists: number[] = [];
  const { oracle, mcp } = await start({
    answer(body) {
      prompts.push(JSON.stringify(body.messages));
      lists.push(Buffer.byteLength(JSON.stringify(body.tools)));
      return (
        steps[body.messages.filter(({ role }) => role === 'tool').length] ?? { text: 'Nothing is left.' }
      );
    },
  });
  const chat = await oracle.chat();
  let turn = await chat.say(
    'I write a decimal comma. Plan a kitchen test for 2.000 households with the dropout rate of /protocol.md, by the skill for it. How hot is the stove of HH-7, and what has all of this cost?',
  );
  const calls = [...turn.toolCalls];
  while (turn.end === 'interrupted') {
    turn = await chat.decide(true);
    calls.push(...turn.toolCalls);
  }
  expect(turn).toMatchObject({ end: 'done', text: 'All is done.' });
  expect(calls.map(({ name }) => name)).toEqual(
    steps.flatMap(({ toolCalls = [] }) => toolCalls.map(({ name }) => name)),
  );

  await holdsWhatWasAsked(calls, oracle);
  // Before anything is loaded, with all that ships and a server of somebody else.
  expect(lists[0]).toBeLessThan(2_048);
  expect(await mcp.calls()).toEqual(['stove-heat']);
  expect(JSON.stringify(outputOf(calls, 'stove_stove_heat'))).toContain('stove-heat');
  // What was booked when the model asked, and what it is when all is done.
  expect(outputOf(calls, 'list_costs')).toMatchObject({ total: { calls: 8, unpriced: 0 } });
  expect((await oracle.owner.get('/credits')).json).toMatchObject({
    reserved: 0,
    spent: { total: steps.length * PRICE },
    models: [{ model: 'scripted', calls: steps.length, inputTokens: 90, outputTokens: 45 }],
  });
  await chat.say('Which numbers did I ask for?');
  expect(prompts.at(-1)).toMatch(/comma/);
});
