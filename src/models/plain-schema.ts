type Schema = Readonly<Record<string, unknown>>;

/** Deeper than this nobody fills in a form. */
const DEEPEST = 12;
const TYPES = ['string', 'number', 'boolean', 'object'];
/** A value that may be anything. */
const ANYTHING: Schema = { anyOf: TYPES.map((type) => ({ type })) };

/**
 * A JSON schema in what every endpoint takes of it: type, description, properties, required, items, enum of texts, and anyOf
 * below the top. References stand where they point to, and every value has a type. What is lost is checked all the same,
 * since arguments are validated by the whole schema.
 */
export function plainSchema(schema: Schema): Schema {
  const plain = plainPart(schema, { root: schema, depth: 0, within: [] });
  const members = plain['anyOf'];
  if (!Array.isArray(members)) return plain['type'] === 'object' ? plain : { type: 'object' };
  const properties = Object.assign(
    {},
    ...members.map((member: Schema) => member['properties'] ?? {}),
  ) as Schema;
  return {
    type: 'object',
    ...described(schema),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
  };
}

interface Place {
  readonly root: Schema;
  readonly depth: number;
  /** The references that lead here: one that comes again would never end. */
  readonly within: readonly string[];
}

function plainPart(value: unknown, place: Place): Schema {
  if (!isSchema(value) || place.depth > DEEPEST) return ANYTHING;
  const inside: Place = { ...place, depth: place.depth + 1 };
  const { $ref: reference } = value;
  if (typeof reference === 'string') {
    const { root, within } = place;
    const target = within.includes(reference) ? undefined : pointed(root, reference);
    return { ...plainPart(target, { ...inside, within: [...within, reference] }), ...described(value) };
  }
  const whole = withAllOf(value);
  const options = whole['anyOf'] ?? whole['oneOf'];
  if (Array.isArray(options) && whole['properties'] === undefined) {
    const [only, ...more] = options.filter((each) => !isNull(each)).map((each) => plainPart(each, inside));
    if (only === undefined) return { ...ANYTHING, ...described(whole) };
    return { ...(more.length === 0 ? only : { anyOf: [only, ...more] }), ...described(whole) };
  }
  const type = typeOf(whole);
  switch (type) {
    case undefined:
      return { ...ANYTHING, ...described(whole) };
    case 'object':
      return { type, ...described(whole), ...members(whole, inside) };
    case 'array':
      return { type, ...described(whole), items: plainPart(whole['items'], inside) };
    default:
      return { type, ...described(whole), ...choices(whole) };
  }
}

function members(schema: Schema, inside: Place): Schema {
  const { properties, required } = schema;
  if (!isSchema(properties) || Object.keys(properties).length === 0) return {};
  const plain = Object.entries(properties).map(([name, each]) => [name, plainPart(each, inside)]);
  const names = Array.isArray(required) ? required.filter((name) => String(name) in properties) : [];
  return { properties: Object.fromEntries(plain), ...(names.length === 0 ? {} : { required: names }) };
}

/** What several schemas ask at once, as one. */
function withAllOf(schema: Schema): Schema {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf)) return schema;
  const parts: readonly Schema[] = [...allOf.filter(isSchema), rest];
  const properties = parts.flatMap((part) =>
    isSchema(part['properties']) ? Object.entries(part['properties']) : [],
  );
  const required = parts.flatMap((part) => (Array.isArray(part['required']) ? part['required'] : []));
  return {
    ...Object.assign({}, ...parts),
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties), required }),
  } as Schema;
}

function choices(schema: Schema): Schema {
  const given = 'const' in schema ? [schema['const']] : schema['enum'];
  return Array.isArray(given) && given.every((each) => typeof each === 'string') ? { enum: given } : {};
}

function typeOf(schema: Schema): string | undefined {
  const { type } = schema;
  const named = (Array.isArray(type) ? type : [type]).filter(
    (each) => typeof each === 'string' && each !== 'null',
  );
  if (named.length > 1) return undefined;
  if (named.length === 1) return String(named[0]);
  if (isSchema(schema['properties'])) return 'object';
  if (schema['items'] !== undefined) return 'array';
  const values = 'const' in schema ? [schema['const']] : schema['enum'];
  return Array.isArray(values) && values.every((each) => typeof each === 'string') ? 'string' : undefined;
}

/** `#/$defs/Place`; undefined when it points to nowhere or elsewhere. */
function pointed(root: Schema, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  const path = reference
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return path.reduce<unknown>((at, name) => (isSchema(at) ? at[name] : undefined), root);
}

function described({ description }: Schema): Schema {
  return typeof description === 'string' ? { description } : {};
}

function isNull(schema: unknown): boolean {
  return isSchema(schema) && (schema['type'] === 'null' || schema['const'] === null);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
