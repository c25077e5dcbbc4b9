import type { SessionSummary } from '../../client/session-client.js';
import { didYouMean } from '../../kit/nearest-name.js';
import { OracleError } from '../../plugin/index.js';
import { attachFile } from './attach-file.js';
import { type Conversation, follow, leave } from './conversation.js';
import { helpText } from './help-text.js';
import type { PluginWords } from './plugin-words.js';
import { formatOf, saveExport } from './save-export.js';
import { sessionLines, titleLine } from './session-lines.js';
import { takeUp } from './take-up.js';
import { undo } from './undo.js';

interface Described {
  /** As it is typed: `/new`. */
  readonly name: string;
  readonly argument?: string;
  readonly summary: string;
}

interface SlashCommand extends Described {
  run(talk: Conversation, argument: string): Promise<void> | void;
}

const LISTED = 20;

const COMMANDS: readonly SlashCommand[] = [
  {
    name: '/new',
    argument: '[title]',
    summary: 'begin another conversation',
    async run(talk, title) {
      await leave(talk);
      talk.sessionId = await talk.client.createSession();
      talk.isNew = title === '';
      if (title !== '') await talk.sessions.change(talk.sessionId, { title });
      talk.io.stderr(`Session ${talk.sessionId}\n`);
    },
  },
  {
    name: '/sessions',
    argument: '[words | number]',
    summary: 'list or search your conversations; with a number of that list, go on with it',
    run: sessions,
  },
  {
    name: '/retry',
    summary: 'answer the last message again; the answer before is kept',
    async run(talk) {
      let last: string | undefined;
      for await (const { id, role } of talk.sessions.messages(talk.sessionId)) if (role === 'user') last = id;
      if (last === undefined)
        throw new OracleError('invalid_request', {
          detail: 'Nothing was said yet that could be answered again.',
        });
      const messageId = last;
      await follow(talk, (signal) => talk.client.regenerate(talk.sessionId, messageId, signal));
    },
  },
  {
    name: '/undo',
    argument: '[earlier]',
    summary: 'take back the last change that was made here, or the one before what cannot be',
    run: undo,
  },
  {
    name: '/more',
    summary: 'show the rest of a long answer, then how it came about',
    run({ renderer, io }) {
      const lines = renderer.more();
      io.stdout(lines.length === 0 ? 'There is nothing more.\n' : `${lines.join('\n')}\n`);
    },
  },
  {
    name: '/attach',
    argument: '<file>',
    summary: 'send a file of this machine with the next message',
    async run(talk, path) {
      if (path === '')
        throw new OracleError('invalid_request', { detail: 'Name the file: /attach list.csv' });
      talk.attachments = [...talk.attachments, await attachFile(path, talk.io.cwd)];
      talk.io.stderr(
        `${talk.attachments.map(({ name }) => name).join(', ')} will go with the next message.\n`,
      );
    },
  },
  {
    name: '/export',
    argument: '[file]',
    summary: 'save this conversation, as Markdown or, when the file is named so, as JSON',
    async run({ sessions, sessionId, io }, given) {
      const file = given === '' ? `session-${sessionId.slice(0, 8)}.md` : given;
      await saveExport(sessions, sessionId, file, formatOf(file), io.cwd);
      io.stderr(`Saved ${file}\n`);
    },
  },
];

const HELP: Described = { name: '/help', summary: 'this list' };
const EXIT: Described = { name: '/exit', summary: 'leave' };
const NAMES = [...COMMANDS, HELP, EXIT].map(({ name }) => name);

async function sessions(talk: Conversation, argument: string): Promise<void> {
  const { io, paint } = talk;
  if (/^\d{1,2}$/.test(argument)) {
    const chosen = numbered(talk.listed, Number(argument));
    if (chosen.id !== talk.sessionId) {
      await leave(talk);
      talk.isNew = false;
    }
    talk.sessionId = chosen.id;
    io.stderr(`Session ${chosen.id}${chosen.title === null ? '' : `: ${titleLine(chosen.title)}`}\n`);
    return takeUp(talk);
  }
  talk.listed = await talk.sessions.list({ limit: LISTED, ...(argument === '' ? {} : { words: argument }) });
  if (talk.listed.length === 0) {
    io.stderr(
      argument === '' ? 'There are no conversations yet.\n' : `No conversation holds '${argument}'.\n`,
    );
    return;
  }
  const columns = io.screen?.().columns ?? 80;
  io.stdout(`${sessionLines(talk.listed, { columns, paint, numbered: true }).join('\n')}\n`);
  io.stderr('Go on with one of them: /sessions <number>\n');
}

/** @throws OracleError `not_found` when the list that was shown last has no such number */
function numbered(listed: readonly SessionSummary[], number: number): SessionSummary {
  const chosen = listed[number - 1];
  if (chosen !== undefined) return chosen;
  throw new OracleError('not_found', {
    detail:
      listed.length === 0
        ? 'No list was shown yet of which this could be a number.'
        : `There is no conversation ${number}: the list has ${listed.length}.`,
    hint: '/sessions lists your conversations with their numbers.',
  });
}

/** What begins with a slash and one plain word; a path such as `/reports/2024.md` is part of a message. */
export function isSlashCommand(text: string): boolean {
  return /^\/(?:[a-z-]+|\?)(?:\s|$)/.test(text) && !text.includes('\n');
}

export function isExit(text: string): boolean {
  return /^\/(?:exit|quit)$/.test(text.trim());
}

/** What a text that begins with a slash could become. */
export function completions(text: string, words: PluginWords): readonly string[] {
  if (!/^\/[a-z-]*$/.test(text)) return [];
  const names = [...NAMES, ...words.names().map((name) => `/${name}`)];
  return names.filter((name) => name.startsWith(text));
}

/**
 * Does what a slash command says.
 * @throws OracleError `not_found` for a word that stands for nothing, and whatever the command throws
 */
export async function runSlashCommand(text: string, talk: Conversation, words: PluginWords): Promise<void> {
  const [, name = '', argument = ''] = /^(\S+)\s*(.*)$/.exec(text.trim()) ?? [];
  if (name === HELP.name || name === '/?') {
    await help(talk, words);
    return;
  }
  const command = COMMANDS.find((each) => each.name === name);
  if (command !== undefined) return command.run(talk, argument.trim());
  if (await words.run(name.slice(1), argument)) return;
  const known = [...NAMES, ...words.names().map((each) => `/${each}`)];
  throw new OracleError('not_found', {
    detail: `There is no ${name}.${didYouMean(name, known)}`,
    hint: '/help lists what there is. To send it as a message, put a space before it.',
  });
}

async function help({ io, paint }: Conversation, words: PluginWords): Promise<void> {
  const own = [...COMMANDS, HELP, EXIT].map(({ name, argument, summary }: Described) => ({
    usage: argument === undefined ? name : `${name} ${argument}`,
    summary,
  }));
  const plugins = (await words.all()).map(({ name, summary }) => ({ usage: `/${name} …`, summary }));
  io.stdout(helpText([...own, ...plugins], io.screen?.().columns ?? 80, paint));
}
