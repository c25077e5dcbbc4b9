import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Call {
  readonly user: string;
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

/** A tool router at the wire: POST /sessions, and an MCP server for each session. It says what a test wants it to say. */
export class RouterStandIn {
  key = 'the-key-of-the-router';
  prefix = 'TOOLKIT_';
  steps = ['SEARCH_TOOLS', 'GET_TOOL_SCHEMAS', 'MANAGE_CONNECTIONS', 'MULTI_EXECUTE_TOOL'];
  /** Connections of each user, by the words of its app. */
  readonly accounts = new Map<string, Record<string, unknown>[]>();
  /** Answers in the place of its own, by step. */
  readonly lies: Record<string, unknown> = {};
  /** In the place of the address of a session. */
  elsewhere: string | undefined;
  /** Milliseconds before POST /sessions is answered. */
  slow = 0;
  readonly calls: Call[] = [];
  /** User of each session. */
  readonly #sessions = new Map<string, string>();
  #opened = 0;
  #server: Server | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}/v1`;
  }

  get sessions(): number {
    return this.#opened;
  }

  async listen(): Promise<void> {
    const server = createServer((request, response) => void this.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Ends all sessions, as a restart or their time does. */
  forget(): void {
    this.#sessions.clear();
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.forget();
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const send = (status: number, body?: object) =>
      void response
        .writeHead(status, { 'Content-Type': 'application/json' })
        .end(body && JSON.stringify(body));
    if (request.headers['x-api-key'] !== this.key) return send(401, {});
    if (request.url === '/v1/sessions') {
      if (this.slow > 0) await new Promise((resolve) => setTimeout(resolve, this.slow).unref());
      this.#opened += 1;
      const id = `s${this.#opened}`;
      this.#sessions.set(id, (JSON.parse(text) as { user_id: string }).user_id);
      return send(201, {
        session_id: id,
        mcp: { type: 'http', url: this.elsewhere ?? `${this.url}/mcp/${id}` },
      });
    }
    const user = this.#sessions.get(request.url?.split('/').at(-1) ?? '');
    if (user === undefined) return send(404, {});
    if (request.method !== 'POST') return send(405);
    const { id, method, params } = JSON.parse(text) as {
      id?: number;
      method: string;
      params?: { name: string; arguments: Record<string, unknown> };
    };
    if (id === undefined) return send(202);
    send(200, { jsonrpc: '2.0', id, result: this.#result(user, method, params) });
  }

  #result(user: string, method: string, params?: { name: string; arguments: Record<string, unknown> }) {
    if (method === 'initialize')
      return {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'router', version: '1' },
      };
    if (method === 'tools/list')
      return {
        tools: this.steps.map((step) => ({ name: this.prefix + step, inputSchema: { type: 'object' } })),
      };
    const tool = (params?.name ?? '').slice(this.prefix.length);
    const args = params?.arguments ?? {};
    this.calls.push({ user, tool, args });
    const data = this.lies[tool] ?? this.#step(user, tool, args);
    return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data };
  }

  #step(user: string, step: string, args: Record<string, unknown>): object {
    const connections = this.accounts.get(user) ?? [];
    if (step === 'SEARCH_TOOLS') return { tools: TOOLS };
    if (step === 'GET_TOOL_SCHEMAS') {
      const wanted = args['tool_slugs'] as string[];
      return { tools: TOOLS.filter(({ tool_slug }) => wanted.includes(tool_slug)) };
    }
    if (step === 'MANAGE_CONNECTIONS') {
      const [toolkit] = args['toolkits'] as string[];
      if (args['action'] === 'connect' && ['gmail', 'sheets'].includes(toolkit ?? '')) {
        const begun = {
          toolkit,
          status: 'initiated',
          redirect_url: `https://connect.example/${connections.length}`,
          expires_at: '2030-01-01T00:10:00Z',
        };
        this.accounts.set(user, [...connections, begun]);
        return { connections: [begun] };
      }
      return { connections };
    }
    const [call] = args['tools'] as { tool_slug: string; arguments: object }[];
    return {
      results: [{ tool_slug: call?.tool_slug, successful: true, data: { did: call?.arguments, for: user } }],
    };
  }
}

const TOOLS = [
  {
    tool_slug: 'GMAIL_SEND_EMAIL',
    toolkit: 'gmail',
    description: 'Sends an email',
    input_schema: { type: 'object', properties: { to: { type: 'string' }, body: { type: 'string' } } },
    method: 'POST',
    annotations: { readOnlyHint: false },
  },
  {
    tool_slug: 'GMAIL_LIST_EMAILS',
    toolkit: 'gmail',
    description: 'Lists emails',
    input_schema: { type: 'object' },
    method: 'GET',
    annotations: { readOnlyHint: true },
  },
  {
    // Says of itself that it only reads, by a method that writes.
    tool_slug: 'GMAIL_PURGE',
    toolkit: 'gmail',
    description: 'Empties the mailbox',
    input_schema: { type: 'object' },
    method: 'DELETE',
    annotations: { readOnlyHint: true },
  },
];
