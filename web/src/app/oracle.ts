import { createOracleClient } from 'oracle-runtime/client';

const { dataset } = document.getElementById('app') ?? document.body;

/** Who this oracle is, as the document says. */
export const oracle = {
  name: dataset['name'] ?? '',
  description: dataset['description'] ?? '',
  version: dataset['version'] ?? '',
  network: dataset['network'] ?? '',
  did: dataset['did'] === '' ? undefined : dataset['did'],
  /** The one origin whose page makes and takes passkeys. */
  passkeysAt: dataset['passkeys'] === '' ? undefined : dataset['passkeys'],
};

/** The one client of the page; the session cookie says who asks. */
export const client = createOracleClient();

/** JSON that the oracle answers a GET with, taken as what its API document says it is. */
export async function read<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await client.call('GET', path, signal === undefined ? {} : { signal });
  return (await response.json()) as T;
}

/** The same for a request that changes something; undefined where the answer is empty. */
export async function change<T = undefined>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await client.call(method, path, body === undefined ? {} : { body });
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
