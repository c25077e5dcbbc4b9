import { isRecord } from '../kit/index.js';
import { type Html, html } from './page-shell.js';

type Json = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 6;

/** A JSON Schema as a nested list: names, types, limits, descriptions. References show their name. */
export function renderSchema(schema: unknown): Html {
  return renderNode(asJson(schema), 0);
}

function renderNode(schema: Json, depth: number): Html {
  const limits = limitsOf(schema);
  return html`<span class="type">${typeOf(schema)}${limits === '' ? undefined : ` (${limits})`}</span>${
    depth < MAX_DEPTH ? renderChildren(schema, depth) : undefined
  }`;
}

/** What is inside: properties, those of an array's items, or those of each alternative. */
function renderChildren(schema: Json, depth: number): Html | Html[] {
  const properties = Object.entries(asJson(schema['properties']));
  if (properties.length > 0) return renderProperties(schema, properties, depth);
  const inside = schema['items'] === undefined ? [] : [asJson(schema['items'])];
  return [...inside, ...alternativesOf(schema)].flatMap((inner) => renderChildren(inner, depth));
}

function renderProperties(
  schema: Json,
  properties: readonly (readonly [string, unknown])[],
  depth: number,
): Html {
  const required = requiredOf(schema);
  return html`<ul class="schema ${depth === 0 ? 'root' : ''}">${properties.map(([name, value]) => {
    const property = asJson(value);
    const words = property['description'];
    return html`<li><code>${name}</code> ${required.has(name) ? html`<span class="must">required</span> ` : undefined}${
      typeof words === 'string' ? html`${prose(words)} ` : undefined
    }${renderNode(property, depth + 1)}</li>`;
  })}</ul>`;
}

/** A value of the schema to start from: its required properties, with their names or first choices for values. */
export function exampleOf(schema: unknown, name = '…', depth = 0): unknown {
  const { type, enum: choices, const: constant, default: preset, ...rest } = asJson(schema);
  if (constant !== undefined) return constant;
  if (preset !== undefined) return preset;
  if (Array.isArray(choices)) return choices[0];
  const [alternative] = alternativesOf(rest);
  if (alternative !== undefined && depth < MAX_DEPTH) return exampleOf(alternative, name, depth + 1);
  if (type === 'object') {
    const required = requiredOf(rest);
    const properties = Object.entries(asJson(rest['properties'])).filter(([key]) => required.has(key));
    return depth < MAX_DEPTH
      ? Object.fromEntries(properties.map(([key, value]) => [key, exampleOf(value, key, depth + 1)]))
      : {};
  }
  if (type === 'array') return depth < MAX_DEPTH ? [exampleOf(rest['items'], name, depth + 1)] : [];
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'integer') return exampleNumber(rest);
  return name;
}

function exampleNumber(schema: Json): number {
  const low = Math.max(0, Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 0));
  const high = Number(schema['maximum'] ?? schema['exclusiveMaximum'] ?? Number.POSITIVE_INFINITY);
  return low + 1 < high ? low + 1 : (low + high) / 2;
}

/** Text with its `code` in backticks set as code. */
export function prose(text: string): Html {
  return html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function requiredOf(schema: Json): ReadonlySet<unknown> {
  return new Set(Array.isArray(schema['required']) ? schema['required'] : []);
}

function alternativesOf(schema: Json): Json[] {
  const alternatives = schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf'];
  return Array.isArray(alternatives) ? alternatives.map(asJson) : [];
}

function typeOf(schema: Json): string {
  const { $ref, type, enum: choices, const: constant } = schema;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? $ref;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  if (type === 'array') return `array of ${typeOf(asJson(schema['items']))}`;
  if (typeof type === 'string') return type;
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0)
    return [...new Set(alternatives.map(typeOf))].join(schema['allOf'] === undefined ? ' | ' : ' & ');
  return 'any';
}

const LIMITS: Readonly<Record<string, string>> = {
  format: '',
  minimum: '≥ ',
  exclusiveMinimum: '> ',
  maximum: '≤ ',
  exclusiveMaximum: '< ',
  minLength: 'length ≥ ',
  maxLength: 'length ≤ ',
  minItems: 'items ≥ ',
  maxItems: 'items ≤ ',
  pattern: 'matches ',
  default: 'default ',
};

function limitsOf(schema: Json): string {
  const limits = Object.entries(LIMITS).flatMap(([key, words]) => {
    const value = schema[key];
    // zod writes the safe range of integers as a limit, which says nothing.
    if (value === undefined || Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) return [];
    return [`${words}${typeof value === 'string' ? value : JSON.stringify(value)}`];
  });
  return limits.join(', ');
}

function asJson(value: unknown): Json {
  return isRecord(value) ? { ...value } : {};
}
