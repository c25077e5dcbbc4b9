import { z } from 'zod';
import type { AnyTool, ToolSchema } from '../plugin/index.js';

type Described = Pick<AnyTool, 'name' | 'description' | 'input'>;

const cache = new WeakMap<Described, ToolSchema>();

/** The tool as a model sees it. One frozen object per tool, so that adapters can cache what they render from it. */
export function toolSchema(tool: Described): ToolSchema {
  const cached = cache.get(tool);
  if (cached !== undefined) return cached;
  const { $schema: _, ...parameters } = z.toJSONSchema(tool.input, { io: 'input', unrepresentable: 'any' });
  const schema = Object.freeze({ name: tool.name, description: tool.description, parameters });
  cache.set(tool, schema);
  return schema;
}
