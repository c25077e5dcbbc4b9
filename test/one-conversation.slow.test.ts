import {
  type RecordedModelRequest,
  type ScriptedStep,
  startTestOracle,
  type TestOracle,
  type TestToolCall,
  type TestTurn,
} from 'oracle-runtime/testing';
import { afterEach, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { verifyReport } from '../plugins/reports/verification/verify-report.js';
import { asksToGoAhead } from '../src/planner/wording/speak.js';

/** From a plan to a link: one conversation over sampling, files, surveys, charts and reports. */
const REGIONS = ['highlands', 'highlands', 'highlands', 'lakeside', 'lakeside'];
const HOUSEHOLDS = `household_id,stratum\n${Array.from(
  { length: 1200 },
  (_, at) => `HH-${String(at + 1).padStart(4, '0')},${REGIONS[at % 5]}\n`,
).join('')}`;
const DESIGN = {
  population: 1200,
  expectedMean: 3.2,
  expectedSD: 0.9,
  dropoutRate: 0.1,
  stratification: {
    enabled: true,
    strata: [
      { name: 'highlands', weight: 0.6 },
      { name: 'lakeside', weight: 0.4 },
    ],
  },
};

let oracle: TestOracle;
afterEach(() => oracle?.close());

async function start(script?: { answer(body: RecordedModelRequest['body']): ScriptedStep }) {
  oracle = await startTestOracle({
    plugins: shippedPlugins,
    // The first chart starts a process, on a machine that may be busy.
    config: { plugins: { charts: { timeoutMs: 30_000 } } },
    ...(script && { script }),
  });
}

const outputOf = ({ output }: TestToolCall) => output as Readonly<Record<string, unknown>>;

/** What anybody gets by the link: a plan that verifies. */
async function planBehind(link: unknown) {
  const response = await oracle.anyone.fetch(new URL(String(link), oracle.url).pathname);
  expect(response.status).toBe(200);
  const found = await verifyReport(new Uint8Array(await response.arrayBuffer()), oracle.app.identity?.did);
  expect(found).toMatchObject({ verdict: 'pass', format: 'docx', kind: 'sampling-plan' });
}

it('goes step by step without a model', async () => {
  await start();
  await oracle.owner.post('/api/fs/files?path=/households.csv', HOUSEHOLDS, { 'Content-Type': 'text/csv' });
  const chat = await oracle.chat();
  /** Says it, and agrees to what is proposed or has to be approved. */
  async function say(message: string): Promise<readonly TestToolCall[]> {
    const turns: TestTurn[] = [await chat.say(message)];
    for (let last = turns[0]; last !== undefined; last = turns.at(-1)) {
      if (last.end === 'interrupted') turns.push(await chat.decide(true));
      else if (asksToGoAhead(last.text)) turns.push(await chat.say('yes'));
      else break;
    }
    return turns
      .flatMap(({ toolCalls }) => toolCalls)
      .filter(({ status, name }) => status === 'done' && name !== 'load_capability');
  }
  const [planned] = await say(
    'Plan the March kitchen test for 1,200 households in two regions, 60% highlands and 40% lakeside: mean 3.2 kg, sd 0.9 kg, 10% dropout',
  );
  expect(planned).toMatchObject({ name: 'design_sample', args: DESIGN });
  const designId = planned && outputOf(planned)['designId'];

  const [drawn] = await say('Draw the sample from /households.csv with seed 20240301');
  expect(drawn).toMatchObject({
    name: 'select_households',
    args: { registryPath: '/households.csv', designId, seed: '20240301' },
  });
  const [form] = await say('Make the kitchen test form for the phones');
  expect(form).toMatchObject({ name: 'make_survey_form', args: { designId, template: 'kitchen_test' } });
  const [chart] = await say('Chart the allocation');
  expect(chart).toMatchObject({ name: 'draw_design_chart', args: { designId, chart: 'allocation' } });
  const [plan] = await say('Write the sampling plan as DOCX');
  expect(plan).toMatchObject({ name: 'write_report', args: { designId, format: 'docx' } });
  const path = plan && outputOf(plan)['path'];
  // The file is the one that was written: nobody types its path.
  const [verified] = await say('Verify the report');
  expect(verified).toMatchObject({ name: 'verify_report', args: { path }, output: { verdict: 'pass' } });
  const [link] = await say('Give me a link');
  expect(link).toMatchObject({ name: 'publish_report', args: { path } });
  await planBehind(link && (outputOf(link)['url'] ?? outputOf(link)['link']));
});

it('is one message to a model, which the person approves of once', async () => {
  /** Calls one tool after the other, with what those before gave. */
  const results = (body: RecordedModelRequest['body']) =>
    body.messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
  const idIn = (body: RecordedModelRequest['body'], pattern: RegExp) =>
    results(body)
      .map((text) => pattern.exec(text)?.[0])
      .find((id) => id !== undefined) ?? '';
  const call = (name: string, args: Readonly<Record<string, unknown>>): ScriptedStep => ({
    toolCalls: [{ name, args }],
  });
  await start({
    answer(body) {
      const designId = idIn(body, /design-[0-9a-f-]{36}/);
      const steps: ScriptedStep[] = [
        call('load_capability', {
          names: ['sample-size', 'sample-selection', 'surveys', 'charts', 'reports'],
        }),
        call('design_sample', DESIGN),
        call('register_households', {}),
        call('select_households', {
          designId,
          registryId: idIn(body, /registry-[0-9a-f-]{36}/),
          seed: '20240301',
        }),
        call('make_survey_form', { designId, template: 'kitchen_test' }),
        call('draw_design_chart', { designId, chart: 'allocation' }),
        call('write_report', { designId, kind: 'sampling-plan', format: 'docx' }),
        call('publish_report', { path: idIn(body, /\/reports\/sampling-plan-[\w-]+\.docx/) }),
        { text: `Done: ${idIn(body, /\/public\/[^\s"]+/)}` },
      ];
      return steps[results(body).length] ?? { text: 'There is nothing left to do.' };
    },
  });
  const chat = await oracle.chat();
  let turn = await chat.say(
    'plan the March kitchen test for 1,200 households in two regions, draw the sample from households.csv, make the form for the phones, chart the allocation, write the sampling plan as DOCX and give me a link',
    {
      attachments: [
        {
          name: 'households.csv',
          mimeType: 'text/csv',
          url: `data:text/csv;base64,${Buffer.from(HOUSEHOLDS).toString('base64')}`,
        },
      ],
    },
  );
  const calls = [...turn.toolCalls];
  const asked: string[] = [];
  while (turn.end === 'interrupted') {
    asked.push(...turn.approvals.map(({ tool }) => tool));
    turn = await chat.decide(true);
    calls.push(...turn.toolCalls);
  }
  expect(turn.end).toBe('done');
  expect(asked).toEqual(['publish_report']);
  expect(calls.filter(({ status }) => status === 'error')).toEqual([]);
  await planBehind(turn.text.replace('Done: ', ''));
});
