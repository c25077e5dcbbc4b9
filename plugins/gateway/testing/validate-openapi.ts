import { Validator } from '@seriousme/openapi-schema-validator';

/** What is wrong with an API document. */
export async function validate(document: unknown): Promise<unknown[]> {
  const result = await new Validator().validate(structuredClone(document) as Record<string, unknown>);
  return result.valid ? [] : [result.errors];
}
