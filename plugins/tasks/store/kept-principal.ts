import { OracleError, type Principal, type Principals } from 'oracle-runtime/plugin';
import { z } from 'zod';

const grant = z.object({
  can: z.string(),
  with: z.string(),
  nb: z.record(z.string(), z.unknown()),
  owner: z.string(),
  proofs: z.array(z.string()),
});

/** Whoever made a task, without what is secret. Read back from the database alone. */
const kept = z.object({
  id: z.string(),
  kind: z.enum(['owner', 'person', 'api-key', 'ucan', 'external', 'anonymous']),
  did: z.string(),
  scopes: z.array(z.string()),
  name: z.string(),
  grant: grant.optional(),
  linkedAs: z.enum(['owner', 'ucan']).optional(),
  credential: z
    .object({
      id: z.string(),
      until: z.number().optional(),
      perMinute: z.number().optional(),
      runsAtOnce: z.number().optional(),
    })
    .optional(),
});

type KeptPrincipal = z.output<typeof kept>;

export function keepPrincipal(principal: Principal): string {
  const { delegation: _secret, scopes, ...rest } = principal;
  return JSON.stringify({ ...rest, scopes: [...scopes] });
}

/**
 * The principal of a task that is due. What an account from outside may do, the operator may have changed since.
 * @throws OracleError `unauthenticated` when it would not be let in any more
 */
export async function principalOf(text: string, principals: Principals): Promise<Principal> {
  const row = kept.parse(JSON.parse(text));
  const principal =
    row.kind === 'external'
      ? await outside(row, principals)
      : ({ ...row, scopes: new Set(row.scopes) } as Principal);
  if (await principals.admitted(principal)) return principal;
  throw new OracleError('unauthenticated', {
    detail: 'Whoever planned it is not let in any more, or what they were signed in by has ended.',
    hint: 'Plan it again with a credential that holds.',
  });
}

function outside(
  { id, name, credential, scopes }: KeptPrincipal,
  principals: Principals,
): Promise<Principal> {
  const account = credential?.id ?? id;
  const at = account.indexOf(':');
  return principals.external({
    provider: account.slice(0, at),
    subject: account.slice(at + 1),
    name,
    scopes,
  });
}
