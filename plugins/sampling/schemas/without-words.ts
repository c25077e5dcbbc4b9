import type { z } from 'zod';

/** The same fields without descriptions, for a tool that a model sees beside one that explains them. */
export function withoutWords<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape): Shape {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, schema.meta({ description: undefined })]),
  ) as Shape;
}
