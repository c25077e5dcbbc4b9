import { signal } from '@preact/signals';
import { onLeave } from './sign-in.js';

const polite = signal('');
const urgent = signal('');

const BETWEEN_MS = 1000;
const waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** A region that was heard is emptied: it stands in the page for whoever looks for it. */
const HEARD_MS = 8000;
let emptying: ReturnType<typeof setTimeout> | undefined;

function emptySoon(): void {
  clearTimeout(emptying);
  emptying = setTimeout(empty, HEARD_MS);
}

function empty(): void {
  polite.value = '';
  urgent.value = '';
}

onLeave(() => {
  waiting.length = 0;
  empty();
});

/** Says something to a screen reader when it is idle; at most once a second, in order. */
export function announce(text: string): void {
  if (text.trim() === '') return;
  waiting.push(text);
  if (timer === undefined) timer = setTimeout(next, 50);
}

function next(): void {
  polite.value = waiting.splice(0).join(' ');
  emptySoon();
  timer = setTimeout(() => {
    timer = undefined;
    if (waiting.length > 0) next();
  }, BETWEEN_MS);
}

/** Says something at once. Nothing else moves: the focus stays where it is. */
export function announceNow(text: string): void {
  urgent.value = text;
  emptySoon();
}

/** Where screen readers listen. */
export function LiveRegions() {
  return (
    <>
      <div class="unseen" role="status" aria-live="polite">
        {polite}
      </div>
      <div class="unseen" role="alert" aria-live="assertive">
        {urgent}
      </div>
    </>
  );
}
