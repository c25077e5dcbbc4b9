import { OracleError } from 'oracle-runtime/plugin';

const NAMED = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/**
 * Headers with the variables that they name. What is secret reaches the server in them alone: never an argument, so no
 * model ever reads it.
 *
 * @throws OracleError `config_invalid` for a variable that is not set
 */
export function fillHeaders(
  headers: Readonly<Record<string, string>>,
  variable: (name: string) => string | undefined,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([header, text]) => [
      header,
      text.replace(NAMED, (_, name: string) => {
        const value = variable(name);
        if (value !== undefined) return value;
        throw new OracleError('config_invalid', {
          detail: `The header ${header} of plugins.sandbox names ${name}, which is not set.`,
          hint: `Set ${name} in the environment or in .env.`,
          errors: [
            { field: `plugins.sandbox.headers.${header}`, message: `names ${name}, which is not set` },
          ],
        });
      }),
    ]),
  );
}
