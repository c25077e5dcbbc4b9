/** Where a model is asked, and as whom. */
export interface EndpointOptions {
  /** Ends before `/chat/completions`, such as `https://api.openai.com/v1`; a query stays. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** Azure's `api-version`. */
  readonly apiVersion?: string;
  /** Sent with each request; they win over the adapter's own. */
  readonly extraHeaders?: Readonly<Record<string, string>>;
}

export interface Endpoint {
  readonly chat: URL;
  /** Its list of models. */
  readonly models: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** What must not be shown, should the endpoint echo it. */
  readonly secrets: readonly string[];
}

/** What is shorter guards nothing, and stands within words. */
const SHORTEST_SECRET = 5;
const AZURE = /\.(?:openai|cognitiveservices|services\.ai)\.azure\.com$/;

export function readEndpoint({ baseUrl, apiKey, apiVersion, extraHeaders = {} }: EndpointOptions): Endpoint {
  const base = new URL(baseUrl);
  if (apiVersion !== undefined) base.searchParams.set('api-version', apiVersion);
  const at = (path: string) => {
    const url = new URL(base);
    url.pathname = `${base.pathname.replace(/\/+$/, '')}${path}`;
    return url;
  };
  const own = Object.fromEntries(
    Object.entries(extraHeaders).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    chat: at('/chat/completions'),
    models: at('/models'),
    headers: { ...authorization(apiKey, isAzure(base, apiVersion)), ...own },
    secrets: [apiKey ?? '', ...Object.values(own)].filter(({ length }) => length >= SHORTEST_SECRET),
  };
}

/** Azure takes a key in a header of its own; as a bearer it takes only tokens of its directory. */
function authorization(apiKey: string | undefined, azure: boolean): Readonly<Record<string, string>> {
  if (apiKey === undefined) return {};
  return azure ? { 'api-key': apiKey } : { authorization: `Bearer ${apiKey}` };
}

function isAzure(base: URL, apiVersion: string | undefined): boolean {
  return apiVersion !== undefined || AZURE.test(base.hostname);
}
