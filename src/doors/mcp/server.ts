import { randomUUID } from 'node:crypto';
import type {
  CallToolResult,
  InputRequiredResult,
  McpServer,
  ServerContext,
} from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Catalog, CatalogEntry } from '../../agent/catalog.js';
import { doNotFit } from '../../agent/fault-lines.js';
import { isRecord, knownFieldsOnly, sha256Hex } from '../../kit/index.js';
import {
  type Embedded,
  effectHints,
  type Logger,
  OracleError,
  type OracleInfo,
  type TextSource,
} from '../../plugin/index.js';
import type { OwnedTool } from '../../runs/run-context.js';
import { resultText } from '../cut-result.js';
import { type Asked, callTool, type McpCaller, type McpOutcome } from './call-tool.js';
import { listedInput } from './input-schema.js';
import {
  CALL_INPUT,
  LIST_INPUT,
  LOAD_INPUT,
  listCapabilities,
  loadCapabilities,
  type McpPrincipal,
  toolsFor,
} from './meta-tools.js';
import { offerTexts } from './texts.js';

export interface McpCallerInfo extends McpPrincipal, Pick<McpCaller, 'decisions' | 'chain'> {
  readonly requestId: string;
  readonly logger: Logger;
}

export interface McpServerOptions extends McpCallerInfo {
  readonly sdk: typeof import('@modelcontextprotocol/server');
  readonly era: 'legacy' | 'modern';
  readonly oracle: OracleInfo;
  readonly catalog: Catalog;
  /** The one capability, or plugin, whose tools are listed flat; all of them behind three tools without. */
  readonly only: readonly CatalogEntry[] | undefined;
  /** What there is to read, of the plugins that are served. */
  readonly texts: readonly TextSource[];
  readonly signal: AbortSignal;
  /** Aborted with an OracleError once who asks is let in no longer. */
  readonly admitted: AbortSignal;
  /** Seals what a client carries between the question and its answer: 32 bytes that all processes share. */
  readonly stateKey: Uint8Array;
  /** False when an answer to this question came before. */
  spend(state: string): Promise<boolean>;
}

type ToolAnswer = CallToolResult | InputRequiredResult;
const CONFIRM = 'confirm';

/** What a person was asked, as it travels with the client. */
interface Question extends Asked {
  readonly id: string;
  /** Hash of the tool and its arguments. */
  readonly call: string;
}

/** One server for one request: who asks decides what it lists. */
export function mcpServer(options: McpServerOptions): McpServer {
  const { sdk, oracle, catalog, only, principal, stateKey } = options;
  const state = sdk.createRequestStateCodec<Question>({
    key: stateKey,
    bind: () => principal.id,
  });
  const server = new sdk.McpServer(
    { name: oracle.name, version: oracle.version },
    {
      instructions: oracle.description,
      requestState: { verify: (text, context) => state.verify(text, context) },
    },
  );

  offerTexts(server, { sdk, sources: options.texts, principal, signal: options.signal });

  /** Calls a tool, or asks first; the answer to the question counts for this very call alone. */
  async function call(
    owned: OwnedTool,
    args: Readonly<Record<string, unknown>>,
    context: ServerContext,
  ): Promise<ToolAnswer> {
    const { requestId, logger, era } = options;
    const named = sha256Hex(JSON.stringify([owned.tool.name, args]));
    const answer = context.mcpReq.inputResponses?.[CONFIRM];
    const asked = answer === undefined ? undefined : context.mcpReq.requestState<Question>();
    // A question is answered once, whatever the answer was, and for the call that it was asked about.
    const counts = asked?.call === named && (await options.spend(asked.id));
    const approved = sdk.acceptedContent(context.mcpReq.inputResponses, CONFIRM)?.['approved'] === true;
    if (answer !== undefined && !approved && !counts) return declined(owned);
    const { admitted } = options;
    const outcome = await callTool(owned, args, {
      principal,
      claims: options.claims(owned.plugin),
      requestId,
      logger,
      decisions: options.decisions,
      chain: options.chain,
      signal: AbortSignal.any([context.mcpReq.signal, admitted]),
      answer: counts ? { ...asked, approved } : undefined,
      progress: (message, fraction) => tellProgress(context, message, fraction),
    }).catch((error: unknown): McpOutcome => {
      if (!OracleError.isInstance(admitted.reason)) throw error;
      return { kind: 'failed', text: admitted.reason.detail };
    });
    if (outcome.kind === 'declined') return declined(owned);
    if (outcome.kind !== 'asks') return resultOf(outcome, owned);
    const { kind: _, ...question } = outcome;
    if (era === 'legacy') return cannotAsk(outcome.summary, 'over this version of MCP the oracle cannot ask');
    if (!canAsk(context.mcpReq.envelope, sdk.CLIENT_CAPABILITIES_META_KEY))
      return cannotAsk(outcome.summary, 'this client does not say that it can ask (`elicitation`)');
    const requestedSchema = {
      type: 'object' as const,
      properties: { approved: { type: 'boolean' as const, title: 'Allow it' } },
      required: ['approved'],
    };
    return sdk.inputRequired({
      inputRequests: { [CONFIRM]: sdk.inputRequired.elicit({ message: outcome.summary, requestedSchema }) },
      requestState: await state.mint({ id: randomUUID(), call: named, ...question }, context),
    });
  }

  if (only !== undefined) {
    const tools = new Map(
      only.flatMap((entry) => toolsFor(entry, options)).map((owned) => [owned.tool.name, owned]),
    );
    for (const owned of tools.values()) {
      const { name, title, description, effect = 'write', input } = owned.tool;
      server.registerTool(
        name,
        {
          ...(title === undefined ? {} : { title }),
          description,
          inputSchema: listedInput(knownFieldsOnly(input)),
          annotations: effectHints(effect),
          ...(owned.tool.view === undefined ? {} : { _meta: { ui: { resourceUri: owned.tool.view } } }),
        },
        (args, context) => call(owned, args, context),
      );
    }
    return server;
  }
  server.registerTool(
    'list_capabilities',
    {
      description: 'Lists what this oracle can do: name and summary of each capability.',
      inputSchema: listedInput(knownFieldsOnly(LIST_INPUT)),
      annotations: effectHints('read'),
    },
    checked('list_capabilities', LIST_INPUT, async ({ query }) =>
      structured(await listCapabilities(catalog, query)),
    ),
  );
  server.registerTool(
    'load_capability',
    {
      description:
        'Shows when to use a capability, and its tools with their schemas. Call them with call_capability.',
      inputSchema: listedInput(knownFieldsOnly(LOAD_INPUT)),
      annotations: effectHints('read'),
    },
    checked('load_capability', LOAD_INPUT, ({ names }) =>
      structured(loadCapabilities(catalog, names, options)),
    ),
  );
  server.registerTool(
    'call_capability',
    {
      description: 'Calls a tool of a capability. Its schema is what load_capability shows.',
      inputSchema: listedInput(knownFieldsOnly(CALL_INPUT)),
      annotations: effectHints('destructive'),
    },
    checked('call_capability', CALL_INPUT, async ({ capability, tool, args }, context) => {
      const found = catalog
        .named(capability)
        .flatMap((entry) => toolsFor(entry, options))
        .find((owned) => owned.tool.name === tool);
      if (found !== undefined) return call(found, args, context);
      return failure(
        `There is no tool '${tool}' in a capability '${capability}' for you: load_capability shows them.`,
      );
    }),
  );
  return server;
}

