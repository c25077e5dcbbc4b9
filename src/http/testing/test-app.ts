import { startTestOracle, type TestOracle, type TestOracleOptions } from '../../testing/index.js';

/** A test oracle as the tests of its HTTP see it: credentials are bare keys, answers are raw. */
export interface TestApp extends TestOracle {
  /** An API key with these scopes. */
  key(...scopes: string[]): Promise<string>;
  /** `fetch` on a path with a key. */
  get(path: string, key?: string, init?: RequestInit): Promise<Response>;
  /** Sends JSON with a key. */
  post(path: string, key: string | undefined, body: unknown, init?: RequestInit): Promise<Response>;
}

/** Its model is scripted; steps are pushed as they are needed. */
export async function startTestApp(options: TestOracleOptions = {}): Promise<TestApp> {
  const oracle = await startTestOracle({ script: [], ...options });
  const withKey = (key: string | undefined) => (key === undefined ? {} : { Authorization: `Bearer ${key}` });
  return {
    ...oracle,
    async key(...scopes) {
      const { Authorization = '' } = await oracle.as(scopes).credential();
      return Authorization.slice('Bearer '.length);
    },
    get: (path, key, init = {}) =>
      fetch(oracle.url + path, { ...init, headers: { ...withKey(key), ...init.headers } }),
    post: (path, key, body, init = {}) =>
      fetch(oracle.url + path, {
        method: 'POST',
        ...init,
        headers: { 'Content-Type': 'application/json', ...withKey(key), ...init.headers },
        body: JSON.stringify(body),
      }),
  };
}
