import { Marked, type Token, type TokenizerAndRendererExtension, type Tokens } from 'marked';

/** A formula in TeX. */
export interface MathToken extends Tokens.Generic {
  readonly type: 'math';
  readonly text: string;
  readonly display: boolean;
}

const BLOCK = /^(?:\$\$([^$]+?)\$\$|\\\[([\s\S]+?)\\\])[^\S\n]*(?:\n|$)/;
/** No blank inside single dollars and no digit behind them: sums of money are no formulas. */
const INLINE = /^(?:\$\$([^$\n]+?)\$\$(?!\d)|\$(?!\s)((?:[^$\\\n]|\\.)+?)(?<!\s)\$(?!\d)|\\\(([^\n]+?)\\\))/;

/** Where one may begin: a block with its line, so that no paragraph is cut. */
const START = { block: /(?<=\n)(?:\$\$|\\\[)/, inline: /\$|\\\(/ } as const;

function extension(name: string, level: 'block' | 'inline', pattern: RegExp): TokenizerAndRendererExtension {
  return {
    name,
    level,
    start: (text) => {
      const at = text.search(START[level]);
      return at === -1 ? undefined : at;
    },
    tokenizer(text): MathToken | undefined {
      const match = pattern.exec(text);
      if (match === null) return undefined;
      const formula = match[1] ?? match[2] ?? match[3] ?? '';
      return { type: 'math', raw: match[0], text: formula, display: level === 'block' };
    },
  };
}

const reader = new Marked({
  gfm: true,
  extensions: [extension('mathBlock', 'block', BLOCK), extension('mathInline', 'inline', INLINE)],
});

/** The blocks of a text in Markdown. */
export function readMarkdown(text: string): Token[] {
  return reader.lexer(text);
}
