import { fieldErrors } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** A tool as a client declared it, whatever its dialect. */
export interface DeclaredTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The same of its results, where it was declared. */
  readonly results?: Readonly<Record<string, unknown>>;
}

const schema = z.looseObject({ type: z.literal('object').default('object') }).default({ type: 'object' });
const named = {
  name: z.string(),
  description: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
};

/** OpenAI's chat completions, and AI SDK's and LangChain's clients with it. */
const inFunction = z
  .looseObject({ type: z.literal('function'), function: z.looseObject({ ...named, parameters: schema }) })
  .transform(({ function: { name, description, parameters } }) => ({ name, description, parameters }));

/** AG-UI's, OpenAI's responses, and our own: `parameters` beside the name. */
const flat = z
  .looseObject({ ...named, parameters: schema })
  .transform(({ name, description, parameters }) => ({ name, description, parameters }));

/** MCP's and AI SDK's: `inputSchema`, and `outputSchema` of MCP; Anthropic's: `input_schema`. */
const withInputSchema = z
  .looseObject({
    ...named,
    inputSchema: schema,
    outputSchema: z.looseObject({ type: z.literal('object') }).nullish(),
  })
  .transform(({ name, description, inputSchema, outputSchema }) => ({
    name,
    description,
    parameters: inputSchema,
    ...(outputSchema == null ? {} : { results: outputSchema }),
  }));
const withInputSchemaOfAnthropic = z
  .looseObject({ ...named, input_schema: schema })
  .transform(({ name, description, input_schema }) => ({ name, description, parameters: input_schema }));

const FORMS = [
  ['function', inFunction],
  ['inputSchema', withInputSchema],
  ['input_schema', withInputSchemaOfAnthropic],
] as const;

/**
 * Reads one member of a request's `tools`.
 * @throws OracleError `invalid_request` that names its place
 */
export function declaredTool(declared: unknown, place: number): DeclaredTool {
  refuseOtherKind(declared, place);
  const form = FORMS.find(([member]) => has(declared, member))?.[1] ?? flat;
  const parsed = form.safeParse(declared);
  if (parsed.success) return parsed.data;
  throw new OracleError('invalid_request', {
    detail: `The tool at place ${place + 1} of the request is not one that a model could be given.`,
    hint: 'Declare it as { "name", "description", "parameters": <JSON Schema of an object> }, or as OpenAI does.',
    errors: fieldErrors(parsed.error).map(({ field, message }) => ({
      field: ['tools', place, field].filter((part) => part !== '').join('.'),
      message,
    })),
  });
}

/** A free text has no schema to hold it to, and what a provider would run itself is not here. Anthropic calls functions `custom`. */
function refuseOtherKind(declared: unknown, place: number): void {
  if (typeof declared !== 'object' || declared === null || !('type' in declared)) return;
  const { type } = declared;
  if (type == null || type === 'function' || (type === 'custom' && has(declared, 'input_schema'))) return;
  const kind = typeof type === 'string' ? `'${type.slice(0, 60)}'` : 'this one';
  throw new OracleError('invalid_request', {
    detail: `The tool at place ${place + 1} of the request is of a type that is not run here: ${kind}.`,
    hint: 'Declare a function: { "type": "function", "name", "description", "parameters": <JSON Schema of an object> }.',
    errors: [{ field: `tools.${place}.type`, message: 'must be function' }],
  });
}

function has(value: unknown, member: string): boolean {
  return typeof value === 'object' && value !== null && member in value;
}
