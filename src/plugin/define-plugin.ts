import type { OptionalValidatorSpec, RequiredValidatorSpec, ValidatorSpec } from 'envalid';
import type { z } from 'zod';
import type { AuditSource } from './audit.js';
import type { CapabilitySource } from './capability-source.js';
import type { Clock } from './clock.js';
import type { PluginCommand } from './command.js';
import type { Conversations } from './conversations.js';
import type { Delegations } from './delegations.js';
import type { DidDocuments, Dids } from './dids.js';
import type { Logger } from './logger.js';
import type { Capability, Manifest } from './manifest.js';
import type { Attachment } from './messages.js';
import type { Middleware } from './middleware.js';
import type { Models } from './model.js';
import type { AnyOperation } from './operation.js';
import type { Principal } from './principal.js';
import type { Principals } from './principals.js';
import type { ProjectCheck } from './project-check.js';
import type { ProjectStep } from './project-step.js';
import type { ResourceKind } from './resource.js';
import type { Restored } from './restored.js';
import type { AnyRoute } from './route.js';
import type { RunFigures } from './run-figures.js';
import type { AnsweredRequest, ServerFigures } from './server-figures.js';
import type { ProvidedService, ServiceToken } from './services.js';
import type { Shareable, Shares } from './shares.js';
import type { DoAlone } from './sole-work.js';
import type { Blobs, Keys, Migration, PluginDatabase } from './storage.js';
import type { TextSource } from './text-source.js';
import type { AnyTool } from './tool.js';

/** An envalid schema: `{ WEATHER_DEFAULT_UNITS: str({ choices: [...], default: 'celsius' }) }`. */
export type EnvSchema = Readonly<Record<string, ValidatorSpec<unknown>>>;

/**
 * What a schema is inferred under. Wider than `EnvSchema` on purpose: a constraint that mentions the validators'
 * own type makes the compiler widen the literals of `choices` before `setup` sees them. `ValidSpecs` checks instead.
 */
type EnvShape = Readonly<Record<string, unknown>>;
type ValidSpecs<S extends EnvShape> = {
  readonly [K in keyof S]: S[K] extends ValidatorSpec<unknown> ? unknown : never;
};

/** The typed values of an envalid schema; `default: undefined` makes a value optional. */
export type EnvOf<S extends EnvShape> = {
  readonly [K in keyof S]: S[K] extends OptionalValidatorSpec<infer T>
    ? T | undefined
    : S[K] extends RequiredValidatorSpec<infer T>
      ? T
      : never;
};

/** Who this oracle is, as plugins may know it. */
export interface OracleInfo {
  readonly name: string;
  readonly description: string;
  /** Extra instructions at the head of every system prompt, as `oracle.config.json` sets them. */
  readonly prompt?: string | undefined;
  /** Runtime version, `0.X.Y`. */
  readonly version: string;
  /** The oracle's DID; undefined while no signing identity is loaded. */
  readonly did: string | undefined;
  readonly entityDid: string | undefined;
  /** The origin under which others reach it (`PUBLIC_URL`), where the operator has said. */
  readonly publicUrl: string | undefined;
  /** The same, or where people on this machine reach it; left out when neither is known. */
  readonly origin?: string;
  readonly network: 'devnet' | 'testnet' | 'mainnet';
}

