import { told } from '../../kit/index.js';
import type { ToolMessage } from '../../plugin/index.js';
import { type Candidate, LIST_TOOL } from '../choosing/candidates.js';
import type { SmallTalk } from '../dialogue/planning/small-talk.js';
import type { Executed } from '../dialogue/turns/conversation.js';
import { rootLeaves } from '../schema/leaves.js';
import { type Field, fieldsOf, record } from '../schema/schema-fields.js';
import type { Manner } from './call-words.js';
import { labelIn } from './field-label.js';
import { cut, humanise } from './format-value.js';
import type { Phrases } from './phrases/phrases.js';
import { describeCall } from './proposal.js';
import { renderMarkdown } from './render-markdown.js';
import { joined } from './speak.js';
import { verbatim } from './verbatim.js';
import { faultOfOthers, isOfOthers, wordOfOthers } from './words-of-others.js';

const TEXT_LIMIT = 12_000;

/** A tool's result in words: data as Markdown, an error plainly with what it says. */
export function wordResult(
  { call, result }: Executed,
  candidates: readonly Candidate[],
  manner: Manner,
): string {
  const { phrases } = manner;
  const candidate = candidates.find(({ tool }) => tool.name === call.name);
  const title = `**${candidate === undefined ? humanise(call.name) : describeCall(candidate, call.args, manner)}**`;
  if (result === undefined || result.status === 'interrupted') return phrases.interrupted(title);
  if (result.status === 'error') return wordError(call.name, result.content, candidates, phrases);
  const parsed = parse(result.content);
  const body = isOfOthers(call.name, candidate)
    ? wordOfOthers(cut(result.content.trim(), TEXT_LIMIT), parsed)
    : parsed === undefined
      ? verbatim(cut(result.content.trim(), TEXT_LIMIT))
      : renderMarkdown(parsed);
  if (body === '') return phrases.done(title);
  // A result that says itself what was asked needs no heading.
  return hasSummary(parsed) && !isOfOthers(call.name, candidate) ? body : `${title}\n\n${body}`;
}

function hasSummary(data: unknown): boolean {
  return ['summary', 'message', 'answer'].some((key) => typeof record(data)[key] === 'string');
}

/** What came of taking a change back: its first line says it. */
export function wordUndone({ status, content }: ToolMessage, phrases: Phrases): string {
  if (content.startsWith('Error: The person declined')) return phrases.leftAsItWas;
  const [line = ''] = content.replace(/^Error:\s*/u, '').split('\n', 1);
  return status === 'ok' ? line : `${phrases.nothingTakenBack} ${line}`;
}

/** An error as the tool put it, without its marker, and which of the tool's values it speaks of. */
function wordError(
  tool: string,
  content: string,
  candidates: readonly Candidate[],
  phrases: Phrases,
): string {
  const words = content.replace(/^Error:\s*/u, '').trim();
  const known = candidates.find((candidate) => candidate.tool.name === tool);
  const isTheirs = isOfOthers(tool, known);
  const title = known?.tool.title ?? humanise(tool);
  const said = isTheirs ? faultOfOthers(cut(words, 2_000)) : cut(words, 2_000);
  const name = isTheirs ? told(title, 200) : title;
  const fault = phrases.failed(`**${name}**`, words === '' ? phrases.noReason : said);
  const parameters = known?.tool.parameters;
  const named = parameters === undefined ? [] : faultyFields(words, rootLeaves(fieldsOf(parameters)));
  if (named.length === 0 || named.length > 4) return fault;
  const fields = joined(
    named.map((field) => `**${labelIn(field, phrases.language)}**`),
    phrases,
  );
  return `${fault}\n\n${phrases.tellMe(fields)}`;
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
export function wordCapabilities({ result }: Executed, phrases: Phrases): string {
  const listed = record(parse(result?.content ?? ''))['capabilities'];
  const rows = Array.isArray(listed) ? listed.map(record) : [];
  if (result?.status !== 'ok' || rows.length === 0) {
    return result?.status === 'error'
      ? wordError(LIST_TOOL, result.content, [], phrases)
      : phrases.nothingAvailable;
  }
  const lines = rows.map((row) => {
    const loaded = row['loaded'] === true ? ` *(${phrases.loaded})*` : '';
    return `- **${String(row['title'] ?? row['name'])}** (\`${String(row['name'])}\`): ${String(row['summary'] ?? '')}${loaded}`;
  });
  return `${phrases.canDo}\n\n${lines.join('\n')}\n\n${phrases.askPlainly}\n\n*${phrases.offline}*`;
}

/** An answer to small talk that claims no more than there is. */
export function wordSmallTalk(talk: SmallTalk, candidates: readonly Candidate[], phrases: Phrases): string {
  switch (talk) {
    case 'thanks':
      return phrases.welcome;
    case 'farewell':
      return phrases.goodbye;
    case 'acknowledgement':
      return phrases.good;
    case 'cancel':
      return phrases.leaveIt;
    case 'capabilities':
    case 'identity':
    case 'greeting': {
      const can = listTitles(candidates, 6, phrases);
      const hello = talk === 'identity' ? phrases.whoIAm : phrases.hello;
      const help = can === '' ? '' : `\n\n${phrases.helpWith(can)}`;
      return `${hello}: ${phrases.noModel}${help}${exampleLine(candidates, phrases)}`;
    }
  }
}

/** Says that the request was not understood, and what comes nearest. */
export function wordUnsure(nearest: readonly Candidate[], phrases: Phrases, lead = phrases.unsure): string {
  const subjects = new Set<string>();
  const near = nearest.filter(({ capability, tool }) => {
    const subject = capability?.name ?? tool.name;
    return !subjects.has(subject) && subjects.add(subject);
  });
  if (near.length === 0) return `${lead} ${phrases.nothingAvailable}`;
  const lines = near.slice(0, 3).map(({ capability, tool }) => {
    const examples = capability?.manifest.examples ?? [];
    const example = (examples.find((one) => one.tool === tool.name) ?? examples[0])?.user;
    const name =
      capability === undefined
        ? `\`${tool.name}\``
        : `**${capability.manifest.title}** (\`${capability.name}\`)`;
    return `- ${name}: ${capability?.manifest.summary ?? tool.description}${example === undefined ? '' : ` ${phrases.example(example)}`}`;
  });
  return `${lead} ${phrases.nearest}\n\n${lines.join('\n')}`;
}

/** Names the numbers of a message that no call used, so that nothing is dropped in silence. */
export function wordUnused(raw: readonly string[], phrases: Phrases): string {
  return `*${phrases.unused(raw.map(phrases.quote).join(', '))}*`;
}

function listTitles(candidates: readonly Candidate[], limit: number, phrases: Phrases): string {
  const titles = [
    ...new Set(candidates.map(({ capability, tool }) => capability?.manifest.title ?? humanise(tool.name))),
  ];
  const shown = titles.slice(0, limit).map((title) => `**${title}**`);
  const rest = titles.length - shown.length;
  if (rest > 0) shown.push(phrases.more(rest));
  return joined(shown, phrases);
}

function exampleLine(candidates: readonly Candidate[], phrases: Phrases): string {
  const seen = new Set<string>();
  const examples = candidates.flatMap(({ capability }) => {
    const example = capability?.manifest.examples?.[0]?.user;
    if (capability === undefined || example === undefined || seen.has(capability.name)) return [];
    seen.add(capability.name);
    return [`- ${phrases.quote(example)}`];
  });
  return examples.length === 0 ? '' : `\n\n${phrases.try}\n${examples.slice(0, 3).join('\n')}`;
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
