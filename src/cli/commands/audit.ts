import { z } from 'zod';
import { request } from '../../client/request.js';
import { alignRows } from '../../kit/align-rows.js';
import { oneLine } from '../../kit/one-line.js';
import { resolveTarget } from '../chat/resolve-target.js';
import { CLI_HINTS } from '../hints.js';
import type { CliHost } from '../host.js';
import type { CliIo } from '../io.js';

export interface AuditOptions {
  readonly actor?: string;
  readonly limit: string;
  readonly url?: string;
  readonly token?: string;
  readonly json?: boolean;
}

const pageSchema = z.object({
  entries: z.array(
    z.looseObject({
      at: z.string(),
      action: z.string(),
      subject: z.string(),
      actor: z.string(),
      invoker: z.string(),
    }),
  ),
});

/** `oracle audit`: who did what in whose name, the newest first. */
export async function audit(options: AuditOptions, host: CliHost, io: CliIo): Promise<number> {
  const target = await resolveTarget(options, host, io);
  try {
    const query = new URLSearchParams({
      limit: options.limit,
      ...(options.actor === undefined ? {} : { actor: options.actor }),
    });
    const response = await request(
      target.url,
      `/audit?${query}`,
      {
        headers: { Authorization: `Bearer ${target.token}` },
      },
      CLI_HINTS,
    );
    const { entries } = pageSchema.parse(await response.json());
    if (options.json === true) io.stdout(`${JSON.stringify(entries, null, 2)}\n`);
    else if (entries.length === 0) io.stderr('Nothing was recorded.\n');
    else io.stdout(tableOf(entries));
    return 0;
  } finally {
    await target.close();
  }
}

function tableOf(entries: z.output<typeof pageSchema>['entries']): string {
  return alignRows([
    ['TIME', 'ACTION', 'SUBJECT', 'IN THE NAME OF', 'BY'],
    ...entries.map(({ at, action, subject, actor, invoker }) => [
      at.slice(0, 19).replace('T', ' '),
      cell(action),
      cell(subject),
      cell(actor),
      invoker === actor ? '' : cell(invoker),
    ]),
  ]);
}

function cell(text: string): string {
  return oneLine(text, 120);
}
