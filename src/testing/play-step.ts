import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScriptedStep } from './scripted-step.js';

/** Writes one turn as an OpenAI-compatible server does. `ids` numbers the calls that have no id of their own. */
export async function play(step: ScriptedStep, res: ServerResponse, ids: { next: number }): Promise<void> {
  if (step.hang === 'before-first-byte') return;
  if (step.delayMs !== undefined) await sleep(step.delayMs);
  if (step.error !== undefined) {
    sendJson(
      res,
      step.error.status,
      step.error.body ?? { error: { message: 'scripted error' } },
      step.error.headers,
    );
    return;
  }
  if (step.raw !== undefined) {
    res.writeHead(200, { 'content-type': step.raw.contentType ?? 'text/event-stream' });
    for (const chunk of step.raw.chunks) res.write(chunk);
    res.end();
    return;
  }
  const calls = (step.toolCalls ?? []).map((call) => ({
    id: call.id === undefined ? `call_${ids.next++}` : (call.id ?? undefined),
    name: call.name,
    args: typeof call.args === 'string' ? call.args : JSON.stringify(call.args),
  }));
  const finish = step.finishReason ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  const usage = step.usage === undefined ? { inputTokens: 10, outputTokens: 5 } : step.usage;
  const wireUsage = usage === null ? undefined : toWireUsage(usage);
  const reasoning = asList(step.reasoning);
  const field = step.reasoningField ?? 'reasoning_content';
  if (step.json === true) {
    const message = {
      role: 'assistant',
      content: asList(step.text).join(''),
      ...(reasoning.length > 0 ? { [field]: reasoning.join('') } : {}),
      ...(calls.length > 0 ? { tool_calls: calls.map((call) => wireCall(call)) } : {}),
    };
    sendJson(res, 200, {
      id: 'chatcmpl-1',
      choices: [{ index: 0, message, finish_reason: finish }],
      usage: wireUsage,
    });
    return;
  }
  res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  const deltas: unknown[] = [
    { role: 'assistant', content: '' },
    ...reasoning.map((part) => ({ [field]: part })),
    ...asList(step.text).map((content) => ({ content })),
    ...callDeltas(calls, step.toolCallStyle ?? 'deltas'),
  ];
  for (const [i, delta] of deltas.entries()) {
    if (res.destroyed) return;
    if (i > 1 && step.chunkDelayMs !== undefined) await sleep(step.chunkDelayMs);
    if (!res.write(chunk({ choices: [{ index: 0, delta, finish_reason: null }] }))) {
      await drained(res);
    }
  }
  if (step.errorInStream !== undefined) {
    res.end(`data: ${JSON.stringify({ error: step.errorInStream })}\n\n`);
    return;
  }
  if (step.breakOff === true) {
    // Lets the deltas leave before the socket goes.
    setImmediate(() => res.destroy());
    return;
  }
  if (step.hang === 'after-deltas') return;
  res.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: finish }] }));
  if (wireUsage !== undefined) res.write(chunk({ choices: [], usage: wireUsage }));
  res.end('data: [DONE]\n\n');
}

/** Resolves when the client has read what was written, or is gone. */
function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      res.off('drain', settle).off('close', settle);
      resolve();
    };
    res.on('drain', settle).on('close', settle);
  });
}

interface PlayedCall {
  readonly id: string | undefined;
  readonly name: string;
  readonly args: string;
}

function wireCall(call: PlayedCall, index?: number): Record<string, unknown> {
  return {
    ...(index === undefined ? {} : { index }),
    ...(call.id === undefined ? {} : { id: call.id }),
    type: 'function',
    function: { name: call.name, arguments: call.args },
  };
}

function callDeltas(
  calls: readonly PlayedCall[],
  style: NonNullable<ScriptedStep['toolCallStyle']>,
): unknown[] {
  if (style === 'whole') return calls.map((call, i) => ({ tool_calls: [wireCall(call, i)] }));
  if (style === 'index-zero') return calls.map((call) => ({ tool_calls: [wireCall(call, 0)] }));
  if (style === 'no-index') return calls.map((call) => ({ tool_calls: [wireCall(call)] }));
  const heads = calls.map((call, i) => ({ tool_calls: [wireCall({ ...call, args: '' }, i)] }));
  const pieces = calls.map((call) => call.args.match(/[\s\S]{1,7}/g) ?? []);
  const longest = Math.max(0, ...pieces.map((p) => p.length));
  const bodies: unknown[] = [];
  for (let k = 0; k < longest; k += 1) {
    for (const [index, parts] of pieces.entries()) {
      const part = parts[k];
      if (part !== undefined) bodies.push({ tool_calls: [{ index, function: { arguments: part } }] });
    }
  }
  return [...heads, ...bodies];
}

function chunk(fields: Readonly<Record<string, unknown>>): string {
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: 'scripted', ...fields })}\n\n`;
}

function toWireUsage(usage: { readonly inputTokens: number; readonly outputTokens: number }) {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
  };
}

function asList(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

export function sendJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const isText = typeof body === 'string';
  res.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
  res.end(isText ? body : JSON.stringify(body));
}
