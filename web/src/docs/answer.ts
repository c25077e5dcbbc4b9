import { element } from './element.js';

/** What is shown of an answer; the rest can be saved. */
const SHOWN_CHARS = 100_000;
const TEXT = /^text\/|[/+](?:json|xml|yaml|javascript)\b|x-ndjson/;

/** Draws an answer into a place as it comes: status, headers, body. */
export async function showAnswer(place: HTMLElement, response: Response, sentAt: number): Promise<void> {
  const type = response.headers.get('content-type') ?? '';
  const status = element('strong', {}, `${response.status} ${response.statusText}`);
  const measures = element('span', { class: 'soft' });
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  place.replaceChildren(
    element('p', { class: response.ok ? 'good' : 'bad', role: 'status' }, status, ' ', measures),
    element(
      'details',
      {},
      element('summary', {}, 'Headers'),
      element('pre', {}, element('code', {}, headers)),
    ),
  );
  const measure = (bytes: number) => {
    measures.textContent = `${Math.round(performance.now() - sentAt)} ms, ${bytes.toLocaleString('en')} bytes`;
  };
  measure(0);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const shown = TEXT.test(type) ? element('code') : undefined;
  if (shown !== undefined) place.append(element('pre', { tabindex: '0', 'aria-label': 'Body' }, shown));
  const decoder = new TextDecoder();
  for (const reader = response.body?.getReader(); reader !== undefined; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.length;
    measure(bytes);
    const room = SHOWN_CHARS - (shown?.textContent?.length ?? 0);
    if (shown !== undefined && room > 0) shown.append(decoder.decode(value, { stream: true }).slice(0, room));
  }
  if (bytes === 0) {
    shown?.parentElement?.remove();
    place.append(element('p', { class: 'soft' }, 'No body.'));
    return;
  }
  const whole = new Blob(parts, { type });
  if (shown !== undefined && bytes <= SHOWN_CHARS && /json\b/.test(type))
    shown.textContent = indented(await whole.text());
  if (shown === undefined || bytes > SHOWN_CHARS) place.append(saveLink(whole, type));
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

function saveLink(whole: Blob, type: string): HTMLElement {
  const address = URL.createObjectURL(whole);
  const words = `Save all ${whole.size.toLocaleString('en')} bytes${type === '' ? '' : ` (${type})`}`;
  return element('p', {}, element('a', { href: address, download: 'answer' }, words));
}
