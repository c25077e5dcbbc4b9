import { type Html, html } from './page-shell.js';

type Json = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 6;

/** A JSON Schema as a nested list: names, types, limits, descriptions. References show their name. */
export function renderSchema(schema: unknown): Html {
  return renderNode(asJson(schema), 0);
}

function renderNode(schema: Json, depth: number): Html {
  const properties = Object.entries(asJson(schema['properties']));
  const items = asJson(schema['items']);
  const children =
    properties.length > 0
      ? renderProperties(schema, properties, depth)
      : Object.keys(items).length > 0 && hasChildren(items)
        ? renderNode(items, depth)
        : alternativesOf(schema)
            .filter(hasChildren)
            .map((each) => renderNode(each, depth));
  return html`<span class="type">${typeOf(schema)}</span> ${limitsOf(schema)}${depth < MAX_DEPTH ? children : undefined}`;
}

function renderProperties(
  schema: Json,
  properties: readonly (readonly [string, unknown])[],
  depth: number,
): Html {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  return html`<ul class="schema ${depth === 0 ? 'root' : ''}">${properties.map(([name, value]) => {
    const property = asJson(value);
    const words = property['description'];
    return html`<li><code>${name}</code> ${required.has(name) ? html`<span class="must">required</span> ` : undefined}${
      typeof words === 'string' ? html`${words} ` : undefined
    }${renderNode(property, depth + 1)}</li>`;
  })}</ul>`;
}

function hasChildren(schema: Json): boolean {
  return (
    Object.keys(asJson(schema['properties'])).length > 0 ||
    hasSome(asJson(schema['items'])) ||
    alternativesOf(schema).some(hasChildren)
  );
}

function hasSome(schema: Json): boolean {
  return Object.keys(schema).length > 0 && hasChildren(schema);
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

function limitsOf(schema: Json): Html | undefined {
  const limits = Object.entries(LIMITS).flatMap(([key, words]) => {
    const value = schema[key];
    if (value === undefined || Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) return [];
    return [`${words}${typeof value === 'string' ? value : JSON.stringify(value)}`];
  });
  return limits.length === 0 ? undefined : html`<span class="type">(${limits.join(', ')})</span> `;
}

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
