import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../words/index.js';

interface Question {
  readonly title: string;
  readonly text?: string;
  /** What the button that does it says. */
  readonly act: string;
  readonly bad?: boolean;
  /** Asks for a line of text that begins with this. */
  readonly value?: string;
  readonly answer: (value: string | undefined) => void;
}

/** The first is asked now; the others wait for its answer. */
const questions = signal<readonly Question[]>([]);

/** Asks a person whether to do something. */
export async function confirm(ask: Pick<Question, 'title' | 'text' | 'act' | 'bad'>): Promise<boolean> {
  return (await answerTo(ask)) !== undefined;
}

/** Asks for a line of text; undefined when the person would rather not. */
export function askFor(
  ask: Pick<Question, 'title' | 'text' | 'act'> & { readonly value: string },
): Promise<string | undefined> {
  return answerTo(ask);
}

function answerTo(ask: Omit<Question, 'answer'>): Promise<string | undefined> {
  return new Promise((answer) => {
    const question: Question = {
      ...ask,
      answer: (value) => {
        questions.value = questions.value.filter((each) => each !== question);
        answer(value);
      },
    };
    questions.value = [...questions.value, question];
  });
}

/** Where questions appear. */
export function Dialogs() {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [asked] = questions.value;
  useLayoutEffect(() => {
    if (asked === undefined) return;
    if (dialog.current?.open === false) dialog.current.showModal();
    field.current?.select();
  }, [asked]);
  if (asked === undefined) return null;
  const { title, text, act, bad, value, answer } = asked;
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="dialog-title" onCancel={() => answer(undefined)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          answer(field.current?.value.trim() ?? '');
        }}
      >
        <h2 id="dialog-title">{title}</h2>
        {text !== undefined && <p>{text}</p>}
        {value !== undefined && (
          <input ref={field} type="text" aria-labelledby="dialog-title" defaultValue={value} required />
        )}
        <div class="row end">
          <button type="button" onClick={() => answer(undefined)}>
            {t('cancel')}
          </button>
          <button type="submit" class={bad ? 'main bad' : 'main'}>
            {act}
          </button>
        </div>
      </form>
    </dialog>
  );
}
