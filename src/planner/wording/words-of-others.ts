import type { Candidate } from '../candidates.js';
import { fenced, renderMarkdown } from './render-markdown.js';
import { verbatim } from './verbatim.js';

/** Whether a tool came from a source of capabilities (`mcp/weather`): what it answers is a stranger's words. */
export function isOfOthers(candidate: Candidate | undefined): boolean {
  return candidate?.capability?.name.includes('/') === true;
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
  if (MARKUP.test(words)) return fenced(content, parsed === undefined ? 'text' : 'json');
  return parsed === undefined ? verbatim(content) : renderMarkdown(parsed);
}

/** All texts of a value, and the names of its members. */
function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name.replaceAll('_', ' '), ...wordsIn(member)]);
}
