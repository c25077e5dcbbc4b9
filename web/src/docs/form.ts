import { showAnswer } from './answer.js';
import { element } from './element.js';
import type { Found, Parameter } from './operation.js';
import { type Request, requestOf } from './request.js';

type Field = HTMLInputElement | HTMLSelectElement;

/** A form for one operation: it sends what is filled in with the page's session, and shows what comes back. */
export function formFor(found: Found, example: string | undefined): HTMLFormElement {
  const { operation, method } = found;
  const fields = (operation.parameters ?? []).map((parameter) => ({ parameter, field: fieldFor(parameter) }));
  const [type] = Object.keys(operation.requestBody?.content ?? {});
  const needsBody = operation.requestBody?.required === true;
  const text =
    type === 'application/json'
      ? element(
          'textarea',
          {
            rows: String(Math.min(16, Math.max(3, (example ?? '').split('\n').length + 1))),
            spellcheck: 'false',
            required: needsBody,
          },
          example ?? '',
        )
      : undefined;
  const file =
    type !== undefined && text === undefined
      ? element('input', { type: 'file', required: needsBody })
      : undefined;
  const send = element('button', { type: 'submit' }, 'Send');
  const stop = element('button', { type: 'button', hidden: true }, 'Stop');
  const answer = element('div', { class: 'answer' });
  const form = element(
    'form',
    { class: 'try' },
    ...fields.map(({ parameter, field }) => labelled(parameter.name, parameter.required, field)),
    text && labelled('Body (JSON)', needsBody, text),
    file && labelled('Body (a file)', needsBody, file),
    element('p', {}, send, ' ', stop),
    answer,
  );

  async function perform(request: Request): Promise<void> {
    const leaving = new AbortController();
    stop.hidden = false;
    send.disabled = true;
    stop.onclick = () => leaving.abort();
    const sentAt = performance.now();
    try {
      const { target, body = null, ...rest } = request;
      const response = await fetch(target, { ...rest, body, signal: leaving.signal, cache: 'no-store' });
      await showAnswer(answer, response, sentAt);
    } catch (error) {
      const words = leaving.signal.aborted ? 'Stopped.' : `No answer: ${wordsOf(error)}`;
      answer.append(element('p', { class: 'bad', role: 'alert' }, words));
    } finally {
      stop.hidden = true;
      send.disabled = false;
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    answer.replaceChildren();
    try {
      const body = text?.value.trim() || file?.files?.[0];
      const values = new Map(fields.map(({ parameter, field }) => [parameter, field.value.trim()]));
      const request = requestOf(found, { values, ...(body === undefined ? {} : { body }) });
      if (operation['x-effect'] === 'destructive' || method === 'delete')
        ask(request).then((sure) => (sure ? perform(request) : undefined));
      else void perform(request);
    } catch (error) {
      answer.append(element('p', { class: 'bad', role: 'alert' }, `The body is no JSON: ${wordsOf(error)}`));
      text?.focus();
    }
  });
  return form;
}

/** Asks before what cannot be undone, with what it would be done to. */
function ask({ method, target }: Request): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = element('button', { type: 'button' }, 'Cancel');
    const sure = element('button', { type: 'button', class: 'bad' }, 'Send it');
    const dialog = element(
      'dialog',
      { 'aria-labelledby': 'ask-title' },
      element('h3', { id: 'ask-title' }, 'This takes something away'),
      element('pre', {}, element('code', {}, `${method} ${target}`)),
      element('p', {}, 'It acts on what is yours here, and may be for good.'),
      element('p', {}, cancel, ' ', sure),
    );
    cancel.onclick = () => dialog.close();
    sure.onclick = () => dialog.close('sure');
    dialog.onclose = () => {
      dialog.remove();
      resolve(dialog.returnValue === 'sure');
    };
    document.body.append(dialog);
    dialog.showModal();
  });
}

function fieldFor({ name, required, schema }: Parameter): Field {
  const { type, enum: choices, default: preset, minimum, maximum } = schema;
  const options = Array.isArray(choices)
    ? choices.map(String)
    : type === 'boolean'
      ? ['true', 'false']
      : undefined;
  if (options !== undefined)
    return element(
      'select',
      { name, required },
      ...['', ...options].map((each) => element('option', { value: each }, each)),
    );
  const isNumber = type === 'number' || type === 'integer';
  return element('input', {
    name,
    required,
    type: isNumber ? 'number' : 'text',
    ...(isNumber && { step: type === 'integer' ? '1' : 'any', min: limit(minimum), max: limit(maximum) }),
    placeholder: type === 'array' ? 'one, another' : preset === undefined ? undefined : `${preset}`,
    autocomplete: 'off',
    spellcheck: 'false',
  });
}

/** The safe range of integers says nothing. */
function limit(value: unknown): string | undefined {
  return typeof value === 'number' && Math.abs(value) !== Number.MAX_SAFE_INTEGER ? String(value) : undefined;
}

function labelled(name: string, required: boolean, field: HTMLElement): HTMLElement {
  const words = element(
    'span',
    {},
    name,
    required ? element('span', { class: 'must' }, ' required') : undefined,
  );
  return element('label', {}, words, field);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
