import { oneLine } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** The four steps; a router's own tools are called so, with a prefix or without. */
export const STEPS = [
  'SEARCH_TOOLS',
  'GET_TOOL_SCHEMAS',
  'MANAGE_CONNECTIONS',
  'MULTI_EXECUTE_TOOL',
] as const;
export type Step = (typeof STEPS)[number];

/** Words of a stranger: on one line, nothing unseen in them, no longer than this. */
const words = (most: number) => z.string().transform((text) => oneLine(text, most));
/** Many servers write `null` for what is not there. */
const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);
const slug = z.string().regex(/^[A-Za-z0-9_.-]{1,100}$/);

export const opened = z.object({
  session_id: z.string().min(1).max(200),
  mcp: z.object({ url: z.string().max(2_000) }),
});

export const found = z.object({
  tools: z.array(z.object({ tool_slug: slug, toolkit: slug, description: words(500) })).max(100),
});

const schemaOfTool = z.object({
  tool_slug: slug,
  toolkit: slug,
  description: words(1_000),
  input_schema: z.record(z.string(), z.unknown()),
  method: maybe(z.string().max(10)),
  annotations: maybe(z.object({ readOnlyHint: maybe(z.boolean()) })),
});
export const schemas = z.object({ tools: z.array(schemaOfTool).max(20) });
export type AppTool = z.output<typeof schemaOfTool>;

export const CONNECTION_STATES = ['active', 'initiated', 'expired', 'failed', 'none'] as const;
const connection = z.object({
  toolkit: slug,
  status: z
    .string()
    .max(40)
    .transform((status) => status.toLowerCase())
    .pipe(z.enum(CONNECTION_STATES)),
  current_user_info: maybe(
    z.object({ email: maybe(words(100)), name: maybe(words(100)), id: maybe(words(100)) }),
  ),
  redirect_url: maybe(z.string().max(2_000)),
  expires_at: maybe(z.iso.datetime({ offset: true })),
});
export const connections = z.object({ connections: z.array(connection).max(500) });
export type AppConnection = z.output<typeof connection>;

export const executed = z.object({
  results: z
    .array(
      z.object({
        tool_slug: slug,
        successful: z.boolean(),
        data: z.unknown().optional(),
        error: words(1_000).nullish(),
      }),
    )
    .length(1),
});

/** @throws OracleError `upstream_failed` for what is no answer of this step */
export function readAnswer<T extends z.ZodType>(step: string, schema: T, data: unknown): z.output<T> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw strange(`answered ${step} with something else than it says (${issue?.path.join('.') || 'no data'})`);
}

/** @param what what the router did, in words that follow 'The tool router ' */
export function strange(what: string): OracleError {
  return new OracleError('upstream_failed', {
    detail: `The tool router ${what}.`,
    hint: 'The server at TOOLKIT_BASE_URL must speak the protocol of docs/plugins/toolkit.md.',
  });
}

/** Whether a tool only reads, as its router says it twice over; what says nothing may do anything. */
export function isReading({ method, annotations }: AppTool): boolean {
  return annotations?.readOnlyHint === true && ['GET', 'HEAD', undefined].includes(method?.toUpperCase());
}

/** Whose account it is, as its app says. */
export function accountOf({ current_user_info: who }: AppConnection): string | undefined {
  return [who?.email, who?.name, who?.id].find((each) => each !== undefined && each.trim() !== '');
}

/** Which account it is: two of one name have another id. */
export function identityOf({ current_user_info: who }: AppConnection): string {
  return JSON.stringify([who?.email, who?.name, who?.id]);
}
