import type { Invitation, People } from '../../auth/types.js';
import { CORE_SCOPES } from '../../boot/reserved-names.js';
import type { Config } from '../../config-types.js';
import { alignRows } from '../../kit/align-rows.js';
import { pageUrl } from '../../page-url.js';
import { OracleError, type Principal } from '../../plugin/index.js';
import type { CliHost } from '../host.js';
import type { CliIo } from '../io.js';
import { localConfig, requireLocalIdentity, SYSTEM_CLOCK, withStore } from '../local-oracle.js';
import { parseDuration } from '../parse-duration.js';
import { scopesOf } from '../scopes-of.js';

export interface InviteOptions {
  readonly name: string;
  readonly scope: readonly string[];
  readonly until?: string;
}

/** `oracle invite`: the link alone on standard output, once; everything else goes to standard error. */
export async function invite(options: InviteOptions, host: CliHost, io: CliIo): Promise<number> {
  const name = options.name.trim();
  if (name === '')
    throw new OracleError('invalid_request', { detail: 'A person needs a name.', hint: 'Add --name N.' });
  const scopes = options.scope.flatMap((part) => part.split(',')).map((part) => part.trim());
  const expiresAt = options.until === undefined ? undefined : timeOf(options.until);
  return withPeople(io, await scopesOf(host), async (people, owner, config) =>
    printLink(
      await people.invite(owner, {
        name,
        scopes: scopes.filter((scope) => scope !== ''),
        ...(expiresAt === undefined ? {} : { expiresAt }),
      }),
      config,
      io,
    ),
  );
}

/** `oracle people link <name|did>` */
export async function linkPerson(nameOrDid: string, host: CliHost, io: CliIo): Promise<number> {
  return withPeople(io, await scopesOf(host), async (people, owner, config) =>
    printLink(await people.link(owner, nameOrDid), config, io),
  );
}

/** `oracle people list [--json]`, oldest first. */
export function listPeople(options: { json?: boolean }, io: CliIo): Promise<number> {
  return withPeople(io, CORE_SCOPES, async (people) => {
    const { personState } = await import('../../auth/index.js');
    const now = SYSTEM_CLOCK.now();
    const rows = (await people.list()).map((person) => ({ ...person, state: personState(person, now) }));
    if (options.json === true) {
      io.stdout(`${JSON.stringify(rows, null, 2)}\n`);
      return 0;
    }
    if (rows.length === 0) {
      io.stderr('Nobody was invited. Invite somebody: oracle invite --name N --scope chat\n');
      return 0;
    }
    io.stdout(
      alignRows([
        ['NAME', 'STATE', 'SCOPES', 'SINCE', 'UNTIL', 'LAST SEEN', 'DID'],
        ...rows.map(({ name, state, scopes, createdAt, expiresAt, lastSeenAt, did }) => [
          name,
          state,
          scopes.join(','),
          day(createdAt),
          expiresAt === null ? 'open' : day(expiresAt),
          lastSeenAt === null ? 'never' : day(lastSeenAt),
          did,
        ]),
      ]),
    );
    return 0;
  });
}

/** `oracle people end <name|did>` */
export function endPerson(nameOrDid: string, _host: CliHost, io: CliIo): Promise<number> {
  return withPeople(io, CORE_SCOPES, async (people, owner) => {
    const { name, did } = await people.end(owner, nameOrDid);
    io.stderr(`Ended ${name} (${did}). A running oracle refuses them from now on.\n`);
    return 0;
  });
}

async function withPeople(
  io: CliIo,
  scopes: Readonly<Record<string, string>>,
  work: (people: People, owner: Principal, config: Config) => Promise<number>,
): Promise<number> {
  const config = localConfig(io);
  const identity = await requireLocalIdentity(config);
  const { createPeople, localOwner } = await import('../../auth/index.js');
  return withStore(config, (store) =>
    work(createPeople({ store, identity, clock: SYSTEM_CLOCK, scopes }), localOwner(identity), config),
  );
}

async function printLink(
  { person, code, expiresAt }: Invitation,
  config: Config,
  io: CliIo,
): Promise<number> {
  io.stdout(`${await pageUrl(config)}/#login=${code}\n`);
  const until = person.expiresAt === null ? 'until ended' : `until ${day(person.expiresAt)}`;
  io.stderr(`${person.name} (${person.did}), ${until}, may: ${person.scopes.join(', ')}.\n`);
  io.stderr(
    `The link works once, before ${new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ')} UTC.\n`,
  );
  return 0;
}

/** A duration from now, or the end of a day (UTC). @throws OracleError `invalid_request` */
function timeOf(text: string): number {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text.trim());
  if (!isDay) return SYSTEM_CLOCK.now() + parseDuration(text);
  const end = Date.parse(`${text.trim()}T23:59:59.999Z`);
  // A day that is not in its month would become one of the next.
  if (Number.isFinite(end) && new Date(end).toISOString().startsWith(text.trim())) return end;
  throw new OracleError('invalid_request', {
    detail: `There is no day ${text}.`,
    hint: 'Write it as 2027-01-31, or a duration such as 90d.',
  });
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
