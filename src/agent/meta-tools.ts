import { z } from 'zod';
import { defineTool, OracleError, type Principal, type ToolSchema } from '../plugin/index.js';
import { UNDO_TOOL } from '../runs/find-undo.js';
import type { OwnedTool } from '../runs/run-context.js';
import type { CapabilitySources } from './capability-sources.js';
import type { Catalog, CatalogEntry } from './catalog.js';
import { findCapabilities } from './find-capabilities.js';
import { headOf } from './head-of.js';
import { RUNTIME_PLUGIN } from './runtime-plugin.js';
import type { ToolBelt } from './tool-belt.js';
import { toolSchema } from './tool-schema.js';

const LIST = {
  name: 'list_capabilities',
  description: 'Lists capabilities: name, summary, loading mode, whether loaded. Starts nothing.',
  input: z.object({
    query: z
      .string()
      .max(500)
      .optional()
      .describe('What is needed, in plain words; best matches first. Leave out to see all.'),
  }),
  idempotent: true,
};

const LOAD = {
  name: 'load_capability',
  description:
    'Loads capabilities by name, several in one call. Returns when to use each, and its tools, which can be called from the next turn on.',
  input: z.object({
    names: z.array(z.string()).min(1).max(32).describe('Names as list_capabilities gives them.'),
  }),
  idempotent: true,
};

const READ = {
  name: 'read_result',
  description: 'Reads on in a tool result that was cut.',
  input: z.object({
    id: z.string().describe('Tool call id from the notice at the end of the cut result.'),
    offset: z.int().min(0).default(0).describe('First character to read.'),
  }),
  idempotent: true,
};

/** What `undo_last_change` takes. */
export const UNDO_INPUT = z.object({
  change: z.string().max(400).optional().describe('An earlier change, by the id this tool gave.'),
});

const UNDO = {
  name: UNDO_TOOL,
  description: 'Takes back the last change made in this conversation.',
  input: UNDO_INPUT,
};

/** What the meta-tools touch in the run that calls them. */
export interface MetaScope {
  readonly catalog: Catalog;
  readonly sources: CapabilitySources;
  belt(): ToolBelt;
  /** Stores newly loaded names; a throw means that nothing was loaded. */
  persistLoaded(names: readonly string[]): Promise<void>;
  /** The whole rendering of an earlier tool call's result; undefined when it is no longer kept. */
  wholeResult(toolCallId: string): Promise<string | undefined>;
  /** Characters that `read_result` returns at once. */
  readonly pageSize: number;
}

/** The tools that every model call carries. */
export function metaTools(scope: MetaScope): readonly OwnedTool[] {
  return [
    {
      plugin: RUNTIME_PLUGIN,
      schema: toolSchema(LIST),
      tool: defineTool({
        ...LIST,
        run: ({ query }, { principal }) => listCapabilities(scope, query, principal),
      }),
    },
    {
      plugin: RUNTIME_PLUGIN,
      schema: toolSchema(LOAD),
      tool: defineTool({
        ...LOAD,
        run: ({ names }, { principal, signal }) => loadCapabilities(scope, names, principal, signal),
        render: renderReports,
      }),
    },
    {
      plugin: RUNTIME_PLUGIN,
      schema: toolSchema(UNDO),
      // A layer around it puts the call that takes the change back in its place.
      tool: defineTool({
        ...UNDO,
        run: () => Promise.reject(new Error('undo_last_change reached its core')),
      }),
    },
  ];
}

/** Bound once a result of the thread was cut. */
export function readResultTool(scope: MetaScope): OwnedTool {
  return {
    plugin: RUNTIME_PLUGIN,
    schema: toolSchema(READ),
    tool: defineTool({ ...READ, run: ({ id, offset }) => readResult(scope, id, offset) }),
  };
}

async function listCapabilities(
  { catalog, sources, belt }: MetaScope,
  query: string | undefined,
  principal: Principal,
) {
  const all = [...catalog.entries, ...sources.list(principal)];
  const { found, note } = await findCapabilities(query, all);
  return {
    ...(note === undefined ? {} : { note }),
    capabilities: found.map(({ name, manifest }) => ({
      name,
      title: manifest.title,
      summary: manifest.summary,
      loading: manifest.loading,
      loaded: belt().isLoaded(name),
      tags: manifest.tags ?? [],
    })),
  };
}

