import type { Dids } from '../plugin/index.js';
import type { PlainDidOptions } from './ucan/did/plain-dids.js';

/** {@link Dids} of this process; the code that resolves loads with the first DID. */
export function createPlainDids(options: PlainDidOptions): Dids {
  let loading: Promise<Dids['resolve']> | undefined;
  function load(): Promise<Dids['resolve']> {
    loading ??= import('./ucan/did/plain-dids.js').then(({ resolvePlainDids }) => resolvePlainDids(options));
    return loading;
  }
  return { methods: ['key', 'web'], resolve: async (did, signal) => (await load())(did, signal) };
}
