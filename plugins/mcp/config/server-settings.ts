import type { McpAddress } from 'oracle-runtime/mcp';
import { kebabOf, type McpConfig, type ServerConfig } from './server-config.js';
import { Variables } from './variables.js';

/** A server as it is used: variables filled in, names of the contract. */
export interface ServerSettings {
  /** kebab-case. */
  readonly name: string;
  readonly title: string;
  /** What the operator says that it is for. */
  readonly description: string | undefined;
  readonly address: McpAddress;
  /** Variables that its configuration names and nobody has set: it cannot be used. */
  readonly unset: readonly string[];
  /** What must not be seen of it, longest first. */
  readonly secrets: readonly string[];
  readonly disabled: boolean;
  readonly approval: ServerConfig['approval'];
  readonly callMs: number;
  /** Whether the operator lets a tool be used. */
  allows(tool: string): boolean;
}

/** @param variable a variable of the environment by its name */
export function serverSettings(
  config: McpConfig,
  variable: (name: string) => string | undefined,
): readonly ServerSettings[] {
  return Object.entries(config).map(([key, server]) => {
    const variables = new Variables(variable);
    const address = addressOf(server, variables);
    return {
      name: kebabOf(key),
      title: server.title ?? key,
      description: server.description,
      address,
      unset: [...variables.unset],
      secrets: [...variables.secrets].toSorted((a, b) => b.length - a.length),
      disabled: server.disabled,
      approval: server.approval,
      callMs: server.timeoutSeconds * 1_000,
      allows: (tool) =>
        (server.allow === undefined || matches(tool, server.allow)) && !matches(tool, server.deny),
    };
  });
}

function addressOf(server: ServerConfig, variables: Variables): McpAddress {
  const fill = (text: string) => variables.fill(text);
  if ('command' in server) {
    return {
      command: fill(server.command),
      args: server.args.map(fill),
      env: Object.fromEntries(
        Object.entries(server.env).map(([key, value]) => [key, variables.fillNamed(key, value)]),
      ),
      ...(server.cwd === undefined ? {} : { cwd: fill(server.cwd) }),
    };
  }
  const { oauth } = server;
  return {
    url: variables.fillUrl(server.url),
    headers: Object.fromEntries(
      Object.entries(server.headers).map(([key, value]) => [key, variables.fillSecret(value)]),
    ),
    ...(oauth && {
      oauth: {
        clientId: fill(oauth.clientId),
        clientSecret: variables.fillSecret(oauth.clientSecret),
        issuer: fill(oauth.issuer),
        ...(oauth.scope === undefined ? {} : { scope: oauth.scope }),
      },
    }),
  };
}

/** Whether one of the patterns is the name; `*` stands for any characters. */
function matches(tool: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const [first = '', ...rest] = pattern.split('*');
    if (rest.length === 0) return tool === pattern;
    const last = rest.pop() ?? '';
    if (!tool.startsWith(first)) return false;
    let at = first.length;
    for (const part of rest) {
      const found = tool.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return tool.length - last.length >= at && tool.endsWith(last);
  });
}
