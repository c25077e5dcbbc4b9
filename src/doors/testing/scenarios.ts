import type { RunEvent } from '../../plugin/index.js';
import { RUN, SESSION } from './encoders.js';

const begun: RunEvent = { type: 'run', runId: RUN, sessionId: SESSION };
const water = {
  type: 'tool_call',
  id: 'call_1',
  name: 'water_beds',
  plugin: 'garden',
  args: { beds: 3 },
} as const;
const dig = { ...water, id: 'call_2', name: 'dig_beds' } as const;
const unlock = { type: 'tool_call', id: 'call_3', name: 'unlock_shed', plugin: 'garden', args: {} } as const;
const pick = {
  type: 'tool_call',
  id: 'call_4',
  name: 'pickColor',
  runs: 'client',
  args: { of: 'two' },
} as const;
const usage = { inputTokens: 800, cachedInputTokens: 640, outputTokens: 12 };
const approval = { id: unlock.id, tool: unlock.name, args: unlock.args, summary: 'garden: Unlock the shed' };
const says = (at: number, content: string): RunEvent => ({
  type: 'message',
  messageId: `${RUN}:${at}`,
  content,
});

/** Runs as every door has to tell them: one that has everything, and each way in which a run ends or waits. */
export const SCENARIOS: Readonly<Record<string, readonly RunEvent[]>> = {
  whole: [
    begun,
    { type: 'notice', code: 'offline', text: 'No model is set up.' },
    { type: 'reasoning', messageId: `${RUN}:1`, content: 'The beds ' },
    { type: 'reasoning', messageId: `${RUN}:1`, content: 'are dry.' },
    says(1, 'I look.'),
    { ...water, status: 'running' },
    { ...dig, status: 'running' },
    { type: 'progress', id: water.id, message: 'Filling the can', fraction: 0.5 },
    {
      type: 'artifact',
      id: 'call_1:1',
      toolCallId: water.id,
      title: 'The beds',
      mimeType: 'image/png',
      alt: 'Three wet beds',
      size: 68,
      url: 'https://oracle.example/beds.png',
    },
    { ...water, status: 'done', output: { litres: 30 }, ms: 4 },
    { ...dig, status: 'error', error: 'The ground is frozen.', ms: 2 },
    { type: 'capability', loaded: ['garden'] },
    says(2, '30 litres,\n'),
    says(2, '„so“ 🌱.'),
    { type: 'usage', ...usage },
    { type: 'done', finishReason: 'stop', usage },
  ],
  cut: [begun, says(1, 'Half'), { type: 'done', finishReason: 'length', usage }],
  asks: [
    begun,
    says(1, 'I need the shed.'),
    { ...unlock, status: 'running' },
    { type: 'approval', ...approval },
    { type: 'interrupted', approvals: [approval] },
  ],
  calls: [
    begun,
    { ...pick, status: 'running' },
    { type: 'interrupted', approvals: [], calls: [{ id: pick.id, name: pick.name, args: pick.args }] },
  ],
  cancelled: [begun, says(1, 'Half'), { ...water, status: 'running' }, { type: 'cancelled' }],
  failed: [
    begun,
    says(1, 'Half'),
    { type: 'error', code: 'model_failed', message: 'The model failed.', hint: 'Try again.' },
  ],
};
