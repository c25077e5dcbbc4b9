import type { CatalogEntry } from '../../agent/catalog.js';
import { canonicalJson } from '../../kit/index.js';
import type { OracleInfo, Signer } from '../../plugin/index.js';

export interface CardOptions {
  readonly oracle: OracleInfo;
  /** Such as `https://oracle.example`. */
  readonly origin: string;
  readonly entries: readonly CatalogEntry[];
}

/** What this oracle is, for other agents (A2A 1.0). */
export function agentCard({ oracle, origin, entries }: CardOptions): object {
  return {
    name: oracle.name,
    description: oracle.description === '' ? oracle.name : oracle.description,
    version: oracle.version,
    supportedInterfaces: [{ url: `${origin}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true },
    securitySchemes: {
      bearer: {
        httpAuthSecurityScheme: {
          scheme: 'Bearer',
          description: 'An API key, or a UCAN with X-Auth-Type: ucan',
        },
      },
    },
    securityRequirements: [{ schemes: { bearer: {} } }],
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: ['text/plain', 'application/json'],
    skills: entries.map(({ name, manifest }) => ({
      id: name,
      name: manifest.title,
      description: manifest.summary,
      tags: manifest.tags === undefined || manifest.tags.length === 0 ? [name] : manifest.tags,
      ...(manifest.examples === undefined || manifest.examples.length === 0
        ? {}
        : { examples: manifest.examples.map(({ user }) => user) }),
    })),
  };
}

/**
 * The card with a JSON web signature (RFC 7515) of the oracle's key over its canonical form (RFC 8785), as A2A 1.0 says in its
 * section 8.4; `kid` is the key's own DID.
 */
export async function signCard(card: object, signer: Signer): Promise<object> {
  const encode = (text: string) => Buffer.from(text).toString('base64url');
  const head = encode(JSON.stringify({ alg: 'EdDSA', typ: 'JOSE', kid: signer.did }));
  const signature = await signer.sign(Buffer.from(`${head}.${encode(canonicalJson(withoutEmpty(card)))}`));
  return {
    ...card,
    signatures: [{ protected: head, signature: Buffer.from(signature).toString('base64url') }],
  };
}

/** The value without what says nothing: such members have no place in the signed form. Undefined when nothing is left. */
function withoutEmpty(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return undefined;
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (typeof value !== 'object') return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const kept = withoutEmpty(member);
    return kept === undefined ? [] : [[name, kept]];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}
