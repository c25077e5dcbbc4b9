import type { ToolMessage } from '../../plugin/index.js';
import { type Candidate, LIST_TOOL } from '../candidates.js';
import type { Executed } from '../dialogue/conversation.js';
import type { SmallTalk } from '../dialogue/small-talk.js';
import { rootLeaves } from '../leaves.js';
import { type Field, fieldsOf, record } from '../schema-fields.js';
import { cut, humanise } from './format-value.js';
import { describeCall } from './proposal.js';
import { renderMarkdown } from './render-markdown.js';

const TEXT_LIMIT = 12_000;
export const CUT_NOTE = '*Your message was long: I have read only its beginning.*';
export const OFFLINE_NOTE =
  '*Answered offline: no language model is configured, so requests are matched by their words.*';

/** A tool's result in words: data as Markdown, an error plainly with what it says. */
export function wordResult({ call, result }: Executed, candidates: readonly Candidate[]): string {
  const candidate = candidates.find(({ tool }) => tool.name === call.name);
  const title = `**${candidate === undefined ? humanise(call.name) : describeCall(candidate, call.args)}**`;
  if (result === undefined || result.status === 'interrupted')
    return `${title}: the call was interrupted before it gave a result.`;
  if (result.status === 'error') return wordError(call.name, result.content, candidates);
  const parsed = parse(result.content);
  const body = parsed === undefined ? cut(result.content.trim(), TEXT_LIMIT) : renderMarkdown(parsed);
  if (body === '') return `${title}: done.`;
  // A result that says itself what was asked needs no heading.
  return hasSummary(parsed) ? body : `${title}\n\n${body}`;
}

function hasSummary(data: unknown): boolean {
  return ['summary', 'message', 'answer'].some((key) => typeof record(data)[key] === 'string');
}

/** What came of taking a change back: its first line says it. */
export function wordUndone({ status, content }: ToolMessage): string {
  if (content.startsWith('Error: The person declined')) return 'I left it as it is.';
  const [line = ''] = content.replace(/^Error:\s*/u, '').split('\n', 1);
  return status === 'ok' ? line : `Nothing was taken back. ${line}`;
}

/** An error as the tool put it, without its marker, and which of the tool's values it speaks of. */
function wordError(tool: string, content: string, candidates: readonly Candidate[] = []): string {
  const words = content.replace(/^Error:\s*/u, '').trim();
  const title = candidates.find((candidate) => candidate.tool.name === tool)?.tool.title ?? humanise(tool);
  const fault = `**${title}** did not work: ${words === '' ? 'it gave no reason.' : cut(words, 2_000)}`;
  const parameters = candidates.find((candidate) => candidate.tool.name === tool)?.tool.parameters;
  const named = parameters === undefined ? [] : faultyFields(words, rootLeaves(fieldsOf(parameters)));
  if (named.length === 0 || named.length > 4) return fault;
  return `${fault}\n\nTell me ${named.map((field) => `**${field.label}**`).join(' and ')} and I will try again.`;
}

/** The fields that an error names: those before a colon at the start of a line or sentence, else any it mentions. */
export function faultyFields(error: string, leaves: readonly Field[]): Field[] {
  const blamed = leaves.filter((field) => {
    const path = literal(field.path.join('.'));
    return new RegExp(String.raw`(?:^|[\n.;:,]\s*(?:-\s+)?)["'\x60]?${path}["'\x60]?\s*:\s`, 'u').test(error);
  });
  if (blamed.length > 0) return blamed;
  return leaves.filter(
    (field) =>
      field.path.length === 1 &&
      new RegExp(String.raw`(?<![\p{L}\p{N}_.])${literal(field.name)}(?![\p{L}\p{N}_])`, 'u').test(error),
  );
}

function literal(text: string): string {
  return text.replace(/[^\p{L}\p{N}_]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`);
}

/** The list of what the oracle can do, from the result of the listing tool. */
export function wordCapabilities({ result }: Executed): string {
  const listed = record(parse(result?.content ?? ''))['capabilities'];
  const rows = Array.isArray(listed) ? listed.map(record) : [];
  if (result?.status !== 'ok' || rows.length === 0) {
    return result?.status === 'error' ? wordError(LIST_TOOL, result.content) : 'No capability is available.';
  }
  const lines = rows.map((row) => {
    const loaded = row['loaded'] === true ? ' *(loaded)*' : '';
    return `- **${String(row['title'] ?? row['name'])}** (\`${String(row['name'])}\`): ${String(row['summary'] ?? '')}${loaded}`;
  });
  return `This is what I can do:\n\n${lines.join('\n')}\n\nAsk in plain words, with the numbers and names that matter.\n\n${OFFLINE_NOTE}`;
}

/** An answer to small talk that claims no more than there is. */
export function wordSmallTalk(talk: SmallTalk, candidates: readonly Candidate[]): string {
  switch (talk) {
    case 'thanks':
      return 'You are welcome.';
    case 'farewell':
      return 'Goodbye.';
    case 'acknowledgement':
      return 'Good. What is next?';
    case 'cancel':
      return 'All right, I leave it there.';
    case 'capabilities':
    case 'identity':
    case 'greeting': {
      const can = listTitles(candidates, 6);
      const hello =
        talk === 'identity' ? 'I am this oracle’s offline planner' : 'Hello! I am running offline';
      return `${hello}: no language model is configured, so I match plain requests to the capabilities at hand.${can === '' ? '' : `\n\nI can help with ${can}.`}${exampleLine(candidates)}`;
    }
  }
}

/** Says that the request was not understood, and what comes nearest. */
export function wordUnsure(nearest: readonly Candidate[]): string {
  const near = nearest.slice(0, 3);
  const intro =
    'I am offline (no language model is configured) and I am not sure what you mean, so I have done nothing.';
  if (near.length === 0) return `${intro} No capability is available.`;
  const lines = near.map((candidate) => {
    const { capability, tool } = candidate;
    const example = capability?.manifest.examples?.[0]?.user;
    const name =
      capability === undefined
        ? `\`${tool.name}\``
        : `**${capability.manifest.title}** (\`${capability.name}\`)`;
    return `- ${name}: ${capability?.manifest.summary ?? tool.description}${example === undefined ? '' : ` For example: “${example}”`}`;
  });
  return `${intro} The nearest that I can do:\n\n${lines.join('\n')}`;
}

/** Names the numbers of a message that no call used, so that nothing is dropped in silence. */
export function wordUnused(raw: readonly string[]): string {
  return `*Not used from your message: ${raw.map((one) => `“${one}”`).join(', ')}. If it matters, say what it is.*`;
}

function listTitles(candidates: readonly Candidate[], limit: number): string {
  const titles = [
    ...new Set(candidates.map(({ capability, tool }) => capability?.manifest.title ?? humanise(tool.name))),
  ];
  const shown = titles.slice(0, limit).map((title) => `**${title}**`);
  const rest = titles.length - shown.length;
  if (rest > 0) shown.push(`${rest} more (ask “what can you do?”)`);
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : (shown[0] ?? '');
}

function exampleLine(candidates: readonly Candidate[]): string {
  const seen = new Set<string>();
  const examples = candidates.flatMap(({ capability }) => {
    const example = capability?.manifest.examples?.[0]?.user;
    if (capability === undefined || example === undefined || seen.has(capability.name)) return [];
    seen.add(capability.name);
    return [`- “${example}”`];
  });
  return examples.length === 0 ? '' : `\n\nTry:\n${examples.slice(0, 3).join('\n')}`;
}

function parse(content: string): unknown {
  const text = content.trim();
  if (!/^[[{"\d-]|^(?:true|false|null)$/u.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