/** A signature key of the oracle's identity, for documents that others verify. Undefined without an identity. */
export interface Signer {
  readonly did: string;
  /** Ed25519, 64 bytes. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/** `T` for a provider in `dependsOn`, `T | undefined` for one in `softDependsOn`, a type error otherwise. */
export type Used<T, Provider, Hard extends string, Soft extends string> = Provider extends Hard
  ? T
  : Provider extends Soft
    ? T | undefined
    : never;

export interface PluginContext<
  Env extends EnvShape = EnvSchema,
  Config = unknown,
  Hard extends string = string,
  Soft extends string = string,
> {
  readonly oracle: OracleInfo;
  readonly env: EnvOf<Env>;
  /** The plugin's section `plugins.<name>` of `oracle.config.json`, parsed by its `config` schema. */
  readonly config: Config;
  /** A variable of the environment or `.env` that the configuration names, as in `${NAME}`; blank is undefined. */
  variable(name: string): string | undefined;
  readonly logger: Logger;
  readonly database: PluginDatabase;
  readonly blobs: Blobs;
  /** For what the plugin encrypts. */
  readonly keys: Keys;
  /** To be taken by plugins that ask models: from then on it is kept for whom each tool is called. */
  readonly models: Models;
  readonly clock: Clock;
  readonly signer: Signer | undefined;
  /** The last restore of this oracle from a backup; undefined for none. */
  readonly restored: Restored | undefined;
  /** What people let this oracle do in their name. */
  readonly delegations: Delegations;
  /** For plugins that bring people from elsewhere: what they say, and who they are here. */
  readonly conversations: Conversations;
  readonly principals: Principals;
  /** What people share with each other. */
  readonly shares: Shares;
  /** Documents of DIDs that need no chain. */
  readonly dids: Dids;
  /** The runs of this process, as they stand. */
  runFigures(): RunFigures;
  /** What this process has open, as it stands. */
  serverFigures(): ServerFigures;
  /** Hears of every request of this process, once it is over. */
  onRequest(heard: (request: AnsweredRequest) => void): void;
  /** Does what only one of the processes on the database may do at a time. */
  readonly doAlone: DoAlone;
  /** Aborted when the process shuts down. */
  readonly signal: AbortSignal;
  use<T, Provider extends string>(
    token: ServiceToken<T, Provider> &
      ([Provider] extends [Hard | Soft] ? unknown : 'list the provider in dependsOn or softDependsOn'),
  ): Used<T, Provider, Hard, Soft>;
}

export interface HealthReport {
  readonly status: 'ok' | 'degraded' | 'down';
  readonly detail?: string;
}

/** What a prompt section knows of the run that it speaks in. */
export interface PromptRun {
  readonly principal: Principal;
  readonly sessionId: string;
  /** What the person said. */
  readonly message: string;
  /** What the client sent beside the message, as it came. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Aborted when the run is cancelled or the section's time is up. */
  readonly signal: AbortSignal;
}

/**
 * Text that the system prompt carries; an `undefined` body leaves the section out of this run, as does one that
 * throws or comes late.
 */
export interface PromptSection {
  readonly name: string;
  /** Milliseconds that the first model call waits for the body; default 300. */
  readonly deadlineMs?: number;
  body(run: PromptRun): string | undefined | Promise<string | undefined>;
}

/** Work beside requests: starts after `listening`, ends when `signal` is aborted. A throw is logged, not fatal. */
export interface BackgroundTask {
  readonly name: string;
  run(signal: AbortSignal): Promise<void>;
}

/** What a run brings besides its text, for tools that exist only in this run. */
export interface RunRequest {
  readonly principal: Principal;
  readonly sessionId: string;
  readonly message: string;
  readonly attachments: readonly Attachment[];
  /** The `tools` field of the request, unparsed. */
  readonly tools: readonly unknown[];
  /** The `metadata` field of the request, unparsed. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** How to look through what is stored. */
export interface Inspection {
  /** Also read every byte. */
  readonly deep: boolean;
  /** Remove what nothing refers to, once it is a day old. */
  readonly repair: boolean;
}

/** One thing that is wrong with what a plugin has stored. */
export interface StoredFault {
  /** `lost`: it cannot be read any more. `stray`: nothing refers to it. `removed`: it was stray, and is gone now. */
  readonly kind: 'lost' | 'stray' | 'removed';
  /** In words that name it. */
  readonly detail: string;
}

/** What `setup` gives back. Everything is optional. */
export interface Contribution {
  /** What it does, each said once: tools, routes, commands and audit come of them. */
  readonly operations?: readonly AnyOperation[];
  /** Only an agent's: what has no other view. */
  readonly tools?: readonly AnyTool[];
  /** Tools of one run only, such as those that the client itself executes. */
  readonly requestTools?: (request: RunRequest) => readonly AnyTool[] | Promise<readonly AnyTool[]>;
  /** Only HTTP's: what has no other view. */
  readonly routes?: readonly AnyRoute[];
  /** A path at which its tools are served over MCP to credentials with this ability, beside `/mcp/<plugin>`. */
  readonly mcp?: { readonly path: string; readonly ability: string };
  /** Capabilities that come up after the boot. */
  readonly capabilitySources?: readonly CapabilitySource[];
  /** Texts that clients may read themselves, such as prompts. */
  readonly textSources?: readonly TextSource[];
  readonly middleware?: readonly Middleware[];
  readonly promptSections?: readonly PromptSection[];
  readonly services?: readonly ProvidedService[];
  /** Of DID methods that no other plugin knows. */
  readonly didDocuments?: DidDocuments;
  /** Kinds of its things that their owners can share. */
  readonly shareables?: readonly Shareable[];
  /** What it has recorded of acts in somebody's name; the operator reads it at `GET /audit`. */
  readonly audit?: AuditSource;
  /** What is wrong with what it has stored; `oracle doctor --files` asks while another process may be changing it. */
  readonly inspect?: (how: Inspection) => AsyncIterable<StoredFault>;
  readonly health?: () => HealthReport | Promise<HealthReport>;
  readonly background?: readonly BackgroundTask[];
  /** While it has not resolved, the plugin is `pending`; the boot never waits for it. */
  readonly ready?: (signal: AbortSignal) => Promise<void>;
  readonly dispose?: () => Promise<void> | void;
}

export interface PluginDefinition<
  Env extends EnvShape = EnvSchema,
  Config = unknown,
  Hard extends string = string,
  Soft extends string = string,
> {
  /** kebab-case, unique. */
  readonly name: string;
  /** semver. */
  readonly version: string;
  /** Short for one capability of the plugin's name with all that it brings. Give this or `capabilities`. */
  readonly manifest?: Manifest;
  /** What the agent loads, part by part. */
  readonly capabilities?: readonly Capability[];
  readonly env?: Env & ValidSpecs<Env>;
  /** Variables without which this plugin is left out (optional plugins): skipped while any is blank. */
  readonly enabledBy?: readonly (keyof Env & string)[];
  /**
   * npm packages that it imports when it is first used, beside those of the runtime: name -> version range, such as
   * `{ bullmq: '^5.0.0' }`. While it is enabled and one is missing, the oracle does not start and says how to install
   * them; `npm start` installs them.
   */
  readonly packages?: Readonly<Record<string, string>>;
  /**
   * Labelled sentences that teach the keyless chat its operations: BCP 47 language -> JSON lines, see `Utterance`. A
   * project's own plugin needs none of it: its folder's `utterances/<language>.jsonl` are read at the start.
   */
  readonly utterances?: Readonly<Record<string, string>>;
  /** Schema of `plugins.<name>` in `oracle.config.json`; parsed from `{}` when the section is absent. */
  readonly config?: z.ZodType<Config>;
  /** Where that section stands instead: a key of the file that others know by this name. */
  readonly section?: 'mcpServers';
  readonly dependsOn?: readonly Hard[];
  readonly softDependsOn?: readonly Soft[];
  /** A failure of this plugin ends the boot. Default false: it contributes nothing and is reported `failed`. */
  readonly required?: boolean;
  /** API key scopes that its routes and tools ask for: name -> what it allows. */
  readonly scopes?: Readonly<Record<string, string>>;
  /**
   * UCAN abilities that its routes ask for: ability -> the abilities that it implies at once, such as
   * `{ 'notes/write': ['notes/read'], 'notes/read': [] }`. What those imply follows. API key scopes of the same name
   * imply the same.
   */
  readonly abilities?: Readonly<Record<string, readonly string[]>>;
  /** Kinds of things that its abilities are about; all others are about this oracle, `ixo:oracle`. */
  readonly resources?: readonly ResourceKind[];
  /** Schema steps in order, named `001-what`. */
  readonly migrations?: Readonly<Record<string, Migration>>;
  readonly commands?: readonly PluginCommand[];
  /** What its commands answer to, `oracle <name> …`. Default: the plugin's name, and what its first capability is for. */
  readonly commandGroup?: {
    readonly name: string;
    readonly summary: string;
    /** The command that the name alone stands for in the terminal chat: `/files` is `/files ls`. */
    readonly usual?: string;
  };
  /** What `oracle new` does for a new project besides writing it. */
  readonly projectSteps?: readonly ProjectStep[];
  /** What `oracle doctor` looks at. */
  readonly checks?: readonly ProjectCheck[];
  setup?(ctx: PluginContext<Env, Config, Hard, Soft>): Promise<Contribution> | Contribution;
}

/** A plugin as lists and the boot loader hold it. */
export interface Plugin extends Omit<PluginDefinition, 'config' | 'setup' | 'enabledBy'> {
  readonly enabledBy?: readonly string[];
  readonly config?: z.ZodType;
  setup?(ctx: PluginContext): Promise<Contribution> | Contribution;
}

/**
 * Declares a plugin. `ctx.env` gets its types from `env`, `ctx.config` from `config`, `ctx.use` from
 * `dependsOn` and `softDependsOn`. The value is frozen; the boot loader checks it.
 */
export function definePlugin<
  const Env extends EnvShape = Record<never, never>,
  Config = undefined,
  const Hard extends string = never,
  const Soft extends string = never,
>(definition: PluginDefinition<Env, Config, Hard, Soft>): Plugin {
  return Object.freeze({ ...definition }) as unknown as Plugin;
}
