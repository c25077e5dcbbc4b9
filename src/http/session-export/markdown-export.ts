import { oneLine } from '../../kit/index.js';
import type { SessionRow } from '../../store/types.js';
import { toTime } from '../routes/schemas.js';
import { containedMarkdown } from './contained-markdown.js';
import type { ExportedCall, ExportedMessage } from './export-thread.js';

const TITLE = 300;
const NAME = 255;
const ARGS = 1_000;

/** The thread as a document: who said what, and below it what was called, who else decided that, and what came of it. */
export async function* markdownExport(
  session: SessionRow,
  messages: AsyncIterable<ExportedMessage>,
): AsyncGenerator<string> {
  yield `# ${escapeMarkdown(oneLine(session.title ?? 'Session', TITLE))}\n\n${toTime(session.createdAt)} · session ${session.id}\n`;
  for await (const message of messages) yield `\n${sectionOf(message)}`;
}

function sectionOf(message: ExportedMessage): string {
  const { role, createdAt, content, askedBy, attachments = [], calls = [] } = message;
  const other = askedBy === undefined ? 'You' : escapeMarkdown(oneLine(askedBy, NAME));
  const parts = [
    `## ${role === 'user' ? other : 'Oracle'} · ${toTime(createdAt)}`,
    ...(content === '' ? [] : [containedMarkdown(content)]),
    ...(message.interrupted === true ? ['*(interrupted)*'] : []),
    ...(message.cutOff === true ? ['*(cut at the length limit of the model)*'] : []),
    ...(attachments.length === 0
      ? []
      : [attachments.map((name) => `- attached ${code(oneLine(name, NAME))}`).join('\n')]),
    ...(calls.length === 0 ? [] : [calls.map(callLines).join('\n')]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function callLines({ name, args, status, result, artifacts = [], decidedBy }: ExportedCall): string {
  const notes = [
    ...(status === 'ok' ? [] : [status]),
    ...(decidedBy === undefined ? [] : [`decided by ${escapeMarkdown(oneLine(decidedBy, NAME))}`]),
  ];
  const outcome = notes.length === 0 ? '' : ` (${notes.join(', ')})`;
  return [
    `- ${code(oneLine(name, NAME))} ${code(oneLine(JSON.stringify(args), ARGS))}${outcome}`,
    ...(result === undefined ? [] : [`  → ${escapeMarkdown(result)}`]),
    ...artifacts.map(
      ({ title, path }) =>
        `  - ${escapeMarkdown(oneLine(title, TITLE))}${path === undefined ? '' : ` ${code(oneLine(path, ARGS))}`}`,
    ),
  ].join('\n');
}

/** Inline code, whatever backticks are in it. */
function code(text: string): string {
  const fence = '`'.repeat(Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length)) + 1);
  return fence.length === 1 ? `\`${text}\`` : `${fence} ${text} ${fence}`;
}

/** What tools and titles say is text, not markup. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/g, '\\$&');
}
