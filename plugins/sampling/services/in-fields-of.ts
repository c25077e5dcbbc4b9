import { OracleError } from 'oracle-runtime/plugin';

/** Runs work whose errors name its own parameters, and names the fields of the request instead. */
export async function inFieldsOf<T>(
  fields: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!OracleError.isInstance(error) || error.errors === undefined) throw error;
    const named = error.errors.map(({ field, message }) => ({ field: fields[field] ?? field, message }));
    const detail = named.reduce(
      (text, { field }, at) => text.replaceAll(`${error.errors?.[at]?.field}: `, `${field}: `),
      error.detail,
    );
    throw new OracleError(error.code, { detail, hint: error.hint, errors: named, cause: error });
  }
}
