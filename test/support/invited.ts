import type { TestClient, TestOracle } from '../../src/testing/index.js';
import { testClient } from '../../src/testing/test-client.js';

export interface Person extends TestClient {
  readonly did: string;
}

/** Somebody whom the owner has invited and who has followed the link. */
export async function invited(oracle: TestOracle, name: string, ...scopes: string[]): Promise<Person> {
  const person = await oracle.owner.post('/people', { name, scopes });
  const code = String(person.at('link')).split('#login=')[1];
  const session = await oracle.anyone.post('/auth/session', { code });
  const headers = { Authorization: `Bearer ${session.at('token')}` };
  return { ...testClient(oracle.url, async () => headers), did: String(person.at('did')) };
}
