import type { Found, Parameter } from './operation.js';

/** What was filled in: of each parameter a text, and the body. */
export interface Filled {
  readonly values: ReadonlyMap<Parameter, string>;
  readonly body?: string | Blob;
}

export interface Request {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Blob;
}

/**
 * The request that was filled in. What is empty and need not be there is left out; items of lists stand between commas.
 * @throws Error for a body that is no JSON
 */
export function requestOf({ path, method, operation }: Found, { values, body }: Filled): Request {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let target = path;
  for (const [parameter, value] of values) {
    const { name, in: place, required } = parameter;
    if (place === 'path')
      // By a function, or `$&` in a value would be more than it says.
      target = target.replace(`{${name}}`, () => segments(parameter, value));
    else if (value !== '' || required) {
      if (place === 'header') headers[name] = value;
      else for (const item of isList(parameter) ? value.split(',') : [value]) query.append(name, item.trim());
    }
  }
  const [type] = Object.keys(operation.requestBody?.content ?? {});
  if (type !== undefined && body !== undefined) {
    headers['Content-Type'] = body instanceof Blob && body.type !== '' ? body.type : type;
    if (typeof body === 'string') JSON.parse(body);
  }
  return {
    method: method.toUpperCase(),
    target: query.size === 0 ? target : `${target}?${query}`,
    headers,
    ...(body === undefined ? {} : { body }),
  };
}

/** One segment, or several where the path takes all that is left. */
function segments(parameter: Parameter, value: string): string {
  return isList(parameter) ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
}

function isList({ schema }: Parameter): boolean {
  return schema['type'] === 'array';
}
