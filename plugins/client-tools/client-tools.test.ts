import { testContext } from 'oracle-runtime/testing';
import { describe, expect, it } from 'vitest';
import { clientTools } from './client-tools.js';
import clientToolsPlugin from './index.js';
import { instructionsOf } from './instructions.js';

const parameters = { type: 'object', properties: { zone: { type: 'string' } }, required: ['zone'] };
const named = { name: 'getTime', description: 'The time' };

describe('tools that a client declares', () => {
  it.each([
    ['our own', { ...named, parameters }],
    ['OpenAI chat', { type: 'function', function: { ...named, parameters, strict: true } }],
    ['OpenAI responses', { type: 'function', ...named, parameters, strict: true }],
    ['AG-UI', { ...named, parameters, metadata: {} }],
    ['MCP and the AI SDK', { ...named, inputSchema: parameters }],
    ['Anthropic', { ...named, input_schema: parameters }],
    ['Anthropic, with its type', { type: 'custom', ...named, input_schema: parameters }],
  ])('are read as %s writes them', (_whose, declared) => {
    const [tool] = clientTools([declared]);
    expect(tool).toMatchObject({ name: 'getTime', description: 'The time', runs: 'client' });
    expect(tool?.input.safeParse({ zone: 'CET' }).success).toBe(true);
    expect(tool?.input.safeParse({ zone: 1 }).error?.issues).toMatchObject([{ path: ['zone'] }]);
  });

  it('hold their results to what MCP’s dialect says of them', () => {
    const outputSchema = { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] };
    const [tool] = clientTools([{ ...named, inputSchema: parameters, outputSchema }]);
    expect(tool?.output?.safeParse({ at: '12:00' }).success).toBe(true);
    expect(tool?.output?.safeParse({ on: 1 }).error?.issues).toMatchObject([{ path: ['at'] }]);
    expect(tool?.output?.safeParse('12:00').success).toBe(false);
    expect(clientTools([{ ...named, inputSchema: parameters }])[0]?.output).toBeUndefined();
  });

  it('may say nothing of themselves', () => {
    const [tool] = clientTools([{ name: 'now' }]);
    expect(tool?.description).toBe('now');
    expect(tool?.input.safeParse({}).success).toBe(true);
  });

  it.each([
    ['no object', 'getTime', 'tools.1'],
    ['no name', { parameters }, 'tools.1.name'],
    [
      'parameters that are no object',
      { ...named, parameters: { type: 'string' } },
      'tools.1.parameters.type',
    ],
    ['a free text', { type: 'custom', ...named, format: { type: 'text' } }, 'tools.1.type'],
    ['what a provider runs', { type: 'web_search_20250305', name: 'web_search' }, 'tools.1.type'],
    ['a function without a name', { type: 'function', function: {} }, 'tools.1.function.name'],
  ])('are refused with their place: %s', (_what, declared, field) => {
    expect(() => clientTools([named, declared])).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        errors: expect.arrayContaining([{ field, message: expect.any(String) }]),
      }),
    );
  });

  it('are not held to expressions, which a client could make run for ever', () => {
    const slow = { type: 'object', properties: { pattern: { type: 'string', pattern: '^(a+)+$' } } };
    const [tool] = clientTools([{ ...named, parameters: slow }]);
    const started = process.cpuUsage();
    expect(tool?.input.safeParse({ pattern: `${'a'.repeat(40)}!` }).success).toBe(true);
    expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
    expect(tool?.input.safeParse({ pattern: 1 }).success).toBe(false);
  });

  it('are taken as they are where we cannot check what they ask, and held for the rest', () => {
    const parameters = JSON.parse(
      '{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"unevaluatedProperties":false}',
    );
    const [tool] = clientTools([{ ...named, parameters }]);
    expect(tool?.input.safeParse({ a: 'x', b: 1 }).success).toBe(true);
    expect(tool?.input.safeParse({ b: 1 }).success).toBe(false);
  });
});

describe('instructions of a client', () => {
  it('are given as the client’s, whole', () => {
    expect(instructionsOf({ instructions: ' Be brief. ' })).toMatch(/The program .*\n\nBe brief\.$/s);
    expect(instructionsOf({ instructions: `${'x'.repeat(9_000)} END` })).toMatch(/x END$/);
  });

  it.each([{}, { instructions: '' }, { instructions: '  ' }, { instructions: 7 }])(
    'are none in %j',
    (metadata) => {
      expect(instructionsOf(metadata)).toBeUndefined();
    },
  );

  it('stand in the prompt', async () => {
    const { contribution } = await testContext(clientToolsPlugin);
    const [section] = contribution.promptSections ?? [];
    expect(section?.body({ metadata: { instructions: 'Be brief.' } } as never)).toContain('Be brief.');
  });
});
