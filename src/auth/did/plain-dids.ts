import type { Dids } from '../../plugin/index.js';
import type { PlainDidOptions } from './resolve-plain-did.js';

/** {@link Dids} of this process; the code that resolves loads with the first DID. */
export function createPlainDids(options: PlainDidOptions): Dids {
  let loading: Promise<Dids['resolve']> | undefined;
  function load(): Promise<Dids['resolve']> {
    loading ??= import('./resolve-plain-did.js').then(({ resolvePlainDids }) => resolvePlainDids(options));
    return loading;
  }
  return { methods: ['key', 'web'], resolve: async (did, signal) => (await load())(did, signal) };
}
