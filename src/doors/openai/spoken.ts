import { inert } from '../../kit/index.js';
import type { PendingApproval, RunEvent } from '../../plugin/index.js';

/** What was asked and not done, or not seen, must not be missed in a text that is all a client shows. */
const NOT_TO_MISS: ReadonlySet<string> = new Set(['left_undone', 'pictures_unsupported']);

/**
 * What a run says as one text, for a door whose answer is one message: messages stand apart as paragraphs, a picture or
 * file is a link, and what waits for the person's word asks for it.
 */
export class Spoken {
  #said = '';
  #message: string | undefined;
  /** Where the text of that message begins. */
  #from = 0;

  /** All so far. */
  get text(): string {
    return this.#said;
  }

  /** What an event adds. */
  take(event: RunEvent): string {
    if (event.type === 'message') {
      const isNew = this.#message !== event.messageId;
      if (isNew) this.#from = this.#said.length;
      const apart = isNew && this.#message !== undefined;
      this.#message = event.messageId;
      return this.#add(event.content, apart);
    }
    if (event.type === 'artifact') {
      const { title, alt, url, path } = event;
      const place = url === undefined ? (path === undefined ? alt : `${title}: ${path}`) : link(title, url);
      this.#message = '';
      return this.#add(place, true);
    }
    if (event.type === 'notice' && NOT_TO_MISS.has(event.code)) {
      this.#message = '';
      return this.#add(event.text, true);
    }
    if (event.type === 'interrupted' && event.approvals.length > 0)
      return this.#add(question(event.approvals), true);
    return '';
  }

  /** Takes back what a message said that was reasoning after all; of use only while nothing is sent. */
  takeBack({ messageId, replaces }: Extract<RunEvent, { type: 'reasoning' }>): void {
    if (replaces === true && this.#message === messageId) this.#said = this.#said.slice(0, this.#from);
  }

  #add(text: string, apart: boolean): string {
    if (text === '') return '';
    const glued = apart && this.#said !== '' && !/\s$/u.test(this.#said) && !/^\s/u.test(text);
    const added = glued ? `\n\n${text}` : text;
    this.#said += added;
    return added;
  }
}

function link(title: string, url: string): string {
  return `[${title.replace(/[[\]\\]/gu, '\\$&')}](${url.replace(/[\s()]/gu, encodeURIComponent)})`;
}

function question(approvals: readonly PendingApproval[]): string {
  const [only] = approvals;
  if (approvals.length === 1 && only !== undefined)
    return `${inert(only.summary)}\n\nThis needs your word: answer **yes** to allow it, or **no**.`;
  const list = approvals.map(({ summary }) => `- ${inert(summary)}`).join('\n');
  return `${list}\n\nThese need your word: answer **yes** to allow all of them, or **no** for none.`;
}
