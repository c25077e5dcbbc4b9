import type { Attachment } from 'oracle-runtime/client';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { attempt } from '../app/faults.js';
import { onEscape } from '../app/keys.js';
import { Icon } from '../ui/icon.js';
import { t } from '../words/index.js';
import { attachmentOf } from './attach.js';
import { draftIn, giveBack, keepDraft } from './drafts.js';

interface Held {
  readonly key: number;
  readonly name: string;
  readonly fraction: number;
  readonly attachment?: Attachment;
  readonly stop: AbortController;
}

export interface ComposerProps {
  /** Of which conversation what is written here is a draft. */
  readonly draftOf: string;
  readonly running: boolean;
  /** @returns whether it was sent; what was not is there to be sent again */
  onSend(message: string, attachments: readonly Attachment[]): Promise<boolean>;
  onStop?(): void;
}

const MOST_FILES = 20;
let keys = 0;

/** Where a message is written. Enter sends it, Shift+Enter begins a line; a word that is being composed is left alone. */
export function Composer({ draftOf, running, onSend, onStop }: ComposerProps) {
  const words = draftIn(draftOf).value;
  const [held, setHeld] = useState<readonly Held[]>([]);
  const [over, setOver] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const pending = held.some(({ attachment }) => attachment === undefined);
  const ready = !running && !pending && words.trim() !== '';

  const escaped = useRef(onStop);
  escaped.current = running ? onStop : undefined;

  useLayoutEffect(() => growWithWords(field.current), [words]);
  // Before it is seen: what is typed at once is written here.
  useLayoutEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, [draftOf]);
  useLayoutEffect(
    () =>
      onEscape(() => {
        escaped.current?.();
        return escaped.current !== undefined;
      }),
    [],
  );
  useEffect(() => dropOnPage(setOver, (files) => take(files)), []);

  function take(files: readonly File[]) {
    for (const file of files.slice(0, MOST_FILES)) {
      keys += 1;
      const one: Held = {
        key: keys,
        name: file.name || t('composer.pasted'),
        fraction: 0,
        stop: new AbortController(),
      };
      const update = (changes: Partial<Held>) =>
        setHeld((all) => all.map((each) => (each.key === one.key ? { ...each, ...changes } : each)));
      setHeld((all) => [...all, one]);
      void attempt(async () => {
        update({ attachment: await attachmentOf(file, one.stop.signal, (fraction) => update({ fraction })) });
      }).then((done) => {
        if (!done) setHeld((all) => all.filter(({ key }) => key !== one.key));
      });
    }
  }

  function send() {
    if (!ready) return;
    const attachments = held.flatMap(({ attachment }) => attachment ?? []);
    keepDraft(draftOf, '');
    setHeld([]);
    void onSend(words.trim(), attachments).then((sent) => {
      if (sent) return;
      giveBack(draftOf, words);
      setHeld((since) => [...held, ...since]);
    });
  }

  return (
    <form
      class={over ? 'composer over' : 'composer'}
      data-region
      aria-label={t('composer')}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {held.length > 0 && (
        <ul class="chips">
          {held.map(({ key, name, fraction, attachment, stop }) => (
            <li key={key} class="chip">
              <Icon name="file" /> {name}
              {attachment === undefined && <progress value={fraction} max={1} aria-label={name} />}
              <button
                type="button"
                class="quiet icon"
                aria-label={t('composer.drop', { name })}
                onClick={() => {
                  stop.abort();
                  setHeld((all) => all.filter((each) => each.key !== key));
                }}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="composer-row">
        <button
          type="button"
          class="quiet icon"
          title={t('composer.attach')}
          aria-label={t('composer.attach')}
          onClick={() => picker.current?.click()}
        >
          <Icon name="attach" />
        </button>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={({ currentTarget }) => {
            take([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
        <textarea
          id="composer"
          ref={field}
          rows={1}
          value={words}
          placeholder={t('composer.placeholder')}
          aria-label={t('composer.placeholder')}
          onInput={({ currentTarget }) => keepDraft(draftOf, currentTarget.value)}
          onKeyDown={(event) => {
            if (!isSending(event)) return;
            event.preventDefault();
            send();
          }}
          onPaste={(event) => {
            const files = [...(event.clipboardData?.files ?? [])];
            if (files.length === 0) return;
            event.preventDefault();
            take(files);
          }}
        />
        {running && onStop !== undefined ? (
          <button type="button" class="main icon" title={t('stop')} aria-label={t('stop')} onClick={onStop}>
            <Icon name="stop" />
          </button>
        ) : (
          <button type="submit" class="main icon" title={t('send')} aria-label={t('send')} disabled={!ready}>
            <Icon name="send" />
          </button>
        )}
      </div>
    </form>
  );
}

/** Enter, where it ends no word that is being composed. */
export function isSending({ key, shiftKey, isComposing, keyCode }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !isComposing && keyCode !== 229;
}

/** As high as its words, up to what the style allows. */
function growWithWords(field: HTMLTextAreaElement | null): void {
  if (field === null) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight}px`;
}

/** Files that are dropped anywhere are for the message. */
function dropOnPage(setOver: (over: boolean) => void, take: (files: readonly File[]) => void): () => void {
  const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
  const over = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    setOver(true);
  };
  const leave = (event: DragEvent) => {
    if (event.relatedTarget === null) setOver(false);
  };
  const drop = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    setOver(false);
    take([...(event.dataTransfer?.files ?? [])]);
  };
  addEventListener('dragover', over);
  addEventListener('dragleave', leave);
  addEventListener('drop', drop);
  return () => {
    removeEventListener('dragover', over);
    removeEventListener('dragleave', leave);
    removeEventListener('drop', drop);
  };
}
