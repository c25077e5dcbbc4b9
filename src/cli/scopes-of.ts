import { CORE_SCOPES } from '../boot/reserved-names.js';
import type { CliHost } from './host.js';

/** Every scope there is: name -> what it allows. */
export async function scopesOf(host: CliHost): Promise<Readonly<Record<string, string>>> {
  const scopes = (await host.loadPlugins()).map((plugin) => plugin.scopes ?? {});
  return Object.assign({}, CORE_SCOPES, ...scopes) as Record<string, string>;
}
