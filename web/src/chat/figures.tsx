import { signal } from '@preact/signals';
import type { FindReceipts, Receipt } from 'oracle-runtime/client/receipts';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { onEscape } from '../app/keys.js';
import { onLeave } from '../app/sign-in.js';
import type { DrawText } from '../markdown/markdown.js';
import { Icon } from '../ui/icon.js';
import { language, t } from '../words/index.js';
import { toolTitle } from './tool-card.js';
import type { Turn } from './turns.js';

interface Opened {
  readonly receipt: Receipt;
  readonly from: HTMLElement;
}

const opened = signal<Opened | undefined>(undefined);
onLeave(() => close(false));

type Receipts = typeof import('oracle-runtime/client/receipts');

/** What finds receipts, once the first answer with something to find is there. */
const finder = signal<Receipts | undefined>(undefined);

function loadFinder(): void {
  // Without it figures have no mark: the next answer asks for it again.
  import('oracle-runtime/client/receipts').then(
    (loaded) => {
      finder.value = loaded;
    },
    () => undefined,
  );
}

/** What figures can rest on, up to and with a turn: results of tools (not of the runtime's own), and what was said. */
function sourcesOf({ receiptsFrom, decimalsOf }: Receipts, turns: readonly Turn[], turn: Turn): FindReceipts {
  const until = turns.slice(0, turns.indexOf(turn) + 1);
  const results = until.flatMap(({ parts }) =>
    parts.value.flatMap((part) => {
      if (part.kind !== 'call') return [];
      const { id, name, plugin, output, args } = part.call.value;
      return plugin === 'oracle' || output === undefined ? [] : [{ id, tool: name, output, args }];
    }),
  );
  return receiptsFrom(
    results,
    until.map(({ said }) => said),
    decimalsOf(turn.parts.value.map((part) => (part.kind === 'text' ? part.text.value : '')).join('\n')),
  );
}

/** Draws the words of an answer with its figures underlined; as they are while it still grows. */
export function useFigures(turns: readonly Turn[], turn: Turn, growing: boolean): DrawText | undefined {
  const parts = turn.parts.value;
  // Data that comes later, as of a thread that was opened anew, changes what is found.
  const outputs = parts.map((part) => (part.kind === 'call' ? part.call.value.output : undefined));
  const receipts = finder.value;
  useEffect(() => {
    if (!growing) loadFinder();
  }, [growing]);
  return useMemo(() => {
    if (growing || receipts === undefined) return undefined;
    const find = sourcesOf(receipts, turns, turn);
    return (text) => drawFigures(text, find);
  }, [receipts, growing, turns, turn, ...outputs.filter((output) => output !== undefined).slice(-3)]);
}

function drawFigures(text: string, find: FindReceipts) {
  const receipts = find(text);
  if (receipts.length === 0) return text;
  const nodes = [];
  let at = 0;
  for (const receipt of receipts) {
    nodes.push(text.slice(at, receipt.start), <FigureMark key={receipt.start} receipt={receipt} />);
    at = receipt.end;
  }
  nodes.push(text.slice(at));
  return nodes;
}

function FigureMark({ receipt }: { readonly receipt: Receipt }) {
  const { kind, text } = receipt;
  if (kind === 'given') return <span title={t('figure.given')}>{text}</span>;
  const mark = kind === 'found' ? 'figure found' : 'figure open assumed';
  if (kind === 'open') {
    return (
      <span class="figure open" title={t('figure.open')}>
        {text}
      </span>
    );
  }
  return (
    <button
      type="button"
      class={mark}
      title={t(`figure.${kind}`)}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => {
        opened.value = { receipt, from: currentTarget };
      }}
    >
      {text}
    </button>
  );
}

const GAP = 8;

/** The receipt of the figure that was clicked: tool, field, formula and source. */
export function ReceiptPanel() {
  const panel = useRef<HTMLDivElement>(null);
  const shown = opened.value;
  // Before it is seen: it never stands at another place first, and an Esc that comes at once finds it.
  useLayoutEffect(() => {
    const place = panel.current;
    if (shown === undefined || place === null) return;
    const { left, bottom, top } = shown.from.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = place;
    const below = bottom + GAP + offsetHeight < innerHeight;
    place.style.left = `${Math.max(GAP, Math.min(left, innerWidth - offsetWidth - GAP))}px`;
    place.style.top = `${below ? bottom + GAP : Math.max(GAP, top - offsetHeight - GAP)}px`;
    place.focus();
    const leave = (event: Event) => {
      if (!place.contains(event.target as Node)) close(false);
    };
    document.addEventListener('pointerdown', leave);
    const stay = onEscape(() => {
      close(true);
      return true;
    });
    return () => {
      document.removeEventListener('pointerdown', leave);
      stay();
    };
  }, [shown]);
  if (shown === undefined) return null;
  const { text, fields, kind } = shown.receipt;
  return (
    <div
      class="receipt"
      role="dialog"
      aria-label={t('figure.receipt', { figure: text })}
      tabIndex={-1}
      ref={panel}
    >
      {kind === 'assumed' && (
        <p>
          <Icon name="warn" /> {t('figure.assumedWhy')}
        </p>
      )}
      {fields.map(({ callId, tool, path, value, formula, source }) => (
        <dl key={`${callId} ${path}`}>
          <dt>{t('figure.tool')}</dt>
          <dd>
            <button type="button" class="link" onClick={() => showCall(callId)}>
              {toolTitle(tool)}
            </button>
          </dd>
          <dt>{t('figure.field')}</dt>
          <dd>
            <code>{path}</code>
          </dd>
          <dt>{t('figure.value')}</dt>
          <dd>{value.toLocaleString(language.value, { maximumSignificantDigits: 17 })}</dd>
          {formula !== undefined && (
            <>
              <dt>{t('figure.formula')}</dt>
              <dd>
                <code>{formula}</code>
              </dd>
            </>
          )}
          {source !== undefined && (
            <>
              <dt>{t('figure.source')}</dt>
              <dd>{source}</dd>
            </>
          )}
        </dl>
      ))}
    </div>
  );
}

function close(focus: boolean): void {
  const from = opened.value?.from;
  opened.value = undefined;
  if (focus) from?.focus();
}

/** Opens the card of the call that gave the figure. */
function showCall(id: string): void {
  close(false);
  const card = document.getElementById(`call-${id}`);
  if (!(card instanceof HTMLDetailsElement)) return;
  card.open = true;
  card.scrollIntoView({ block: 'center' });
  card.querySelector('summary')?.focus();
}
