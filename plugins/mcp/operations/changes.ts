import { didYouMean } from 'oracle-runtime/kit';
import { type AnyOperation, defineOperation, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Waiting } from '../pins/compare.js';
import { diffLines } from '../pins/diff-lines.js';
import { digestOf } from '../pins/face.js';
import type { Server } from '../servers/server.js';

const server = z.string().min(1).max(64).describe('As list_mcp_servers names it');
const changesView = z.object({
  server: z.string(),
  digest: z.string().describe('Names exactly these changes; accepting asks for it'),
  changes: z.array(
    z.object({
      tool: z.string(),
      kind: z.enum(['changed', 'new']),
      diff: z.array(z.string()).describe('Lines that begin with "-", "+" or a blank'),
    }),
  ),
});
const PATH = '/mcp-servers/:server/changes';
const ERRORS = { 404: 'No such server' };

/**
 * What servers have changed of themselves, for the operator alone. No agent has a tool of it: the words are a
 * stranger's, meant for a model, and have not been accepted.
 */
export function changesOperations(servers: readonly Server[]): AnyOperation[] {
  return [
    defineOperation({
      name: 'list_mcp_changes',
      title: 'Changes of an MCP server',
      description: 'Shows what an MCP server says of its tools that the operator has not accepted.',
      effect: 'read',
      scope: 'admin',
      tool: false,
      input: z.object({ server }),
      answer: { description: 'What waits', schema: changesView },
      route: { method: 'get', path: PATH, errors: ERRORS },
      async run(input, { signal }) {
        const one = named(servers, input.server);
        // As it is now, where it can be asked; else as it was when it last could be.
        if (one.state !== 'off') await one.refresh(signal).catch(() => signal.throwIfAborted());
        return viewOf(one);
      },
    }),
    defineOperation({
      name: 'accept_mcp_changes',
      title: 'Accept changes of an MCP server',
      description: 'Lets the tools of an MCP server be used as they are now.',
      effect: 'write',
      scope: 'admin',
      tool: false,
      input: z.object({
        server,
        digest: z.string().min(8).max(64).describe('Of the changes that were seen, or how it begins'),
        tools: z.array(z.string().min(1).max(128)).optional().describe('These alone; default all that wait'),
      }),
      answer: { description: 'What is left', schema: changesView },
      route: {
        method: 'post',
        path: PATH,
        errors: { ...ERRORS, 409: 'The server has changed its tools again since they were seen' },
      },
      describe: (input) => `Accept what the MCP server ${input.server} says of its tools now`,
      run: async (input, { principal, signal }) => {
        const one = named(servers, input.server);
        const faces = one.waiting.map(({ listed }) => listed);
        if (!digestOf(faces).startsWith(input.digest)) throw changedAgain(one);
        await one.accept(chosen(one.waiting, input.tools), principal.did, signal);
        return viewOf(one);
      },
    }),
  ];
}

function named(servers: readonly Server[], name: string): Server {
  const found = servers.find(({ settings }) => settings.name === name);
  if (found !== undefined) return found;
  const names = servers.map(({ settings }) => settings.name);
  throw new OracleError('not_found', {
    detail: `There is no MCP server '${name}'.${didYouMean(name, names)}`,
    hint: '`mcpServers` in oracle.config.json names them.',
  });
}

function chosen(waiting: readonly Waiting[], tools: readonly string[] | undefined) {
  const faces = waiting.map(({ listed }) => listed);
  if (tools === undefined) return faces;
  const unknown = tools.filter((tool) => !faces.some(({ original }) => original === tool));
  if (unknown.length > 0) {
    throw new OracleError('not_found', {
      detail: `Nothing waits of ${unknown.join(', ')}.`,
      errors: [{ field: 'tools', message: 'is not among the changes' }],
    });
  }
  return faces.filter(({ original }) => tools.includes(original));
}

function changedAgain({ settings: { name } }: Server): OracleError {
  return new OracleError('conflict', {
    detail: `What waits of '${name}' is not what was seen: it has changed since.`,
    hint: `Look again with \`oracle mcp diff ${name}\`.`,
    errors: [{ field: 'digest', message: 'names other changes' }],
  });
}

function viewOf({ settings, waiting }: Server): z.output<typeof changesView> {
  return {
    server: settings.name,
    digest: digestOf(waiting.map(({ listed }) => listed)),
    changes: waiting.map(({ accepted, listed }) => ({
      tool: listed.original,
      kind: accepted === undefined ? 'new' : 'changed',
      diff: [...diffLines(accepted, listed)],
    })),
  };
}
