import { CID } from 'multiformats/cid';
import { inspectToken, type TokenView } from '../../auth/ucan/inspect.js';
import { delegate as delegateUcan, invoke } from '../../auth/ucan/issue.js';
import type { Resource, Resources } from '../../auth/ucan/resources.js';
import { readToken } from '../../auth/ucan/token.js';
import { OracleError, personalNamespace } from '../../plugin/index.js';
import { callsResource } from '../../runs/decisions/calls-resource.js';
import type { CliHost } from '../host.js';
import type { CliIo } from '../io.js';
import { localConfig, requireLocalIdentity, SYSTEM_CLOCK, withStore } from '../local-oracle.js';
import {
  type CapabilityOptions,
  capabilityOf,
  checkDid,
  localGrammar,
  parseSeconds,
} from '../ucan-options.js';

/** Longer ones are refused by any oracle, so they are not made. */
const TOKEN_SECONDS = 900;

export interface TokenOptions extends CapabilityOptions {
  readonly ttl: string;
  readonly audience?: string;
  readonly proof?: readonly string[];
}

/** `oracle token`: an invocation of the local owner for one request, alone on standard output. */
export async function token(options: TokenOptions, host: CliHost, io: CliIo): Promise<number> {
  const issuer = await requireLocalIdentity(localConfig(io));
  const { resources, known } = await localGrammar(host);
  const capability = capabilityOf(options, resources, options.audience === undefined ? known : undefined);
  const seconds = parseSeconds(options.ttl);
  if (seconds > TOKEN_SECONDS) {
    throw new OracleError('invalid_request', {
      detail: `A token lives at most ${TOKEN_SECONDS} seconds, not ${seconds}.`,
      hint: 'Make a fresh one for each request. For something that lasts, use: oracle delegate',
    });
  }
  const audience = options.audience === undefined ? issuer.did : checkDid(options.audience);
  const proofs = (options.proof ?? []).map(checkToken);
  const issued = await invoke({ issuer, audience, clock: SYSTEM_CLOCK, capability, seconds, proofs });
  io.stdout(`${issued.token}\n`);
  io.stderr(`${capability.can} on ${capability.with}, once, within ${seconds} seconds. Send it as\n`);
  io.stderr('  Authorization: Bearer <token>\n  X-Auth-Type: ucan\n');
  return 0;
}

export interface DelegateOptions extends CapabilityOptions {
  readonly to: string;
  readonly ttl: string;
  readonly proof?: readonly string[];
}

/** `oracle delegate`: lets another DID do it too; the delegation alone on standard output. */
export async function delegate(options: DelegateOptions, host: CliHost, io: CliIo): Promise<number> {
  const issuer = await requireLocalIdentity(localConfig(io));
  const { resources, known } = await localGrammar(host);
  const capability = capabilityOf(options, resources, known);
  const audience = checkDid(options.to);
  const seconds = options.ttl === 'never' ? null : parseSeconds(options.ttl);
  const proofs = (options.proof ?? []).map(checkToken);
  const issued = await delegateUcan({
    issuer,
    audience,
    clock: SYSTEM_CLOCK,
    capabilities: [capability],
    seconds,
    proofs,
  });
  io.stdout(`${issued.token}\n`);
  const until = issued.expiration === null ? 'until revoked' : `until ${timeOf(issued.expiration)}`;
  io.stderr(`${audience} may ${capability.can} on ${capability.with}, ${until}.\n`);
  const resource = resources.parse(capability.with);
  // Of what names a tool and its arguments nothing here knows whether there are such.
  if (resource?.kind === callsResource)
    io.stderr(
      `It lets calls through${caveatsInWords(resource, capability.nb ?? {}).slice(1)}; any other asks as ever. Whether there is such a tool, with such arguments, was not looked up: try one.\n`,
    );
  io.stderr(`Take it back with: oracle revoke ${issued.cid}\n`);
  return 0;
}

