import { z } from 'zod';
import { defineClientTool, definePlugin, defineTool } from '../../plugin/index.js';

/** The tool `wait` tells when it is entered and stays until it is let go or cancelled. */
const gate: { entered: () => void; open: () => void } = { entered: () => {}, open: () => {} };

/** Resolves when `wait` is entered the next time. */
export function nextEntry(): Promise<void> {
  return new Promise((resolve) => {
    gate.entered = resolve;
  });
}

/** Lets the tool `wait` return. */
export function letGo(): void {
  gate.open();
}

const tools = [
  defineTool({
    name: 'wait',
    description: 'Waits.',
    input: z.object({}),
    run: (_args, { signal }) =>
      new Promise<string>((resolve, reject) => {
        gate.open = () => resolve('waited');
        signal.addEventListener('abort', () => reject(signal.reason));
        gate.entered();
      }),
  }),
  defineTool({
    name: 'double',
    description: 'Doubles a number.',
    input: z.object({ n: z.number() }),
    run: ({ n }) => ({ doubled: n * 2, note: 'line\r\nevent: done\n\n' }),
  }),
  defineTool({
    name: 'pay',
    description: 'Pays.',
    input: z.object({ amount: z.number() }),
    approval: 'always',
    run: ({ amount }) => ({ paid: amount }),
  }),
  defineClientTool({
    name: 'look',
    description: 'What the client shows.',
    input: z.object({ at: z.string().optional() }),
  }),
];

/** Tools with which a test sets the course of a run. */
export const paceTools = definePlugin({
  name: 'probe',
  version: '1.0.0',
  manifest: { title: 'Probe', summary: 'Tools for tests.', whenToUse: ['testing'], loading: 'always' },
  setup: () => ({ tools }),
});
