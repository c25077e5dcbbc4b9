import { oneLine } from 'oracle-runtime/kit';
import type { McpContent, McpResult } from 'oracle-runtime/mcp';
import type { ToolRuntime } from 'oracle-runtime/plugin';
import { readPicture } from './picture.js';

/** What a call gave: data where the server gives some, else text; what is neither is named, pictures are shown. */
export interface ResultView {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly text?: string;
}

export function resultView(
  title: string,
  { content, structured }: McpResult,
  rt: Pick<ToolRuntime, 'artifact'>,
): ResultView {
  const parts = content.map((part) => wordsOf(title, part, rt)).filter((words) => words !== '');
  // A server that gives data repeats them as text, for clients that know no data.
  const shown = structured === undefined ? parts : parts.filter((_, i) => content[i]?.type !== 'text');
  const text = shown.join('\n');
  return {
    ...(structured === undefined ? {} : { data: structured }),
    ...(text === '' && structured !== undefined ? {} : { text }),
  };
}

function wordsOf(title: string, part: McpContent, rt: Pick<ToolRuntime, 'artifact'>): string {
  const { type, text, data, mimeType, uri, resource } = part;
  if (type === 'text') return typeof text === 'string' ? text : '';
  if (type === 'resource') return wordsOfResource(resource);
  if (type === 'resource_link') return `[link: ${oneLine(String(uri), 500)}]`;
  const kind = oneLine(typeof mimeType === 'string' ? mimeType : type, 60);
  if (type === 'image') {
    const picture = readPicture(kind, data);
    if (!('bytes' in picture)) return `[${kind}, ${picture.size} bytes, not shown: ${picture.reason}]`;
    rt.artifact({ title, mimeType: kind, alt: `A picture from ${title}`, bytes: picture.bytes });
    return `[picture shown to the person: ${kind}, ${picture.bytes.length} bytes]`;
  }
  const size = typeof data === 'string' ? Buffer.byteLength(data, 'base64') : 0;
  return `[${kind}, ${size} bytes, not shown]`;
}

function wordsOfResource(resource: unknown): string {
  const { uri, text } = (typeof resource === 'object' && resource !== null ? resource : {}) as {
    readonly uri?: unknown;
    readonly text?: unknown;
  };
  return typeof text === 'string' ? text : `[resource: ${oneLine(String(uri), 500)}]`;
}
