import { OracleError, type Plugin } from '../plugin/index.js';
import { gateByEnv } from './gate-by-env.js';
import { type Features, resolveFeatures } from './resolve-features.js';

/** What the plugins that are enabled here import and cannot find. */
export interface MissingPackages {
  /** All that enabled plugins name, as `name@range`: npm takes away what one call for a part leaves out. */
  readonly wanted: readonly string[];
  /** The plugins that miss some. */
  readonly plugins: readonly string[];
}

/** Looks up the packages of the plugins that neither `features` nor a blank variable leaves out; undefined when all are there. */
export function findMissingPackages(
  plugins: readonly Plugin[],
  config: {
    readonly features: Features;
    readonly env: Readonly<Record<string, string | undefined>>;
  },
  isInstalled: (name: string) => boolean,
): MissingPackages | undefined {
  const { active } = resolveFeatures(plugins, config.features, {});
  const enabled = gateByEnv(active, config.env, config.features).active;
  const lacking = enabled.filter(({ packages = {} }) => !Object.keys(packages).every(isInstalled));
  if (lacking.length === 0) return undefined;
  const wanted = enabled.flatMap(({ packages = {} }) =>
    Object.entries(packages).map(([name, range]) => `${name}@${range}`),
  );
  return { wanted: [...new Set(wanted)], plugins: lacking.map(({ name }) => name) };
}

/** The end of a boot that misses packages, with the line that mends it. */
export function packagesMissing({ wanted, plugins }: MissingPackages): OracleError {
  const names = plugins.map((name) => `'${name}'`).join(', ');
  return new OracleError('plugin_packages_missing', {
    detail: `[boot-error] ${plugins.length === 1 ? `Plugin ${names} needs` : `Plugins ${names} need`} packages that are not installed.`,
    hint: `Run: npm install ${wanted.map((spec) => (/[ <>|*]/.test(spec) ? `'${spec}'` : spec)).join(' ')}   (npm start does it by itself)`,
    errors: plugins.map((name) => ({ field: name, message: 'needs packages that are not installed' })),
  });
}
