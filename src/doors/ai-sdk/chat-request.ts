import { z } from 'zod';

const id = z.string().min(1).max(200);
const text = z.looseObject({ type: z.literal('text'), text: z.string() });
const file = z.looseObject({
  type: z.literal('file'),
  mediaType: z.string().max(255),
  filename: z.string().max(255).nullish(),
  url: z.string(),
});
/** A call as the client has it: `tool-<name>` of one that it knows, or `dynamic-tool`. */
const call = z.looseObject({
  type: z.union([z.literal('dynamic-tool'), z.string().startsWith('tool-')]),
  toolCallId: id,
  state: z.string(),
  output: z.unknown(),
  errorText: z.string().nullish(),
  approval: z
    .looseObject({ id, approved: z.boolean().nullish(), reason: z.string().max(2_000).nullish() })
    .nullish(),
});
const other = z.looseObject({ type: z.string() });

const message = z.looseObject({
  id,
  role: z.enum(['system', 'user', 'assistant']),
  parts: z.array(z.union([text, file, call, other])).max(2_000),
});

/** What `useChat` of the AI SDK sends: its conversation as `UIMessage`s (ai 6, `DefaultChatTransport`). */
export const chatRequest = z.looseObject({
  id: z.string().min(1).max(400),
  messages: z.array(message).min(1).max(5_000),
  trigger: z.enum(['submit-message', 'regenerate-message']).nullish(),
  tools: z.array(z.unknown()).max(128).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});

export type ChatRequest = z.output<typeof chatRequest>;
export type UiMessage = z.output<typeof message>;
export type UiCall = z.output<typeof call>;

type Part = UiMessage['parts'][number];

export function textOf({ parts }: UiMessage): string {
  return parts.flatMap((part) => (isText(part) ? [part.text] : [])).join('\n');
}

export function filesOf({ parts }: UiMessage): readonly z.output<typeof file>[] {
  return parts.filter((part): part is z.output<typeof file> => part.type === 'file' && 'mediaType' in part);
}

export function callsOf({ parts }: UiMessage): readonly UiCall[] {
  return parts.filter((part): part is UiCall => 'toolCallId' in part && 'state' in part);
}

function isText(part: Part): part is z.output<typeof text> {
  return part.type === 'text' && 'text' in part && typeof part.text === 'string';
}
