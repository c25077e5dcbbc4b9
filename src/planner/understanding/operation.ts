import type { ToolSchema } from '../../plugin/index.js';
import type { JsonSchema } from '../schema/schema-fields.js';

/** An operation as understanding knows it. */
export interface KnownOperation {
  /** Name of its tool. */
  readonly name: string;
  /** JSON Schema of its input, an object schema. */
  readonly parameters: JsonSchema;
  readonly effect?: ToolSchema['effect'];
}
