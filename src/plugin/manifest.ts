/**
 * When the agent may see a plugin's tools: `always` bound; `on-demand` after `load_capability`; `silent` never
 * listed (plugins that only add routes, middleware or background work).
 */
export type LoadingMode = 'always' | 'on-demand' | 'silent';

/** A plain-words request and the call it should become. Teaches models and the offline planner alike. */
export interface ManifestExample {
  readonly user: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What the agent reads about a capability. */
export interface Manifest {
  readonly title: string;
  /** One sentence, at most 200 characters: what it can do. */
  readonly summary: string;
  /** Situations in the user's words. At least one unless `silent`. */
  readonly whenToUse: readonly string[];
  readonly whenNotToUse?: readonly string[];
  readonly examples?: readonly ManifestExample[];
  /** Words people use for this subject; they rank search. */
  readonly tags?: readonly string[];
  readonly category?: string;
  /** Default `on-demand`. */
  readonly loading?: LoadingMode;
  readonly stability?: 'experimental' | 'stable' | 'deprecated';
}

/** A part of a plugin that the agent loads as one: small enough to read, 8 KB of schemas at most. */
export interface Capability {
  /** kebab-case, unique over all plugins; the plugin's own name for one that is all of it. */
  readonly name: string;
  readonly manifest: Manifest;
  /** Names of the operations and tools that it brings, in the order in which a model sees them. */
  readonly operations: readonly string[];
}