type LoadReport =
  | {
      readonly name: string;
      readonly status: 'loaded' | 'already_loaded';
      readonly title: string;
      readonly summary: string;
      readonly whenToUse: readonly string[];
      readonly whenNotToUse?: readonly string[];
      readonly examples?: CatalogEntry['manifest']['examples'];
      readonly tools: readonly Pick<ToolSchema, 'name' | 'description' | 'parameters'>[];
    }
  | { readonly name: string; readonly status: 'error'; readonly error: string };

/** For the model the tools by name and purpose: their schemas stand in the tool list of its next call anyway. */
function renderReports({ capabilities }: { readonly capabilities: readonly LoadReport[] }): string {
  return JSON.stringify({
    capabilities: capabilities.map((report) =>
      report.status === 'error'
        ? report
        : { ...report, tools: report.tools.map(({ name, description }) => ({ name, description })) },
    ),
  });
}

async function loadCapabilities(
  scope: MetaScope,
  names: readonly string[],
  principal: Principal,
  signal: AbortSignal,
) {
  const belt = scope.belt();
  const reports: LoadReport[] = [];
  const fresh: CatalogEntry[] = [];
  for (const entry of await entriesOf(scope, names, principal, signal)) {
    const isFresh = !('error' in entry) && !belt.isLoaded(entry.name);
    if (isFresh) fresh.push(entry);
    reports.push('error' in entry ? { ...entry, status: 'error' } : loadReport(entry, isFresh));
  }
  // Stored before it is bound: a load that would not survive must not look like one.
  if (fresh.length > 0) await scope.persistLoaded(fresh.map(({ name }) => name));
  for (const { name, owned } of fresh) belt.load(name, owned);
  return { capabilities: reports };
}

type Found = CatalogEntry | { readonly name: string; readonly error: string };

/** The capabilities behind the names, each once: a plugin's name stands for all of its own. */
async function entriesOf(
  { catalog, sources }: MetaScope,
  names: readonly string[],
  principal: Principal,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const found = new Map<string, Found>();
  for (const name of names) {
    const entries = catalog.named(name);
    for (const entry of entries) found.set(entry.name, entry);
    if (entries.length > 0 || found.has(name)) continue;
    const offered = sources.list(principal).find((entry) => entry.name === name);
    found.set(
      name,
      offered === undefined
        ? { name, error: `There is no capability '${name}'. Call list_capabilities to see the names.` }
        : await openOffered(offered, sources, principal, signal),
    );
  }
  return [...found.values()];
}

async function openOffered(
  entry: CatalogEntry,
  sources: CapabilitySources,
  principal: Principal,
  signal: AbortSignal,
): Promise<Found> {
  try {
    const owned = await sources.load(entry.name, principal, signal);
    return { ...entry, owned, tools: owned.map(({ schema }) => schema) };
  } catch (error) {
    signal.throwIfAborted();
    if (!OracleError.isInstance(error)) throw error;
    return { name: entry.name, error: error.detail };
  }
}

function loadReport({ name, manifest, tools }: CatalogEntry, fresh: boolean): LoadReport {
  const { title, summary, whenToUse, whenNotToUse, examples } = manifest;
  return {
    name,
    status: fresh ? 'loaded' : 'already_loaded',
    title,
    summary,
    whenToUse,
    ...(whenNotToUse === undefined ? {} : { whenNotToUse }),
    ...(examples === undefined ? {} : { examples }),
    tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
  };
}

async function readResult(scope: MetaScope, id: string, offset: number): Promise<string> {
  const whole = await scope.wholeResult(id);
  if (whole === undefined) {
    throw new OracleError('not_found', {
      detail: `The whole result of the tool call '${id}' is not kept any more.`,
      hint: 'Call that tool again, with narrower arguments if it takes any.',
    });
  }
  const text = headOf(whole.slice(offset, offset + scope.pageSize + 2), scope.pageSize);
  const end = Math.min(whole.length, offset + text.length);
  const rest = end < whole.length ? `; read on with offset ${end}` : '; this is the end';
  return `${text}\n\n[Characters ${Math.min(offset, end)} to ${end} of ${whole.length}${rest}]`;
}
