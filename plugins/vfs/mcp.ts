import {
  type AnyOperation,
  type AnyRoute,
  type Caller,
  defineRoute,
  effectHints,
  HANDLED,
  OracleError,
  type RouteContext,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { FetchedContent } from './operations/content.js';

const BODY_LIMIT = 8 * 1024 * 1024;

/** `POST /api/fs/mcp`: the file tools over MCP, streamable HTTP, without a session: each request brings its credential. */
export function mcpRoute(operations: readonly AnyOperation[], version: string): AnyRoute {
  return defineRoute({
    method: 'post',
    path: '/api/fs/mcp',
    auth: { ucan: 'fs/list' },
    summary: 'Agent tools over MCP',
    description:
      'JSON-RPC (streamable HTTP, stateless). What a tool may do depends on the abilities of the credential.',
    request: { body: z.unknown() },
    bodyLimit: BODY_LIMIT,
    knownHosts: true,
    responses: {
      200: { description: 'The JSON-RPC answer', contentType: 'application/json' },
      202: { description: 'A notification was taken' },
      400: { description: 'No JSON-RPC', contentType: 'application/json' },
      406: { description: 'The client takes neither of the two forms', contentType: 'application/json' },
    },
    handler: async (ctx) => {
      await answerMcp(operations, version, ctx);
      return HANDLED;
    },
  });
}

type McpContext = Pick<RouteContext, 'raw' | 'principal' | 'requestId' | 'logger'> & {
  readonly body: unknown;
};

async function answerMcp(
  operations: readonly AnyOperation[],
  version: string,
  { raw, body, principal, requestId, logger }: McpContext,
): Promise<void> {
  const [{ McpServer }, { StreamableHTTPServerTransport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/mcp.js'),
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
  ]);
  const server = new McpServer({ name: 'oracle-files', version });
  const caller = {
    via: 'mcp',
    principal,
    requestId,
    logger,
    attachments: [],
    progress: () => {},
    artifact: () => {},
  } as const;
  for (const operation of operations) {
    const { name, title, description, effect, input } = operation;
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input.shape,
        annotations: { ...effectHints(effect), openWorldHint: false },
      },
      async (args: unknown, { signal }: { readonly signal: AbortSignal }) =>
        call(operation, args, { ...caller, signal }),
    );
  }
  const transport = new StreamableHTTPServerTransport({
    // No session: any process answers any request.
    sessionIdGenerator: undefined as never,
    enableJsonResponse: true,
  });
  raw.response.once('close', () => {
    void transport.close();
    void server.close();
  });
  await server.connect(transport as never);
  await transport.handleRequest(raw.request as never, raw.response, body);
}

/** A failed call is a result that the model reads; only a defect of ours is a protocol error. */
async function call(operation: AnyOperation, args: unknown, caller: Caller) {
  try {
    const result = await operation.run(args as never, caller);
    if (operation.name === 'vfs_fetch') return fetched(result as FetchedContent);
    return answer(operation.forModel?.(result as never) ?? result);
  } catch (error) {
    if (!OracleError.isInstance(error)) throw error;
    const hint = error.hint === undefined ? '' : ` ${error.hint}`;
    return {
      isError: true,
      content: [{ type: 'text' as const, text: `${error.code}: ${error.detail}${hint}` }],
    };
  }
}

function answer(result: object) {
  return {
    content: [{ type: 'text' as const, text: JSON.stringify(result) }],
    structuredContent: result as Record<string, unknown>,
  };
}

/** Text as text, anything else as an embedded resource; size and CID tell whether all of it arrived. */
function fetched({ path, mimeType, cid, size, text, base64 }: FetchedContent) {
  const structuredContent = { path, mimeType, cid, size };
  if (text !== undefined) return { content: [{ type: 'text' as const, text }], structuredContent };
  const uri = `vfs://${encodeURI(path)}`;
  const resource = { uri, mimeType, blob: base64 ?? '' };
  return { content: [{ type: 'resource' as const, resource }], structuredContent };
}
