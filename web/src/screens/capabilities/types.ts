/** What a plugin can do for a person, in words. */
export interface Capability {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly examples: readonly Example[];
}

/** A sentence that the oracle understands; `reads` where it changes nothing. */
export interface Example {
  readonly user: string;
  readonly reads: boolean;
}

/** A plugin as `GET /health/plugins` tells of it. */
export interface PluginState {
  readonly name: string;
  readonly version: string;
  readonly state: 'loaded' | 'pending' | 'excluded' | 'failed';
  readonly reason?: string;
  readonly ms?: number;
  readonly tools?: readonly string[];
  readonly routes?: readonly string[];
  readonly capabilities?: readonly Capability[];
  readonly health?: { readonly status: string; readonly detail?: string };
}
