import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';

export const TOOLS = ['run_code', 'list_files', 'upload_url', 'download_url'] as const;

/** A file of a workspace: its path from the root of that, as long as Linux lets one be. */
export const sandboxFile = z.object({ path: z.string().max(4_096), size: z.int().nonnegative() });
const files = z.array(sandboxFile).max(10_000);

/** Why a run ended: by itself, or by the limit that it reached. */
const ENDS = ['exit', 'time', 'memory', 'processes', 'disk', 'output', 'crash'] as const;

export const ran = z.object({
  ended: z.enum(ENDS),
  exitCode: z.int().nullable(),
  stdout: z.string().max(400_000),
  stderr: z.string().max(400_000),
  cut: z.boolean().describe('Whether output was left out'),
  seconds: z.number().nonnegative(),
  files: files.describe('What the workspace holds now'),
});
export type Ran = z.output<typeof ran>;

export const listed = z.object({ files });
export const oneTime = z.object({ url: z.string().max(2_000), size: z.int().nonnegative().optional() });

/** @throws OracleError `upstream_failed` for what is no answer of this tool */
export function readAnswer<T extends z.ZodType>(tool: string, schema: T, data: unknown): z.output<T> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new OracleError('upstream_failed', {
    detail: `The sandbox answered '${tool}' with something else than it says (${issue?.path.join('.') || 'no data'}).`,
    hint: 'The server at SANDBOX_MCP_URL must speak the protocol of docs/plugins/sandbox.md.',
  });
}
