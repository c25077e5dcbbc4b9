import { callerTo } from '../../client/request.js';
import {
  createSessionClient,
  type ExportFormat,
  type SessionChanges,
  type SessionClient,
  type SessionSummary,
} from '../../client/session-client.js';
import { OracleError } from '../../plugin/index.js';
import { resolveTarget } from '../chat/resolve-target.js';
import { isSaid, saidLines } from '../chat/said-lines.js';
import { formatOf, saveExport } from '../chat/save-export.js';
import { sessionLines, titleLine } from '../chat/session-lines.js';
import { CLI_HINTS } from '../hints.js';
import type { CliHost } from '../host.js';
import type { CliIo } from '../io.js';
import { NO_PAINT, type Paint, paintFor } from '../terminal/paint.js';

export interface SessionOptions {
  readonly url?: string;
  readonly token?: string;
  readonly limit?: string;
  readonly archived?: boolean;
  readonly json?: boolean;
  readonly format?: string;
  readonly yes?: boolean;
}

/** `oracle sessions list` and, with words, `oracle sessions search` */
export async function listSessions(
  words: string,
  options: SessionOptions,
  host: CliHost,
  io: CliIo,
): Promise<number> {
  const limit = parseLimit(options.limit ?? '20');
  const found = await withSessions(options, host, io, (sessions) =>
    sessions.list({
      limit,
      archived: options.archived === true ? 'include' : 'exclude',
      ...(words.trim() === '' ? {} : { words }),
    }),
  );
  if (options.json === true) io.stdout(`${JSON.stringify(found, null, 2)}\n`);
  else if (found.length === 0)
    io.stderr(words === '' ? 'There are no sessions.\n' : `No session holds '${words}'.\n`);
  else io.stdout(`${sessionLines(found, { ...look(io), numbered: false }).join('\n')}\n`);
  return 0;
}

/** `oracle sessions show <id>`: what the person and the oracle said; the calls between stand in an export. */
export async function showSession(
  id: string,
  options: SessionOptions,
  host: CliHost,
  io: CliIo,
): Promise<number> {
  const { columns, paint } = look(io);
  await withSession(id, options, host, io, async (sessions, session) => {
    if (options.json !== true) io.stderr(`${nameOf(session)}\n`);
    for await (const entry of sessions.messages(session.id)) {
      if (options.json === true) io.stdout(`${JSON.stringify(entry.raw)}\n`);
      else if (isSaid(entry)) io.stdout(`\n${saidLines(entry, columns, paint).join('\n')}\n`);
    }
  });
  return 0;
}

/** `oracle sessions rename | pin | unpin | archive | unarchive <id>` */
export async function changeSession(
  id: string,
  changes: SessionChanges,
  options: SessionOptions,
  host: CliHost,
  io: CliIo,
): Promise<number> {
  await withSession(id, options, host, io, async (sessions, session) => {
    await sessions.change(session.id, changes);
    const { title } = await sessions.find(session.id);
    io.stderr(`Changed ${nameOf({ ...session, title })}\n`);
  });
  return 0;
}

/** `oracle sessions export <id> [file]` */
export async function exportSession(
  id: string,
  file: string | undefined,
  options: SessionOptions,
  host: CliHost,
  io: CliIo,
): Promise<number> {
  const format = parseFormat(options.format) ?? (file === undefined ? 'markdown' : formatOf(file));
  await withSession(id, options, host, io, async (sessions, session) => {
    if (file !== undefined) {
      await saveExport(sessions, session.id, file, format, io.cwd);
      io.stderr(`Saved ${file}\n`);
      return;
    }
    const { body } = await sessions.export(session.id, format);
    for await (const chunk of body ?? []) io.bytes(chunk);
  });
  return 0;
}

/** `oracle sessions delete <id>`: asks first, and without a person wants `--yes`. */
export async function deleteSession(
  id: string,
  options: SessionOptions,
  host: CliHost,
  io: CliIo,
): Promise<number> {
  return withSession(id, options, host, io, async (sessions, session) => {
    if (options.yes !== true && !(await isSure(session, io))) {
      io.stderr('Nothing was deleted.\n');
      return 1;
    }
    await sessions.remove(session.id);
    io.stderr(`Deleted ${nameOf(session)}\n`);
    return 0;
  });
}

async function isSure(session: SessionSummary, io: CliIo): Promise<boolean> {
  if (!io.interactive)
    throw new OracleError('invalid_request', {
      detail: `Deleting ${nameOf(session)} cannot be taken back.`,
      hint: 'Add --yes to do it.',
    });
  const answer = await io.ask(`Delete ${nameOf(session)}? [y/N] `, { fresh: true });
  io.release();
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}

async function withSessions<T>(
  options: SessionOptions,
  host: CliHost,
  io: CliIo,
  work: (sessions: SessionClient) => Promise<T>,
): Promise<T> {
  const target = await resolveTarget(options, host, io);
  try {
    return await work(createSessionClient(callerTo(target.url, target.token, CLI_HINTS)));
  } finally {
    await target.close();
  }
}

function withSession<T>(
  id: string,
  options: SessionOptions,
  host: CliHost,
  io: CliIo,
  work: (sessions: SessionClient, session: SessionSummary) => Promise<T>,
): Promise<T> {
  return withSessions(options, host, io, async (sessions) => work(sessions, await sessions.find(id)));
}

function look(io: CliIo): { readonly columns: number; readonly paint: Paint } {
  if (io.screen === undefined) return { columns: 100, paint: NO_PAINT };
  return { columns: io.screen().columns, paint: paintFor(io.env) };
}

function nameOf({ id, title }: SessionSummary): string {
  return title === null ? id : `'${titleLine(title)}' (${id})`;
}

function parseLimit(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new OracleError('invalid_request', { detail: '--limit must be a whole number from 1 to 9999.' });
}

function parseFormat(text: string | undefined): ExportFormat | undefined {
  if (text === undefined || text === 'json' || text === 'markdown') return text;
  throw new OracleError('invalid_request', { detail: "--format must be 'json' or 'markdown'." });
}
