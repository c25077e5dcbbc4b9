import { z } from 'zod';
import type { Effect } from '../plugin/index.js';
import type { McpLimits } from './limits.js';
import { toolNames } from './tool-names.js';

/** A tool of a server, fit to be shown to a model. */
export interface GuardedTool {
  /** What it is called here. */
  readonly name: string;
  /** What the server calls it; `McpClient.call` takes this. */
  readonly original: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** What the server says of it; a server that says nothing may destroy things. */
  readonly effect: Effect;
  readonly idempotent: boolean;
}

/** A tool that is left out, and why. */
export interface RefusedTool {
  /** The server's name for it, or its place in the list when it has none. */
  readonly original: string;
  readonly reason: string;
}

export interface GuardedTools {
  readonly tools: readonly GuardedTool[];
  readonly refused: readonly RefusedTool[];
}

/** Levels of a schema. */
const DEEPEST = 64;

const hint = z.boolean().optional().catch(undefined);
const listedTool = z.object({
  name: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[^\s\p{C}]+$/u, 'has blank or invisible characters'),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.looseObject({
    type: z.literal('object'),
    properties: z.record(z.string(), z.union([z.boolean(), z.looseObject({})])).optional(),
    required: z.array(z.string()).optional(),
  }),
  annotations: z
    .object({ readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint })
    .optional()
    .catch(undefined),
});
type ListedTool = z.output<typeof listedTool>;

/**
 * What of a server's list can be used. Each tool stands for itself: one that is wrong is refused and the others stay.
 *
 * @param server what the server is called here, in kebab-case
 */
export function guardTools(server: string, listed: readonly unknown[], limits: McpLimits): GuardedTools {
  const fit = new Map<string, ListedTool>();
  const refused: RefusedTool[] = [];
  for (const [index, each] of listed.entries()) {
    const original = originalOf(each) ?? `#${index + 1}`;
    const parsed = listedTool.safeParse(each);
    const reason = parsed.success ? whyNot(parsed.data, fit, limits) : firstIssue(parsed.error);
    if (reason !== undefined) refused.push({ original, reason });
    else if (parsed.success) fit.set(parsed.data.name, parsed.data);
  }
  const names = toolNames(server, [...fit.keys()]);
  const tools = [...fit.values()].map((tool) => guarded(tool, names.get(tool.name) ?? tool.name, limits));
  return { tools, refused };
}

function whyNot(
  { name, inputSchema }: ListedTool,
  fit: ReadonlyMap<string, ListedTool>,
  limits: McpLimits,
): string | undefined {
  if (fit.has(name)) return 'is listed twice';
  if (fit.size >= limits.tools) return `is beyond the ${limits.tools} tools that one server may bring`;
  if (nestsDeeper(inputSchema, DEEPEST)) return `inputSchema nests deeper than ${DEEPEST} levels`;
  const bytes = Buffer.byteLength(JSON.stringify(inputSchema));
  return bytes > limits.schemaBytes
    ? `inputSchema has ${bytes} bytes, more than ${limits.schemaBytes}`
    : undefined;
}

/** Looks level by level, so that no depth of a stranger's is too deep to be seen. */
function nestsDeeper(value: unknown, most: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}

function guarded(tool: ListedTool, name: string, limits: McpLimits): GuardedTool {
  const { name: original, title, description = '', inputSchema, annotations = {} } = tool;
  const shown = visible(title ?? original).slice(0, 200);
  const words = visible(description);
  const cut =
    words.length > limits.description ? `${words.slice(0, limits.description - 1).trimEnd()}…` : words;
  return {
    name,
    original,
    title: shown,
    description: cut === '' ? shown : cut,
    inputSchema,
    effect: effectOf(annotations),
    idempotent: annotations.readOnlyHint === true || annotations.idempotentHint === true,
  };
}

function effectOf({ readOnlyHint, destructiveHint }: NonNullable<ListedTool['annotations']>): Effect {
  if (readOnlyHint === true) return 'read';
  return destructiveHint === false ? 'write' : 'destructive';
}

/** Without what a person who reads it would not see: text for the model alone. */
function visible(text: string): string {
  return text.replace(/(?![\n\t])\p{C}/gu, '').trim();
}

function originalOf(each: unknown): string | undefined {
  const name = (each as { readonly name?: unknown } | null)?.name;
  return typeof name === 'string' && name !== '' ? visible(name).slice(0, 128) : undefined;
}

function firstIssue({ issues }: z.ZodError): string {
  const [issue] = issues;
  return issue === undefined ? 'is no tool' : `${issue.path.join('.')}: ${issue.message}`;
}
