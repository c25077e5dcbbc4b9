import { isExact } from '../../kit/exact-number.js';
import { type Candidate, isMetaTool } from '../choosing/candidates.js';
import { fenced, renderMarkdown } from './render-markdown.js';
import { verbatim } from './verbatim.js';

/**
 * Whether what a tool answers is a stranger's words: it came from a source of capabilities (`mcp/weather`), which stands in no
 * list of the boot and is there for this run alone, or from the client.
 */
export function isOfOthers(tool: string, candidate: Candidate | undefined): boolean {
  if (isMetaTool(tool)) return false;
  return candidate?.capability === undefined || candidate.capability.name.includes('/');
}

/** What is markup in Markdown, and what a page makes a link of by itself. */
const MARKUP =
  /^\s*(?:[#>|+*-]|\d+[.)]\s|~~~)|`|\*\*|__|~~|(?<!\w)[*_](?=\S)|\]\s?[([:]|!\[|<[a-z/!?]|https?:|www\./imu;

/**
 * What a stranger answers: as it is where it is plain, else as a block, in which it is no picture, no link and no proposal of
 * the oracle.
 * @param parsed the content as data, where it is JSON
 */
export function wordOfOthers(content: string, parsed: unknown): string {
  const words = parsed === undefined ? content : wordsIn(parsed).join('\n');
  if (MARKUP.test(words) || (parsed !== undefined && losesDigits(content)))
    return fenced(content, parsed === undefined ? 'text' : 'json');
  return parsed === undefined ? verbatim(content) : renderMarkdown(parsed);
}

/** Why a stranger's tool failed, in its own words, after a colon of the oracle: as it is where it is plain, else as a block. */
export function faultOfOthers(words: string): string {
  return MARKUP.test(words) ? `\n\n${fenced(words)}` : verbatim(words);
}

/** Whether data as they came have a number that a JavaScript number cannot hold, such as an amount of 20 digits. */
function losesDigits(json: string): boolean {
  const numbers = json.replace(/"(?:[^"\\]|\\.)*"/gu, '""').match(/-?\d[\d.eE+-]*/gu);
  return numbers?.some((number) => !isExact(number)) === true;
}

/** All texts of a value, and the names of its members. */
function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name.replaceAll('_', ' '), ...wordsIn(member)]);
}