/** What a tool of the server itself does with arguments that fit. */
function checked<Input extends z.ZodObject>(
  name: string,
  input: Input,
  answer: (args: z.output<Input>, context: ServerContext) => ToolAnswer | Promise<ToolAnswer>,
) {
  return async (args: unknown, context: ServerContext): Promise<ToolAnswer> => {
    const parsed = knownFieldsOnly(input).safeParse(args);
    return parsed.success ? answer(parsed.data, context) : failure(doNotFit(name, parsed.error));
  };
}

function tellProgress(context: ServerContext, message: string, fraction: number | undefined): void {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  const params = {
    progressToken,
    message,
    progress: fraction ?? 0,
    ...(fraction === undefined ? {} : { total: 1 }),
  };
  // A client that went away hears nothing; the call ends by its signal.
  context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
}

function resultOf(
  outcome: Exclude<McpOutcome, { readonly kind: 'asks' | 'declined' }>,
  { tool }: OwnedTool,
): CallToolResult {
  if (outcome.kind === 'failed') return failure(outcome.text);
  const { output, text, artifacts } = outcome;
  const embedded = tool.embed?.(output);
  if (embedded !== undefined) return embeddedResult(embedded);
  const links = artifacts.flatMap(({ url, title, mimeType, alt }) =>
    url === undefined
      ? []
      : [{ type: 'resource_link' as const, uri: url, name: title, mimeType, description: alt }],
  );
  const isObject = isRecord(output);
  const fits = resultText(output) === (JSON.stringify(output) ?? '');
  return {
    content: [{ type: 'text', text: resultText(text) }, ...links],
    ...(isObject && fits ? { structuredContent: { ...output } } : {}),
  };
}

/** Text as text, anything else as an embedded resource. */
function embeddedResult({ content, about }: Embedded): CallToolResult {
  const structuredContent = { ...about };
  if ('text' in content) return { content: [{ type: 'text', text: content.text }], structuredContent };
  const { uri, mimeType, base64: blob } = content;
  return { content: [{ type: 'resource', resource: { uri, mimeType, blob } }], structuredContent };
}

function structured(data: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: { ...data } };
}

function failure(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

function declined({ tool }: OwnedTool): CallToolResult {
  return failure(`The person declined this call of '${tool.name}'. Do not try it again; ask how to go on.`);
}

/** The library's types leave out what the envelope of a request has. */
function canAsk(envelope: object = {}, key: string): boolean {
  const able = (envelope as Readonly<Record<string, unknown>>)[key];
  const way =
    typeof able === 'object' && able !== null && 'elicitation' in able ? able.elicitation : undefined;
  // Without words about the way, it is by a form.
  return typeof way === 'object' && way !== null && ('form' in way || Object.keys(way).length === 0);
}

function cannotAsk(summary: string, why: string): CallToolResult {
  return failure(
    `${summary}. This asks the person first, and ${why}. Nothing was done: use the oracle's chat, or a client of MCP 2026-07-28 with elicitation.`,
  );
}
