import { isRecord } from '../kit/index.js';

/** Bytes of a schema that answers are held to. */
const LARGEST = 64 * 1024;

/** What the tools of a list say of what they answer, by their own names; what is no schema is passed over. */
export function outputsOf(
  listed: readonly unknown[],
): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  return new Map(
    listed.flatMap((each) => {
      if (!isRecord(each)) return [];
      const { name, outputSchema } = each;
      const isHeld =
        typeof name === 'string' && isRecord(outputSchema) && JSON.stringify(outputSchema).length <= LARGEST;
      return isHeld ? [[name, outputSchema] as const] : [];
    }),
  );
}
