import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { onLeave } from '../app/sign-in.js';
import { t } from '../words/index.js';
import { scrolls } from './scrolls.js';
import { visible } from './visible.js';

interface Question {
  readonly id: number;
  readonly title: string;
  readonly text?: string;
  /** What it is about, to the letter. */
  readonly exact?: string;
  /** What the button that does it says. */
  readonly act: string;
  readonly bad?: boolean;
  /** Asks for a line of text that begins with this. */
  readonly value?: string;
  /** Asks which of these, each by a button of its own. */
  readonly choices?: readonly string[];
  /** Asks for a file. */
  readonly file?: true;
  readonly answer: (value: string | File | undefined) => void;
}

let asked = 0;

/** The first is asked now; the others wait for its answer. */
const questions = signal<readonly Question[]>([]);

/** Asks a person whether to do something. */
export async function confirm(
  ask: Pick<Question, 'title' | 'text' | 'exact' | 'act' | 'bad'>,
): Promise<boolean> {
  return (await answerTo(ask)) !== undefined;
}

/** Asks for a line of text; undefined when the person would rather not. */
export function askFor(
  ask: Pick<Question, 'title' | 'text' | 'act'> & { readonly value: string },
): Promise<string | undefined> {
  return answerTo(ask) as Promise<string | undefined>;
}

/** Asks which of several; undefined when the person would rather say none. */
export function chooseFrom(
  ask: Pick<Question, 'title' | 'text'> & { readonly choices: readonly string[] },
): Promise<string | undefined> {
  return answerTo({ ...ask, act: '' }) as Promise<string | undefined>;
}

/** Asks for a file of the person's device; undefined when they would rather give none. */
export function pickFile(ask: Pick<Question, 'title' | 'text' | 'act'>): Promise<File | undefined> {
  return answerTo({ ...ask, file: true }) as Promise<File | undefined>;
}

function answerTo(ask: Omit<Question, 'answer' | 'id'>): Promise<string | File | undefined> {
  return new Promise((answer) => {
    asked += 1;
    const question: Question = {
      ...ask,
      id: asked,
      answer: (value) => {
        questions.value = questions.value.filter((each) => each !== question);
        answer(value);
      },
    };
    questions.value = [...questions.value, question];
  });
}

/** Nobody is asked any more: whoever was asked is gone. */
onLeave(() => {
  for (const { answer } of questions.value) answer(undefined);
});

/** Where questions appear. */
export function Dialogs() {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [question] = questions.value;
  useLayoutEffect(() => {
    if (question === undefined) return;
    if (dialog.current?.open === false) dialog.current.showModal();
    field.current?.select();
  }, [question]);
  if (question === undefined) return null;
  const { id, title, text, exact, act, bad, value, choices, file, answer } = question;
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="dialog-title" onCancel={() => answer(undefined)}>
      <form
        key={id}
        onSubmit={(event) => {
          event.preventDefault();
          answer(file === true ? field.current?.files?.[0] : (field.current?.value.trim() ?? ''));
        }}
      >
        <h2 id="dialog-title">{visible(title)}</h2>
        {text !== undefined && <p>{visible(text)}</p>}
        {exact !== undefined && (
          <pre class="exact" ref={scrolls}>
            {visible(exact)}
          </pre>
        )}
        {value !== undefined && (
          <input ref={field} type="text" aria-labelledby="dialog-title" defaultValue={value} required />
        )}
        {file === true && <input ref={field} type="file" aria-labelledby="dialog-title" required />}
        {choices !== undefined && (
          <div class="choices">
            {choices.map((choice) => (
              <button key={choice} type="button" onClick={() => answer(choice)}>
                {visible(choice)}
              </button>
            ))}
          </div>
        )}
        <div class="row end">
          <button type="button" onClick={() => answer(undefined)}>
            {t('cancel')}
          </button>
          {choices === undefined && (
            <button type="submit" class={bad ? 'main bad' : 'main'}>
              {act}
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}
