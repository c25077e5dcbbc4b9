/**
 * How one plugin serves another. The interface and its token stand in the provider's `service.ts`, which others may
 * import, its code behind them; a consumer lists the provider in `dependsOn` (always there) or `softDependsOn` (maybe absent) and calls
 * `ctx.use(Token)`.
 */
export interface ServiceToken<T, Provider extends string = string> {
  readonly name: string;
  /** The one plugin that may provide it. */
  readonly provider: Provider;
  /** Phantom: carries the type, never a value. */
  readonly type?: T;
}

export interface ProvidedService {
  readonly token: ServiceToken<unknown>;
  readonly value: unknown;
}

/** A service's token: `defineService<Designs>()('sampling', 'designs')`. */
export function defineService<T>() {
  return <const Provider extends string>(provider: Provider, name: string): ServiceToken<T, Provider> =>
    Object.freeze({ name, provider });
}

/** Pairs a token with its implementation for `setup`'s return value. */
export function provide<T>(token: ServiceToken<T>, value: T): ProvidedService {
  return { token, value };
}
