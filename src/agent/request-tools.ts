import { RESERVED_TOOL_NAMES } from '../boot/reserved-names.js';
import type { BootResult } from '../boot/types.js';
import { oneLine } from '../kit/index.js';
import { type AnyTool, type Logger, OracleError, type RunRequest } from '../plugin/index.js';
import type { OwnedTool } from '../runs/run-context.js';
import type { StartRun } from '../runs/run-manager-types.js';
import type { Catalog } from './catalog.js';
import { toolSchema } from './tool-schema.js';

/** What providers of models take; clients may name their tools more freely than plugins. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const DESCRIPTION_LENGTH = 4_096;
const SCHEMA_BYTES = 64 * 1024;
/** Bytes of all that one request declares, as JSON: a run that waits keeps them, and each is checked by what they say. */
const ALL_BYTES = 256 * 1024;
const DEADLINE_MS = 5_000;

interface RequestToolsDeps {
  readonly boot: Pick<BootResult, 'plugins'>;
  readonly catalog: Pick<Catalog, 'ownerOf'>;
  readonly logger: Logger;
  /** Milliseconds that a plugin has to bring its tools; the session is held for so long. Default 5,000. */
  readonly deadlineMs?: number;
}

/**
 * Asks every plugin for the tools that one request brings; undefined when no plugin brings such.
 * The function throws an OracleError: `invalid_request` for a tool that no model could be given or that has the name of
 * another, also of one that is not loaded yet; `payload_too_large` for more than 256 KiB of declarations in all; `internal` when a plugin fails, `upstream_timeout` when it takes too long.
 */
export function requestToolsOf({ boot, catalog, logger, deadlineMs = DEADLINE_MS }: RequestToolsDeps) {
  const bringers = boot.plugins.flatMap(({ plugin, contribution: { requestTools } }) =>
    requestTools === undefined ? [] : [{ name: plugin.name, requestTools }],
  );
  if (bringers.length === 0) return undefined;
  return async (input: StartRun): Promise<readonly OwnedTool[]> => {
    const { principal, sessionId, message, attachments = [], tools = [], metadata = {} } = input;
    refuseTooMuch(tools);
    const request: RunRequest = { principal, sessionId, message, attachments, tools, metadata };
    const found = new Map<string, OwnedTool>();
    for (const { name: plugin, requestTools } of bringers) {
      for (const owned of await ask(plugin, requestTools, request)) {
        const { name } = owned.tool;
        const taken = found.has(name) || RESERVED_TOOL_NAMES.has(name) || catalog.ownerOf(name) !== undefined;
        const fault = taken ? 'its name is taken by another tool' : faultOf(owned);
        if (fault !== undefined) throw refusal(name, fault);
        found.set(name, owned);
      }
    }
    return [...found.values()];
  };

  async function ask(
    plugin: string,
    requestTools: (request: RunRequest) => readonly AnyTool[] | Promise<readonly AnyTool[]>,
    request: RunRequest,
  ): Promise<readonly OwnedTool[]> {
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(tooLate(plugin, deadlineMs)), deadlineMs);
    });
    try {
      const tools = await Promise.race([requestTools(request), deadline]);
      return tools.map((tool) => ({ plugin, tool, schema: toolSchema(tool) }));
    } catch (error) {
      if (OracleError.isInstance(error)) throw error;
      logger.error({ plugin, err: error }, 'a plugin could not bring the tools of a request');
      throw new OracleError('internal', {
        detail: `The plugin '${plugin}' could not bring the tools of this request.`,
      });
    } finally {
      clearTimeout(timer);
    }
  }
}

function faultOf({ tool: { name, description }, schema }: OwnedTool): string | undefined {
  if (!NAME.test(name))
    return 'a name begins with a letter and has at most 64 letters, digits, underscores and hyphens';
  if (description.length > DESCRIPTION_LENGTH)
    return `its description is longer than ${DESCRIPTION_LENGTH} characters`;
  if (Buffer.byteLength(JSON.stringify(schema.parameters)) > SCHEMA_BYTES)
    return `the schema of its input is larger than ${SCHEMA_BYTES} bytes`;
  return undefined;
}

function refuseTooMuch(tools: readonly unknown[]): void {
  const size = tools.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(tools));
  if (size <= ALL_BYTES) return;
  const fault = `${tools.length} tools have ${size} bytes in all; a message takes at most ${ALL_BYTES}`;
  throw new OracleError('payload_too_large', {
    detail: `The request declares too much: ${fault}.`,
    hint: 'Declare the tools that this message needs, with shorter schemas.',
    errors: [{ field: 'tools', message: fault }],
  });
}

function tooLate(plugin: string, deadlineMs: number): OracleError {
  return new OracleError('upstream_timeout', {
    detail: `The plugin '${plugin}' did not bring the tools of this request within ${deadlineMs / 1000} s.`,
    hint: 'Send the message again, or without what it should bring.',
  });
}

function refusal(name: string, fault: string): OracleError {
  const shown = oneLine(String(name), 80);
  return new OracleError('invalid_request', {
    detail: `The request brings a tool '${shown}' that cannot be used: ${fault}.`,
    errors: [{ field: 'tools', message: `'${shown}': ${fault}` }],
  });
}
