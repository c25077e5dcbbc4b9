import { CORE_SCOPES } from '../auth/index.js';
import { type Abilities, createAbilities } from '../auth/ucan/abilities.js';
import { didYouMean } from '../kit/nearest-name.js';
import { isDid, OracleError, parsePathPrefix, parseResource } from '../plugin/index.js';
import type { CliHost } from './host.js';
import { parseDuration } from './parse-duration.js';

/** What `oracle token` and `oracle delegate` are told about a capability. */
export interface CapabilityOptions {
  readonly can: string;
  readonly with: string;
  readonly hidden?: readonly string[];
}

/** The abilities of every plugin that could boot here. */
export async function localAbilities(
  host: CliHost,
): Promise<{ abilities: Abilities; known: readonly string[] }> {
  const plugins = await host.loadPlugins();
  const table = Object.assign({}, ...plugins.map((plugin) => plugin.abilities ?? {}));
  const scopes = [CORE_SCOPES, ...plugins.map((plugin) => plugin.scopes ?? {})].flatMap(Object.keys);
  const abilities = createAbilities(table, scopes);
  const oracle = scopes.filter((scope) => !Object.hasOwn(table, scope)).map((scope) => `oracle/${scope}`);
  return { abilities, known: [...Object.keys(table), ...oracle] };
}

/**
 * The capability that the options describe. With `known`, its ability must be one of them or `*`.
 * @throws OracleError `invalid_request` that says which option is wrong
 */
export function capabilityOf(options: CapabilityOptions, known: readonly string[] | undefined) {
  const { can, with: resource, hidden } = options;
  if (known !== undefined && can !== '*' && !known.includes(can)) {
    throw wrong(
      `There is no ability '${can}'.${didYouMean(can, known)}`,
      `Known: ${known.join(', ')}, and *.`,
    );
  }
  const parsed = parseResource(resource);
  if (parsed === undefined) {
    throw wrong(
      `'${resource}' is no resource.`,
      'Write ixo:filesystem, ixo:filesystem/<folder>, ixo:filesystem/<did>[/<folder>] or ixo:oracle: no percent signs, no dots for a folder, Unicode composed (NFC).',
    );
  }
  // An oracle of ours would take such a token for nothing.
  if (known !== undefined && can !== '*' && can.startsWith('fs/') !== (parsed.kind === 'filesystem')) {
    throw wrong(
      `'${can}' is not about ${resource}.`,
      'Abilities fs/… are about ixo:filesystem, all others about ixo:oracle.',
    );
  }
  const paths = hidden?.includes('*') === true ? ['*'] : hidden;
  for (const path of paths ?? []) {
    if (path !== '*' && parsePathPrefix(path) === undefined)
      throw wrong(
        `'${path}' is no path to reveal.`,
        "Write an absolute path such as /.drafts, or '*' for all.",
      );
  }
  return { can, with: resource, ...(paths === undefined ? {} : { nb: { hidden: paths } }) };
}

/** Seconds of `60`, `15m`, `12h` or `7d`. */
export function parseSeconds(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  return parseDuration(text) / 1000;
}

export function checkDid(did: string): string {
  if (isDid(did)) return did;
  throw wrong(`'${did}' is no DID.`, 'It looks like did:key:z6Mk… or did:web:oracle.example.');
}

function wrong(detail: string, hint: string): OracleError {
  return new OracleError('invalid_request', { detail, hint });
}
