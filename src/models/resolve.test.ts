import { expect, it } from 'vitest';
import type { ModelsConfig } from '../config-types.js';
import { createModels } from './resolve.js';

const BASE = { maxSteps: 30, timeoutMs: 1_000, maxHistoryChars: 1_000 } as const;
const models = (config: Omit<ModelsConfig, keyof typeof BASE>) =>
  createModels({ ...BASE, ...config }, () => []);

it('answers offline without a key, with one planner for every role', async () => {
  const offline = models({ provider: 'offline' });
  const main = await offline.resolve('main');
  expect(main.id).toBe('offline:planner');
  expect(await offline.resolve('utility')).toBe(main);
});

it('takes the utility model for small jobs, else the main one', async () => {
  const two = models({ provider: 'openai', apiKey: 'k', model: 'big', utilityModel: 'small' });
  expect([(await two.resolve('main')).id, (await two.resolve('utility')).id]).toEqual([
    'openai:big',
    'openai:small',
  ]);
  const one = models({ provider: 'openai', apiKey: 'k', model: 'big' });
  expect(await one.resolve('utility')).toBe(await one.resolve('main'));
});

it('needs only a key for the providers themselves', async () => {
  expect((await models({ provider: 'openai', apiKey: 'k' }).resolve('main')).id).toBe('openai:gpt-5-mini');
  expect((await models({ provider: 'anthropic', apiKey: 'k' }).resolve('main')).id).toBe(
    'anthropic:claude-sonnet-4-5',
  );
});

it('asks for the model name when another endpoint is given', async () => {
  await expect(
    models({ provider: 'openai', baseUrl: 'http://127.0.0.1:1/v1' }).resolve('main'),
  ).rejects.toMatchObject({
    code: 'model_not_configured',
    hint: expect.stringContaining('LLM_MODEL'),
  });
});
