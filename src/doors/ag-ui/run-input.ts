import { z } from 'zod';

const id = z.string().min(1).max(200);
const source = z.looseObject({
  type: z.enum(['data', 'url', 'file']),
  value: z.string(),
  mimeType: z.string().max(255).nullish(),
});
const media = z.looseObject({
  type: z.enum(['image', 'audio', 'video', 'document']),
  id: z.string().max(255).nullish(),
  source,
});
const part = z.union([z.looseObject({ type: z.literal('text'), text: z.string() }), media]);
const content = z.union([z.string(), z.array(part)]);

const message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal('user'), id, content }),
  z.looseObject({
    role: z.literal('assistant'),
    id,
    content: z.string().nullish(),
    toolCalls: z.array(z.looseObject({ id })).nullish(),
  }),
  z.looseObject({ role: z.literal('tool'), id, toolCallId: id, content, error: z.string().nullish() }),
  z.looseObject({ role: z.enum(['system', 'developer']), id, content }),
  z.looseObject({ role: z.enum(['reasoning', 'activity']), id }),
]);

/** What an AG-UI 1.0 client sends: `RunAgentInput` (docs.ag-ui.com, sdk/js/core/types). */
export const runInput = z.looseObject({
  threadId: z.string().min(1).max(400),
  runId: id,
  messages: z.array(message).max(5_000),
  tools: z.array(z.unknown()).max(128).nullish(),
  state: z.unknown().optional(),
  context: z
    .array(z.looseObject({ description: z.string(), value: z.string() }))
    .max(100)
    .nullish(),
  resume: z
    .array(
      z.looseObject({
        interruptId: id,
        status: z.enum(['resolved', 'cancelled']),
        payload: z.unknown().optional(),
      }),
    )
    .max(64)
    .nullish(),
});

export type RunInput = z.output<typeof runInput>;
export type InputMessage = z.output<typeof message>;
export type InputContent = z.output<typeof content>;

export function textOf(content: InputContent): string {
  if (typeof content === 'string') return content;
  return content
    .flatMap((part) => ('text' in part && part.type === 'text' ? [String(part.text)] : []))
    .join('\n');
}
