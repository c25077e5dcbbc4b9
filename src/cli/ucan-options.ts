import { createAbilities } from '../auth/ucan/abilities.js';
import type { Grammar } from '../auth/ucan/derive.js';
import {
  createResources,
  ORACLE_KIND,
  OWN_KINDS,
  type Resource,
  type Resources,
} from '../auth/ucan/resources.js';
import type { Capability } from '../auth/ucan/ucan.js';
import { CORE_SCOPES } from '../boot/reserved-names.js';
import { didYouMean } from '../kit/nearest-name.js';
import { isDid, OracleError } from '../plugin/index.js';
import type { CliHost } from './host.js';
import { parseDuration } from './parse-duration.js';

/** What `oracle token` and `oracle delegate` are told about a capability. */
export interface CapabilityOptions extends Readonly<Record<string, unknown>> {
  readonly can: string;
  readonly with: string;
}

/** The abilities and resources of every plugin that could boot here. */
export async function localGrammar(host: CliHost): Promise<Grammar & { readonly known: readonly string[] }> {
  const plugins = await host.loadPlugins();
  const table = Object.assign({}, ...plugins.map((plugin) => plugin.abilities ?? {}));
  const scopes = [CORE_SCOPES, ...plugins.map((plugin) => plugin.scopes ?? {})].flatMap(Object.keys);
  const kinds = plugins.flatMap((plugin) => plugin.resources ?? []);
  const abilities = createAbilities(table, scopes, kinds);
  const oracle = scopes.filter((scope) => !Object.hasOwn(table, scope)).map((scope) => `oracle/${scope}`);
  const own = OWN_KINDS.flatMap((kind) => kind.abilities);
  return { abilities, resources: createResources(kinds), known: [...Object.keys(table), ...own, ...oracle] };
}

/**
 * The capability that the options describe. With `known`, its ability must be one of them or `*`.
 * @throws OracleError `invalid_request` that says which option is wrong
 */
export function capabilityOf(
  options: CapabilityOptions,
  resources: Resources,
  known: readonly string[] | undefined,
): Capability {
  const { can, with: text } = options;
  if (known !== undefined && can !== '*' && !known.includes(can)) {
    throw wrong(
      `There is no ability '${can}'.${didYouMean(can, known)}`,
      `Known: ${known.join(', ')}, and *.`,
    );
  }
  const resource = resources.parse(text);
  if (resource === undefined) {
    const ways = resources.kinds.map(({ usage }) => usage);
    throw wrong(`'${text}' is no resource.`, `Write ${ways.join('; or ')}.`);
  }
  // An oracle of ours would take such a token for nothing.
  const kind = resources.kinds.find(({ abilities }) => abilities.includes(can)) ?? ORACLE_KIND;
  if (known !== undefined && can !== '*' && kind !== resource.kind)
    throw wrong(`'${can}' is not about ${text}.`, `It is about ${kind.usage}.`);
  const nb = caveatsOf(options, resource, resources);
  if (resource.kind.caveats.read(nb) === undefined) {
    const flags = (resource.kind.caveats.flags ?? []).map(({ name, value }) => `--${name} <${value}>`);
    throw wrong(`Nothing says how far '${can}' on ${text} goes.`, `Add ${flags.join(' or ')}.`);
  }
  return { can, with: text, ...(Object.keys(nb).length === 0 ? {} : { nb }) };
}

/** `nb`, as the flags of the resource's kind write it. */
function caveatsOf(
  options: CapabilityOptions,
  { kind }: Resource,
  { kinds }: Resources,
): Readonly<Record<string, unknown>> {
  const given = kinds.flatMap((each) =>
    (each.caveats.flags ?? [])
      .filter(({ name }) => options[name] !== undefined)
      .map((flag) => ({ flag, isOwn: each === kind })),
  );
  const own = given.filter(({ isOwn }) => isOwn).map(({ flag }) => flag);
  const stray = given.find(({ flag }) => !own.some(({ name }) => name === flag.name));
  if (stray !== undefined)
    throw wrong(`--${stray.flag.name} says nothing about ${options.with}.`, 'Leave it out.');
  return Object.assign({}, ...own.map(({ name, nb }) => nb(options[name] as readonly string[])));
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
