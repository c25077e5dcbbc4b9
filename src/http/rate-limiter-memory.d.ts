/** The one limiter we use, without the dozen database adapters that the package's index loads. */
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  import type { RateLimiterMemory } from 'rate-limiter-flexible';

  const Memory: typeof RateLimiterMemory;
  export default Memory;
}
