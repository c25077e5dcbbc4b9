import {
  type AnyRoute,
  defineRoute,
  HANDLED,
  OracleError,
  type Principal,
  type RouteContext,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import { accessOf } from './access/access.js';
import type { AnyFileTool, FetchedContent, FileToolCall } from './tools/file-tool.js';
import type { Vfs } from './vfs.js';

const BODY_LIMIT = 8 * 1024 * 1024;

/** `POST /api/fs/mcp`: the file tools over MCP, streamable HTTP, without a session: each request brings its credential. */
export function mcpRoute(vfs: Vfs, tools: readonly AnyFileTool[], version: string): AnyRoute {
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
    },
    handler: async (ctx) => {
      await answerMcp(vfs, tools, version, ctx);
      return HANDLED;
    },
  });
}

type McpContext = Pick<RouteContext, 'raw' | 'principal' | 'requestId'> & { readonly body: unknown };

async function answerMcp(
  vfs: Vfs,
  tools: readonly AnyFileTool[],
  version: string,
  { raw, body, principal, requestId }: McpContext,
): Promise<void> {
  const [{ McpServer }, { StreamableHTTPServerTransport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/mcp.js'),
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
  ]);
  const server = new McpServer({ name: 'oracle-files', version });
  for (const tool of tools) {
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: tool.input.shape,
        annotations: {
          readOnlyHint: tool.kind === 'read',
          destructiveHint: tool.kind === 'destructive',
          idempotentHint: tool.kind === 'read',
          openWorldHint: false,
        },
      },
      async (args: unknown, extra: { readonly signal: AbortSignal }) =>
        callTool(tool, args, { ...callFor(vfs, principal, requestId), signal: extra.signal }),
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

function callFor(vfs: Vfs, principal: Principal, requestId: string): Omit<FileToolCall, 'signal'> {
  return { byOracle: false, access: () => vfs.owners.admit(accessOf(vfs.oracle, { principal, requestId })) };
}

/** A failed call is a result that the model reads; only a defect of ours is a protocol error. */
async function callTool(tool: AnyFileTool, args: unknown, call: FileToolCall) {
  try {
    const result = await tool.run(args as never, call);
    return tool.name === 'vfs_fetch' ? fetched(result as FetchedContent) : answer(result);
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
