import type {
  AnyRoute,
  AnyTool,
  AuditSource,
  Contribution,
  DidDocuments,
  HealthReport,
  LoadingMode,
  Manifest,
  Middleware,
  Plugin,
  PromptSection,
  ResourceKind,
} from '../plugin/index.js';

export type PluginState = 'loaded' | 'pending' | 'excluded' | 'failed';

/** One line of the boot report, of `oracle plugins` and of `GET /health/plugins`. */
export interface PluginStatus {
  readonly name: string;
  readonly version: string;
  readonly state: PluginState;
  readonly loading: LoadingMode;
  /** Why it is excluded or failed: an env variable, a missing or excluded dependency, `features`, an error's words. */
  readonly reason?: string;
  /** Milliseconds of `setup`. */
  readonly ms?: number;
  readonly dependsOn: readonly string[];
  readonly tools: readonly string[];
  readonly routes: readonly string[];
}

export interface LoadedPlugin {
  readonly plugin: Plugin;
  readonly capabilities: readonly LoadedCapability[];
  /** With the tools and routes of its operations. */
  readonly contribution: Contribution;
}

/** A capability with what it brings. */
export interface LoadedCapability {
  readonly name: string;
  readonly manifest: Manifest & { readonly loading: LoadingMode };
  readonly tools: readonly AnyTool[];
}

/** What the boot hands to the agent and to HTTP: values of the contract, in dependency order. */
export interface BootResult {
  readonly plugins: readonly LoadedPlugin[];
  readonly tools: ReadonlyMap<string, { readonly plugin: string; readonly tool: AnyTool }>;
  readonly routes: readonly { readonly plugin: string; readonly route: AnyRoute }[];
  readonly middleware: readonly Middleware[];
  readonly promptSections: readonly PromptSection[];
  /** Who did what in whose name, as each plugin has recorded it. */
  readonly audits: readonly { readonly name: string; readonly source: AuditSource }[];
  /** UCAN abilities of the loaded plugins: ability -> what it implies at once. */
  readonly abilities: Readonly<Record<string, readonly string[]>>;
  /** Kinds of resources of the loaded plugins. */
  readonly resources: readonly ResourceKind[];
  /** Scopes of the loaded plugins: name -> what it allows. */
  readonly scopes: Readonly<Record<string, string>>;
  /** Who tells the documents of DIDs that the runtime does not resolve by itself. */
  readonly didDocuments: readonly DidDocuments[];
  /** Live: states move from pending to loaded. In boot order, excluded ones last. */
  report(): readonly PluginStatus[];
}

/** The health of one plugin; `detail` is for the operator. */
export interface PluginHealth extends HealthReport {
  readonly name: string;
}

/** The booted plugins with their life after the boot. */
export interface Boot extends BootResult {
  /** Starts `ready` and the background tasks of every plugin; to be called once, after `listening`. */
  startBackground(signal: AbortSignal): void;
  /** Ends background work, then disposes the plugins in reverse order. Never throws; a second call does nothing. */
  dispose(): Promise<void>;
  /** Asks every plugin that reports its health; one that throws or does not answer in time is `down`. */
  health(): Promise<readonly PluginHealth[]>;
}
