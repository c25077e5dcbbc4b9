import { OracleError } from '../../plugin/index.js';
import { countDetails, eraseInSlices } from '../../retention.js';
import type { Forgettable, Store } from '../../store/types.js';
import type { CliIo } from '../io.js';
import { localConfig, localIdentity, withStore } from '../local-oracle.js';

export interface ForgetOptions {
  readonly yes?: boolean;
}

/**
 * `oracle forget <principal|session>`: says what would be erased, and with `--yes` (or a person who says so) erases it.
 */
export async function forget(subject: string, options: ForgetOptions, io: CliIo): Promise<number> {
  const config = localConfig(io);
  const identity = await localIdentity(config);
  return withStore(config, async ({ erasure, audit, people }) => {
    const { which, whose } = await find(subject, { erasure, people });
    const found = await erasure.count(which);
    io.stderr(
      `${whose}: ${counted(found.sessions, 'conversation')} with ${counted(found.messages, 'message')}`,
    );
    io.stderr(` and ${counted(found.runs, 'answer')}, last used ${day(found.lastUsedAt)}.\n`);
    io.stderr('Files, designs and the audit stay: `oracle files rm` deletes files.\n');
    if (options.yes !== true && !(await isSure(io))) return 0;
    const erased = await eraseInSlices(erasure, which);
    const actor = identity?.did ?? 'operator';
    await audit.record({
      action: 'conversations.forget',
      subject: 'session' in which ? `session:${subject}` : whose,
      actor,
      invoker: actor,
      details: countDetails(erased),
    });
    io.stderr(`Erased ${counted(erased.sessions, 'conversation')}.\n`);
    const left = await erasure.count(which);
    if (left.sessions === 0) return 0;
    throw new OracleError('run_active', {
      detail: `In ${counted(left.sessions, 'conversation')} an answer is under way, so it was left.`,
      hint: 'Stop it, or wait until it has ended, and do this again.',
    });
  });
}

/**
 * All of one principal, else a session, whoever's it is: clients choose ids of sessions, so that a session cannot stand
 * in for a principal.
 * @throws OracleError `not_found`
 */
async function find(
  subject: string,
  { erasure, people }: Pick<Store, 'erasure' | 'people'>,
): Promise<{ which: Forgettable; whose: string }> {
  const person = (await people.list()).findLast(({ name }) => name === subject);
  const candidates: readonly { which: Forgettable; whose: string }[] = [
    { which: { owner: subject }, whose: subject },
    ...(person === undefined ? [] : [{ which: { owner: person.did }, whose: person.did }]),
    { which: { session: subject }, whose: `Session ${subject}` },
  ];
  for (const candidate of candidates) {
    if ((await erasure.count(candidate.which)).sessions > 0) return candidate;
  }
  throw new OracleError('not_found', {
    detail: `There is no conversation of '${subject}', nor one with this id.`,
    hint: 'Name a session by its id, or whose they are: a DID, key:<id> (oracle keys list) or a person (oracle people list).',
  });
}

async function isSure(io: CliIo): Promise<boolean> {
  if (!io.interactive)
    throw new OracleError('invalid_request', {
      detail: 'Erasing conversations cannot be taken back.',
      hint: 'Add --yes to do it.',
    });
  const answer = await io.ask('Erase? [y/N] ', { fresh: true });
  io.release();
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function day(time: number | null): string {
  return time === null ? 'never' : new Date(time).toISOString().slice(0, 10);
}
