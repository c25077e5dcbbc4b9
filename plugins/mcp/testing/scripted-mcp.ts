import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./scripted-server.mjs', import.meta.url));

/** A tool as a server lists it. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, boolean>>;
}

/** A server whose tools a test can change while it runs. */
export interface ScriptedMcp {
  /** As a member of `mcpServers`. */
  readonly server: { readonly command: string; readonly args: readonly string[] };
  show(tools: readonly ListedTool[]): Promise<void>;
  /** While true, each start of the program fails. */
  breakDown(isBroken: boolean): Promise<void>;
  /** Names of the tools that were called. */
  calls(): Promise<readonly string[]>;
  /** Arguments of the calls, letter for letter as they came; of objects without objects in them. */
  wire(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function scriptedMcp(tools: readonly ListedTool[]): Promise<ScriptedMcp> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-'));
  const linesOf = async (file: string) => {
    const text = await readFile(join(folder, file), 'utf8').catch(() => '');
    return text.split('\n').filter((line) => line !== '');
  };
  const show = (shown: readonly ListedTool[]) =>
    writeFile(
      join(folder, 'tools.json'),
      JSON.stringify(shown.map((tool) => ({ inputSchema: { type: 'object' }, ...tool }))),
    );
  await show(tools);
  return {
    server: { command: process.execPath, args: [SCRIPT, folder] },
    show,
    breakDown: (isBroken) =>
      isBroken ? writeFile(join(folder, 'broken'), '') : rm(join(folder, 'broken'), { force: true }),
    calls: () => linesOf('calls.txt'),
    wire: async () =>
      (await linesOf('wire.txt')).flatMap((line) => /"arguments":(\{[^}]*\})/.exec(line)?.[1] ?? []),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
