import type { RunLimits } from './runs/budget/run-limits.js';

/** `oracle.config.json` plus the core's environment, validated and frozen. */
export interface Config {
  readonly name: string;
  readonly description: string;
  readonly price?: { readonly amount: number; readonly currency: string; readonly per: 'message' | 'month' };
  /** Extra instructions at the head of the system prompt. */
  readonly prompt?: string;
  readonly entityDid?: string;
  readonly network: 'devnet' | 'testnet' | 'mainnet';
  /** `true`: must load (its missing env is an error); `false`: never; `auto` (default): when its env allows. */
  readonly features: Readonly<Record<string, boolean | 'auto'>>;
  /** Sections `plugins.<name>`, parsed by each plugin's own schema. */
  readonly plugins: Readonly<Record<string, unknown>>;
  readonly mcpServers: Readonly<Record<string, unknown>>;
  /** What accounts from outside, such as those of a chat, may do; default `chat` alone. */
  readonly externalScopes: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl?: string;
  readonly signingMnemonic?: string;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** The origin under which others reach this oracle, such as `https://oracle.example`. */
  readonly publicUrl?: string;
  /** Seconds that the clocks of UCAN issuers may be off. */
  readonly ucanSkewSeconds: number;
  /** Whether `did:web` of this machine may be resolved, without TLS. */
  readonly didWebLocal: boolean;
  /** Who may act by UCANs of their own besides the owner and the entity: DIDs, `did:ixo:*`, or `*` for anybody. */
  readonly ucanUsers: readonly string[];
  readonly corsOrigins: readonly string[];
  /** Names under which clients may reach routes that check them; `*` for any. */
  readonly allowedHosts: readonly string[];
  readonly rateLimitPerMinute: number;
  readonly trustProxy: boolean;
  /** Conversations that nobody touched for so many days are erased; 0: never. */
  readonly retentionDays: number;
  readonly shutdownGraceMs: number;
  /** SSE comment interval; DESIGN asks for at most 15 s. */
  readonly heartbeatMs: number;
  readonly runLimits: RunLimits;
  readonly models: ModelsConfig;
  /** Where the values came from, for `oracle doctor`. */
  readonly sources: { readonly configFile: string; readonly envFile?: string };
  /** Everything from `.env` and the process, for the plugins' own env schemas. Never logged. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface ModelsConfig {
  /** `offline` when no key is set. */
  readonly provider: 'openai' | 'anthropic' | 'offline';
  readonly apiKey?: string;
  readonly baseUrl?: string;
  readonly model?: string;
  readonly utilityModel?: string;
  /** Azure's `api-version`. */
  readonly apiVersion?: string;
  readonly extraHeaders?: Readonly<Record<string, string>>;
  /** Further members of each request. */
  readonly extraBody?: Readonly<Record<string, unknown>>;
  readonly temperature?: number;
  /** The most tokens of one answer. */
  readonly maxTokens?: number;
  readonly reasoningEffort?: string;
  /** How many tokens the model takes, request and answer together; while unset, as the endpoint says. */
  readonly contextTokens?: number;
  /** Who answers when the first is away. */
  readonly fallback?: FallbackConfig;
  /** Model calls per run before it ends with reason `limit`; default 30. */
  readonly maxSteps: number;
  /** Milliseconds without a byte from the endpoint before a call is given up; default 60,000. */
  readonly timeoutMs: number;
  /** The same until an answer begins; unset, `timeoutMs`, or more for an endpoint nearby. */
  readonly firstTimeoutMs?: number;
  /** Characters of history that a model call may carry; older turns are left out whole. Default 400,000. */
  readonly maxHistoryChars: number;
}

export interface FallbackConfig {
  readonly provider: 'openai' | 'anthropic';
  readonly model: string;
  readonly apiKey?: string;
  readonly baseUrl?: string;
  /** Whether the endpoint is the first's, whose version, headers and members then go along. */
  readonly sameEndpoint: boolean;
}
