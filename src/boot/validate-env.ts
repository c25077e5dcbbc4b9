import { customCleanEnv } from 'envalid';
import type { EnvSchema, Plugin } from '../plugin/index.js';
import { type Fault, featureSwitch } from './fault.js';

type Env = Readonly<Record<string, string | undefined>>;
type Spec = EnvSchema[string];

/** Parses each plugin's variables by its envalid schema. A blank variable counts as unset. Every fault is listed. */
export function validateEnv(
  plugins: readonly Plugin[],
  env: Env,
): { values: ReadonlyMap<string, Readonly<Record<string, unknown>>>; faults: readonly Fault[] } {
  const values = new Map<string, Readonly<Record<string, unknown>>>();
  const faults: Fault[] = [];
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => (value ?? '').trim() !== ''));
  for (const plugin of plugins) {
    const schema = plugin.env ?? {};
    const cleaned = customCleanEnv(given, schema, (clean) => ({ ...clean }), {
      reporter: ({ errors }) => {
        for (const [variable, error] of Object.entries<Error | undefined>(errors)) {
          const spec = schema[variable];
          if (error === undefined || spec === undefined) continue;
          // What is needed without another was asked of an environment in which that one is given, and wrong.
          const isWrong = (other: string) => errors[other] !== undefined && given[other] !== undefined;
          const isUnsure = spec.requiredWhen !== undefined && given[variable] === undefined;
          if (isUnsure && Object.keys(schema).some(isWrong)) continue;
          faults.push(faultOf(plugin.name, variable, spec, given[variable], error));
        }
      },
    });
    values.set(plugin.name, cleaned);
  }
  return { values, faults };
}

function faultOf(plugin: string, variable: string, spec: Spec, raw: string | undefined, error: Error): Fault {
  const { why, mend } = wordsFor(variable, spec, raw, error);
  return {
    code: 'plugin_env_invalid',
    field: `${plugin}.${variable}`,
    line:
      `Plugin '${plugin}' env validation failed for '${variable}': ${why}. ` +
      `${mend}, or disable it: ${featureSwitch(plugin, 'false')}`,
  };
}

function wordsFor(
  variable: string,
  spec: Spec,
  raw: string | undefined,
  error: Error,
): { why: string; mend: string } {
  const what = [spec.desc, spec.example === undefined ? undefined : `such as ${spec.example}`]
    .filter((part) => part !== undefined)
    .join(', ');
  const mend = what === '' ? `Set ${variable}` : `Set ${variable} (${what})`;
  if (raw === undefined) return { why: 'it is not set', mend };
  if (spec.choices !== undefined && spec.choices.length > 0) {
    const choices = spec.choices.join(', ');
    return {
      why: `'${shown(variable, raw)}' is not one of ${choices}`,
      mend: `Set ${variable} to one of ${choices}`,
    };
  }
  // What is so short is no secret, and letters of the words themselves.
  const told =
    raw.length < LEAST_SECRET ? error.message : error.message.replaceAll(raw, shown(variable, raw));
  const why = told.replace(/\s+/g, ' ').replace(/\.+\s*$/, '');
  return { why, mend: what === '' ? `Correct ${variable}` : `Correct ${variable} (${what})` };
}

const LEAST_SECRET = 4;
const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|MNEMONIC|CREDENTIAL/i;

/** The value, unless its name or its shape (a URL with a password, a long string) suggests a secret. */
function shown(variable: string, raw: string): string {
  return SECRET_NAME.test(variable) || raw.includes('@') || raw.length > 60 ? '***' : raw;
}
