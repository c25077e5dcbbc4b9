import type { Signal } from '@preact/signals';
import { CopyButton } from '../ui/copy-button.js';
import { Icon } from '../ui/icon.js';
import { scrolls } from '../ui/scrolls.js';
import { visible } from '../ui/visible.js';
import { language, t } from '../words/index.js';
import type { CallView } from './turns.js';

/** Tools of the runtime itself, told in few words. */
const QUIET: ReadonlySet<string> = new Set(['list_capabilities', 'load_capability', 'read_result']);

const MOST_SHOWN = 20_000;

/** A call of a tool: one line, opened its arguments and its result. */
export function ToolCard({ call }: { readonly call: Signal<CallView> }) {
  const { id, name, plugin, args, status, output, error, ms, progress } = call.value;
  return (
    <details class={`call ${status}${QUIET.has(name) ? ' quiet-call' : ''}`} id={`call-${id}`}>
      <summary>
        <Mark status={status} />
        <span class="tool-name">{toolTitle(name)}</span>
        <span class="args">{visible(brief(args))}</span>
        {progress !== undefined && status === 'running' && (
          <span class="progress">
            {progress.message}
            {progress.fraction !== undefined && (
              <progress value={progress.fraction} max={1} aria-label={progress.message} />
            )}
          </span>
        )}
        <span class="soft time">
          {ms === undefined || status === 'denied' ? t(`call.${status}`) : timeOf(ms)}
        </span>
      </summary>
      <div class="call-body">
        <p class="soft">
          <code>{name}</code>
          {plugin !== undefined && plugin !== 'oracle' && <> · {plugin}</>}
        </p>
        <Json label={t('call.args')} value={args} />
        {error !== undefined && <p class="refused">{error}</p>}
        {output !== undefined && <Json label={t('call.result')} value={output} />}
      </div>
    </details>
  );
}

function Mark({ status }: { readonly status: CallView['status'] }) {
  if (status === 'running') return <span class="spinner" role="img" aria-label={t('call.running')} />;
  const icon = {
    done: 'check',
    error: 'warn',
    waiting: 'hand',
    interrupted: 'stop',
    denied: 'close',
    undone: 'stop',
  } as const;
  return (
    <span class="mark">
      <Icon name={icon[status]} />
      <span class="unseen">{t(`call.${status}`)}</span>
    </span>
  );
}

/** `design_sample` as words. */
export function toolTitle(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Arguments on one line, each as `name value`. */
function brief(args: Readonly<Record<string, unknown>>): string {
  return Object.entries(args)
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(' · ')
    .slice(0, 200);
}

function timeOf(ms: number): string {
  const [value, unit] = ms < 1000 ? [ms, 'millisecond'] : [ms / 1000, 'second'];
  return value.toLocaleString(language.value, { style: 'unit', unit, maximumFractionDigits: 1 });
}

function Json({ label, value }: { readonly label: string; readonly value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <figure class="code">
      <figcaption>
        <span>{label}</span>
        <CopyButton text={text} />
      </figcaption>
      <pre ref={scrolls}>
        <code>{visible(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}\n…` : text)}</code>
      </pre>
    </figure>
  );
}
