import { z } from 'zod';
import { clientMetadata } from '../../http/client-instructions.js';

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
  output: z.unknown().optional(),
  errorText: z.string().nullish(),
  approval: z
    .looseObject({ id, approved: z.boolean().nullish(), reason: z.string().max(2_000).nullish() })
    .nullish(),
});
/** A part of any type; one of a type that is read here must be as that type is. */
const part = z.looseObject({ type: z.string() }).superRefine((value, context) => {
  const faults = schemaOf(value.type)?.safeParse(value).error?.issues ?? [];
  for (const { path, message } of faults) context.addIssue({ code: 'custom', path, message });
});

const message = z.looseObject({
  id,
  role: z.enum(['system', 'user', 'assistant']),
  parts: z.array(part).max(2_000),
});

/** What `useChat` of the AI SDK sends: its conversation as `UIMessage`s (ai 6, `DefaultChatTransport`). */
export const chatRequest = z.looseObject({
  id: z.string().min(1).max(400),
  messages: z.array(message).min(1).max(5_000),
  trigger: z.enum(['submit-message', 'regenerate-message']).nullish(),
  tools: z.array(z.unknown()).max(128).nullish(),
  metadata: clientMetadata.nullish(),
});

export type ChatRequest = z.output<typeof chatRequest>;
export type UiMessage = z.output<typeof message>;
export type UiCall = z.output<typeof call>;

type Part = UiMessage['parts'][number];

export function textOf({ parts }: UiMessage): string {
  return parts.flatMap((part) => read(text, part)?.text ?? []).join('\n');
}

export function filesOf({ parts }: UiMessage): readonly z.output<typeof file>[] {
  return parts.flatMap((part) => read(file, part) ?? []);
}

export function callsOf({ parts }: UiMessage): readonly UiCall[] {
  return parts.flatMap((part) => read(call, part) ?? []);
}

function schemaOf(type: string) {
  if (type === 'text') return text;
  if (type === 'file') return file;
  return type === 'dynamic-tool' || type.startsWith('tool-') ? call : undefined;
}

function read<T extends z.ZodType>(schema: T, part: Part): z.output<T> | undefined {
  return (schemaOf(part.type) as unknown) === schema ? schema.parse(part) : undefined;
}
