import type { Token, Tokens } from 'marked';
import { Component, type ComponentChildren, type VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { CopyButton } from '../ui/copy-button.js';
import { scrolls } from '../ui/scrolls.js';
import { t } from '../words/index.js';
import { GrowingMarkdown } from './blocks.js';
import { LazyMarkup, LazyMath } from './lazy.js';
import type { MathToken } from './reader.js';
import { isForeign, safeLink } from './safe-link.js';

/** How the words of a text are drawn, for what looks into them (figures and their receipts). */
export type DrawText = (text: string) => ComponentChildren;

export interface MarkdownProps {
  readonly text: string;
  /** Whether more may come. */
  readonly growing?: boolean;
  readonly drawText?: DrawText | undefined;
}

/**
 * Markdown as elements. What a model wrote becomes text of elements that stand here, never a string of markup: only
 * formulas and blocks of HTML pass through markup, and through the sanitiser.
 */
export function Markdown({ text, growing = false, drawText = asItIs }: MarkdownProps) {
  const reader = useRef<GrowingMarkdown>(undefined);
  reader.current ??= new GrowingMarkdown();
  const { frozen, tail } = reader.current.read(text, growing);
  const all = [...frozen, ...tail];
  const drawingOf = useDrawing(drawText, all.length);
  return (
    <div class="markdown">
      {all.map((token, at) => (
        // The same token is the same block: it is not drawn again.
        // A key by place keeps a block while its tail becomes frozen.
        <Block key={at} token={token} draw={drawingOf(at)} />
      ))}
    </div>
  );
}

/** Blocks that are drawn in one go when their words come to be drawn otherwise. */
const AT_ONCE = 30;

/** How each block is drawn. When that changes, as when the figures of a long answer are marked, nobody waits for all. */
function useDrawing(drawText: DrawText, blocks: number): (at: number) => Drawing {
  const draw = useMemo(() => new Drawing(drawText), [drawText]);
  const before = useRef(draw);
  const [done, setDone] = useState({ draw, upTo: Number.POSITIVE_INFINITY });
  const upTo = done.draw === draw ? done.upTo : AT_ONCE;
  useEffect(() => {
    if (upTo >= blocks) {
      before.current = draw;
      return;
    }
    const timer = setTimeout(() => setDone({ draw, upTo: upTo + AT_ONCE }));
    return () => clearTimeout(timer);
  }, [draw, upTo, blocks]);
  return (at) => (at < upTo ? draw : before.current);
}

interface BlockProps {
  readonly token: Token;
  readonly draw: Drawing;
}

class Block extends Component<BlockProps> {
  override shouldComponentUpdate(next: BlockProps): boolean {
    return next.draw !== this.props.draw || next.token.raw !== this.props.token.raw;
  }
  override render({ token, draw }: BlockProps) {
    return draw.block(token);
  }
}

const asItIs: DrawText = (text) => text;

class Drawing {
  readonly #text: DrawText;
  constructor(text: DrawText) {
    this.#text = text;
  }

  block(token: Token): VNode | null {
    switch (token.type) {
      case 'heading':
        return this.#heading(token as Tokens.Heading);
      case 'paragraph':
        return <p>{this.#inline(token.tokens)}</p>;
      case 'text':
        return <>{token.tokens === undefined ? this.#text(token.text) : this.#inline(token.tokens)}</>;
      case 'code':
        return <CodeBlock {...(token as Tokens.Code)} />;
      case 'blockquote':
        return <blockquote>{this.#blocks(token.tokens)}</blockquote>;
      case 'list':
        return this.#list(token as Tokens.List);
      case 'table':
        return this.#table(token as Tokens.Table);
      case 'hr':
        return <hr />;
      case 'math':
        return <LazyMath {...(token as MathToken)} />;
      case 'html':
        return <LazyMarkup markup={(token as Tokens.HTML).text} />;
      default:
        return null;
    }
  }

  #blocks(tokens: readonly Token[] = []): ComponentChildren {
    return tokens.map((token, at) => <Block key={at} token={token} draw={this} />);
  }

  #heading({ depth, tokens }: Tokens.Heading): VNode {
    // A message is below the page's own headings.
    const Tag = (['h2', 'h3', 'h4', 'h5', 'h6', 'h6'] as const)[depth - 1] ?? 'h6';
    return <Tag class={`depth-${depth}`}>{this.#inline(tokens)}</Tag>;
  }

  #list({ ordered, start, items, loose }: Tokens.List): VNode {
    const children = items.map((item, at) => (
      <li key={at} class={item.task ? 'task' : undefined}>
        {item.task && (
          <input
            type="checkbox"
            disabled
            checked={item.checked === true}
            aria-label={t(item.checked === true ? 'markdown.done' : 'markdown.todo')}
          />
        )}
        {item.tokens.map((token, part) =>
          token.type === 'text' && !loose ? (
            this.#inline(token.tokens ?? [])
          ) : token.type === 'checkbox' ? null : (
            <Block key={part} token={token} draw={this} />
          ),
        )}
      </li>
    ));
    if (!ordered) return <ul>{children}</ul>;
    return <ol start={start === '' ? 1 : start}>{children}</ol>;
  }

  #table({ header, rows, align }: Tokens.Table): VNode {
    const side = (at: number) => align[at] ?? undefined;
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is of forms, and a section would be a landmark for each table
      <div class="table-frame" role="group" ref={scrolls} aria-label={t('markdown.table')}>
        <table>
          <thead>
            <tr>
              {header.map((cell, at) => (
                <th key={at} scope="col" class={side(at)}>
                  {this.#inline(cell.tokens)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, line) => (
              <tr key={line}>
                {row.map((cell, at) => (
                  <td key={at} class={side(at)}>
                    {this.#inline(cell.tokens)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  }

  #inline(tokens: readonly Token[] = []): ComponentChildren {
    return tokens.map((token, at) => this.#span(token, at));
  }

  #span(token: Token, key: number): ComponentChildren {
    switch (token.type) {
      case 'text':
      case 'escape':
        return token.type === 'text' && token.tokens !== undefined
          ? this.#inline(token.tokens)
          : this.#text(unescaped(token.text));
      case 'strong':
        return <strong key={key}>{this.#inline(token.tokens)}</strong>;
      case 'em':
        return <em key={key}>{this.#inline(token.tokens)}</em>;
      case 'del':
        return <del key={key}>{this.#inline(token.tokens)}</del>;
      case 'codespan':
        return <code key={key}>{token.text}</code>;
      case 'br':
        return <br key={key} />;
      case 'math':
        return <LazyMath key={key} {...(token as MathToken)} />;
      case 'link':
        return this.#link(token as Tokens.Link, key);
      case 'image':
        // A picture from elsewhere would tell its server who reads what. Its words stand for it.
        return this.#link({ ...(token as Tokens.Image), tokens: [] }, key);
      case 'html':
        return /^<br\s*\/?>$/i.test(token.text.trim()) ? <br key={key} /> : token.text;
      default:
        return token.raw;
    }
  }

  #link(token: Pick<Tokens.Link, 'href' | 'text' | 'tokens'>, key: number): ComponentChildren {
    const target = safeLink(token.href);
    const words = token.tokens.length > 0 ? this.#inline(token.tokens) : token.text || token.href;
    if (target === undefined) return <span key={key}>{words}</span>;
    const foreign = isForeign(target) ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {};
    return (
      <a key={key} href={target} {...foreign}>
        {words}
      </a>
    );
  }
}

/** The lexer leaves character references of plain text as they are. */
function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => CHARACTERS[name] ?? whole);
}

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function CodeBlock({ text, lang = '' }: { readonly text: string; readonly lang?: string }) {
  return (
    <figure class="code">
      <figcaption>
        <span>{lang.split(/\s/, 1)[0]}</span>
        <CopyButton text={text} />
      </figcaption>
      <pre ref={scrolls}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
