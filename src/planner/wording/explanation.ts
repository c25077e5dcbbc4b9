import type { Candidate } from '../choosing/candidates.js';
import type { FileBeginning } from '../dialogue/explain/attached-text.js';
import type { Explanation } from '../dialogue/explain/explain.js';
import type { Meaning } from '../dialogue/explain/glossary.js';
import { wordResult } from './answer.js';
import type { Manner } from './call-words.js';
import { labelIn } from './field-label.js';
import { humanise } from './format-value.js';
import type { Phrases } from './phrases/phrases.js';
import { renderMarkdown } from './render-markdown.js';
import { joined } from './speak.js';

/** So many tools are named beside what a word means to them. */
const MOST_TOOLS = 3;

/** An explanation in words: what the oracle's own answers, schemas and files say, and nothing else. */
export function wordExplanation(
  explanation: Explanation,
  candidates: readonly Candidate[],
  manner: Manner,
): string {
  switch (explanation.kind) {
    case 'reasons':
      return renderMarkdown(explanation.reasons);
    case 'result':
      return wordResult(explanation.what, candidates, manner);
    case 'meaning':
      return explanation.meanings.map((meaning) => wordMeaning(meaning, manner.phrases)).join('\n\n');
    case 'file':
      return wordFile(explanation.file, manner.phrases);
    case 'unknown':
      return manner.phrases.unsure;
  }
}

function wordMeaning({ field, tools }: Meaning, phrases: Phrases): string {
  const titles = tools.slice(0, MOST_TOOLS).map(({ tool }) => tool.title ?? humanise(tool.name));
  return `**${labelIn(field, phrases.language)}**: ${field.description.replace(/\.$/u, '')}. (${joined(titles, phrases)})`;
}

function wordFile({ name, mimeType, lines, cut }: FileBeginning, phrases: Phrases): string {
  if (lines === undefined) return phrases.cannotShowFile(`**${name}**`, mimeType);
  const fence = '`'.repeat(Math.max(3, ...lines.map((line) => longestRun(line) + 1)));
  const text = [fence, ...lines, ...(cut ? ['…'] : []), fence].join('\n');
  return `${phrases.fileBegins(`**${name}**`)}\n\n${text}`;
}

function longestRun(line: string): number {
  return Math.max(0, ...[...line.matchAll(/`+/gu)].map(([run]) => run.length));
}
