import { startTestChat, type TestChat } from './test-chat.js';

/** JSON from the wire; a test reads down into it and a wrong turn gives undefined. */
export type Json = { readonly [key: string]: Json } & { readonly [index: number]: Json } & readonly Json[];

/** A whole answer. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
  /** The JSON body. */
  readonly json: Json;
  /** The value at a dotted path of the JSON body, such as `items.0.name`; undefined where the path leads nowhere. */
  at(path: string): unknown;
}

export interface TestCall {
  /** Text and bytes go out as they are, everything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One caller of the oracle, with its credential on every request. */
export interface TestClient {
  /** `fetch` on a path; what `init` gives wins over the credential. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  request(method: string, path: string, call?: TestCall): Promise<TestAnswer>;
  get(path: string, headers?: TestCall['headers']): Promise<TestAnswer>;
  /** Default body: `{}`. */
  post(path: string, body?: unknown, headers?: TestCall['headers']): Promise<TestAnswer>;
  put(path: string, body?: unknown, headers?: TestCall['headers']): Promise<TestAnswer>;
  delete(path: string, headers?: TestCall['headers']): Promise<TestAnswer>;
  /** The headers of one request's credential, for clients of your own. A UCAN is another one each time. */
  credential(): Promise<Readonly<Record<string, string>>>;
  /** Opens a session, which asks for the scope `chat`. */
  chat(): Promise<TestChat>;
}

/** A client of the oracle at `url`; `credential` is asked once a request. */
export function testClient(url: string, credential: TestClient['credential']): TestClient {
  const send: TestClient['fetch'] = async (path, init = {}) => {
    const headers = new Headers(await credential());
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    return fetch(url + path, { ...init, headers });
  };
  const request: TestClient['request'] = async (method, path, { body, headers = {} } = {}) => {
    const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
    const response = await send(path, {
      method,
      headers: { ...(isRaw ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
    });
    return readAnswer(response);
  };
  const client: TestClient = {
    fetch: send,
    request,
    get: (path, headers = {}) => request('GET', path, { headers }),
    post: (path, body = {}, headers = {}) => request('POST', path, { body, headers }),
    put: (path, body, headers = {}) => request('PUT', path, { body, headers }),
    delete: (path, headers = {}) => request('DELETE', path, { headers }),
    credential,
    chat: () => startTestChat(client),
  };
  return client;
}

async function readAnswer(response: Response): Promise<TestAnswer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString('utf8');
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    get json() {
      return JSON.parse(text) as Json;
    },
    at(path) {
      let value: unknown = JSON.parse(text);
      for (const key of path === '' ? [] : path.split('.'))
        value =
          typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
      return value;
    },
  };
}