/** `oracle revoke <cid or token>`: ends a link, and with it every chain that it is part of. */
export async function revoke(target: string, io: CliIo): Promise<number> {
  const config = localConfig(io);
  const { did } = await requireLocalIdentity(config);
  const { cid, expiresAt } = revocable(target);
  const isNew = await withStore(config, async (store) => {
    const revoked = await store.ucans.revoke({ cid, by: did, expiresAt });
    const entry = { action: 'delegation.revoke', subject: cid, actor: did, invoker: did };
    if (revoked) await store.audit.record(entry);
    return revoked;
  });
  io.stderr(
    isNew
      ? `Revoked ${cid}. Every token that derives from it is refused from now on.\n`
      : `${cid} was revoked before.\n`,
  );
  return 0;
}

function revocable(target: string): { cid: string; expiresAt: number | null } {
  try {
    return { cid: CID.parse(target).toString(), expiresAt: null };
  } catch {
    const { cid, expiration } = readToken(checkToken(target)).root;
    return { cid, expiresAt: expiration === null ? null : expiration * 1000 };
  }
}

/** `oracle whoami`: the DID of the local owner and the namespace of its files. */
export async function whoami(options: { readonly json?: boolean }, io: CliIo): Promise<number> {
  const { did } = await requireLocalIdentity(localConfig(io));
  const namespace = personalNamespace(did);
  io.stdout(
    options.json === true
      ? `${JSON.stringify({ did, namespace })}\n`
      : `DID        ${did}\nNamespace  ${namespace}\n`,
  );
  return 0;
}

/** `oracle inspect <token>`: what a token says and grants. Fails when a signature of it does not hold. */
export async function inspect(
  text: string,
  options: { readonly json?: boolean },
  host: CliHost,
  io: CliIo,
): Promise<number> {
  const grammar = await localGrammar(host);
  const view = inspectToken(checkToken(text), grammar, SYSTEM_CLOCK);
  io.stdout(options.json === true ? `${JSON.stringify(view, null, 2)}\n` : describe(view, grammar.resources));
  return view.links.some(({ signature }) => signature === 'does not hold') ? 1 : 0;
}

function describe({ links, grants }: TokenView, resources: Resources): string {
  const lines = links.flatMap((link, index) => [
    `${index === 0 ? 'Token' : 'Proof'}      ${link.cid}`,
    `  from     ${link.issuer}`,
    `  to       ${link.audience}`,
    ...link.capabilities.map(
      ({ can, with: resource, nb }) =>
        `  claims   ${can} on ${resource}${nb === undefined ? '' : ` with ${JSON.stringify(nb)}`}`,
    ),
    `  time     ${link.time}, ${link.expires === null ? 'never expires' : `expires ${link.expires}`}${link.notBefore === null ? '' : `, from ${link.notBefore}`}`,
    `  signed   ${link.algorithm}: ${link.signature}`,
  ]);
  const granted = grants.map(
    ({ can, with: resource, owner, ...nb }) =>
      `Grants     ${can} on ${resource} of ${owner}${caveatsInWords(resources.parse(resource), nb)}`,
  );
  const all = [
    ...lines,
    ...(granted.length === 0 ? ['Grants     nothing: the chain does not cover the claim'] : granted),
  ];
  return all.map((line) => `${oneLine(line)}\n`).join('');
}

/** What the caveats of a grant mean. */
function caveatsInWords(resource: Resource | undefined, nb: Readonly<Record<string, unknown>>): string {
  const caveats = resource?.kind.caveats.read(nb);
  const words = caveats === undefined ? undefined : resource?.kind.caveats.describe(caveats);
  return words === undefined ? '' : `, ${words}`;
}

function checkToken(text: string): string {
  try {
    readToken(text.trim());
    return text.trim();
  } catch (error) {
    throw new OracleError('invalid_request', {
      detail: `This is no UCAN token: ${error instanceof Error ? error.message : 'it cannot be read'}.`,
      hint: 'A token is one line of base64, as `oracle token` and `oracle delegate` print it.',
    });
  }
}

/** What a stranger wrote must not pass for a line of ours, or move the cursor. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
