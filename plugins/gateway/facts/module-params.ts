import { isRecord } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import type { ChainQuery } from '../service.js';
import type { Ask } from './ask.js';

/** The parameters of a module, as the chain prints them. */
export interface ModuleParams {
  readonly module: string;
  /** The query that gave them. */
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What people call modules that call themselves otherwise. */
const NAMES: Readonly<Record<string, string>> = {
  governance: 'gov',
  minting: 'mint',
  did: 'iid',
  entities: 'entity',
  claim: 'claims',
  tokens: 'token',
  slash: 'slashing',
  stake: 'staking',
  contracts: 'wasm',
  'liquid-staking': 'liquidstake',
};

/** @throws OracleError `invalid_request` for no such module, with those that have parameters */
export async function readModuleParams(
  said: string,
  queries: Ask,
  signal: AbortSignal,
): Promise<ModuleParams> {
  const plain = said
    .trim()
    .toLowerCase()
    .replace(/ ?module$/, '')
    .replace(/[ _]/g, '-');
  const name = NAMES[plain] ?? plain;
  const all = (await queries.list()).filter(({ method }) => /\.Query\/(?:Module)?Params$/.test(method));
  const found = all.filter(({ method }) => moduleOf(method) === name).sort(byVersion)[0];
  if (found === undefined) {
    const known = [...new Set(all.map(({ method }) => moduleOf(method)))].sort();
    throw new OracleError('invalid_request', {
      detail: `The chain has no module ${JSON.stringify(said.slice(0, 100))} with parameters.`,
      hint: `It has ${known.join(', ')}.`,
      errors: [{ field: 'module', message: 'is no module of the chain' }],
    });
  }
  // Governance asks for one of three parts; its later versions answer with all of them whichever is named.
  const input = found.params.some((field) => field.name === 'params_type') ? { params_type: 'voting' } : {};
  const { body } = await queries.query(found.method, input, signal);
  const { params } = body;
  return { module: name, method: found.method, params: isRecord(params) ? params : body };
}

/** `staking` of `cosmos.staking.v1beta1.Query/Params`: the last part of the package before its version. */
function moduleOf(method: string): string {
  const parts = method.replace(/\.Query\/.*$/, '').split('.');
  return parts.filter((part) => !/^v\d/.test(part)).at(-1) ?? '';
}

/** `v1` before `v1beta1`. */
function byVersion(a: ChainQuery, b: ChainQuery): number {
  return a.method.length - b.method.length;
}
