import { randomUUID } from 'node:crypto';
import { changedAt, checkDigits } from '../kit/digits-for-numbers.js';
import { isExact } from '../kit/exact-number.js';

/** Begins a text that stood as a number; as a character that Unicode keeps for such use it is in no text. */
const SIGN = '\ufdd2';
const MARKED = /^\ufdd2-?\d[\d.eE+-]*$/;
/** The shortest number that may lose digits; what has none needs no second look. */
const LONG = /\d[\d.]{14}|\d[eE][+-]?\d{2}/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Begins a text that is sent as a number: nobody else knows it. */
const SENT = `\ufdd2${randomUUID()}:`;
const TO_SEND = new RegExp(`"${SENT}([^"]*)"`, 'g');

/**
 * Arguments whose texts of digits stand for numbers that JavaScript cannot hold, ready for `asSent`.
 * @param schema what the tool takes, a JSON Schema
 */
export function digitsToSend(
  schema: Readonly<Record<string, unknown>>,
  args: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return checkDigits(schema, args).places.reduce(
    (whole, place) => changedAt(whole, place, (digits) => `${SENT}${digits}`) as Record<string, unknown>,
    { ...args },
  );
}

/** A message to a server as it goes out, with those numbers in all their digits. */
export function asSent(message: string): string {
  return message.includes(SENT) ? message.replaceAll(TO_SEND, '$1') : message;
}

/**
 * A message of a server in which each number of its `structuredContent` that a JavaScript number cannot hold, such as an
 * amount of 20 digits, is a marked text; all else is letter for letter as it was. What is no JSON is given back as it is.
 */
export function keepDigits(message: string): string {
  if (!LONG.test(message) || !message.includes('"structuredContent"')) return message;
  const kept: string[] = [];
  /** The name under which each open object or list stands, outermost first. */
  const within: string[] = [];
  let name = '';
  let from = 0;
  for (let at = 0; at < message.length; ) {
    const sign = message.charAt(at);
    if (sign === '"') {
      const end = endOfText(message, at);
      // The name of the next value; of no harm where it is a value itself.
      if (within.length <= 2) name = message.slice(at + 1, end - 1);
      at = end;
    } else if (sign === '-' || (sign >= '0' && sign <= '9')) {
      NUMBER.lastIndex = at;
      const [source = sign] = NUMBER.exec(message) ?? [];
      if (within[1] === 'result' && within[2] === 'structuredContent' && !isExact(source)) {
        kept.push(message.slice(from, at), `"${SIGN}${source}"`);
        from = at + source.length;
      }
      at += source.length;
    } else {
      if (sign === '{' || sign === '[') within.push(name);
      if (sign === '}' || sign === ']') within.pop();
      at += 1;
    }
  }
  return from === 0 ? message : kept.join('') + message.slice(from);
}

/** Data in which a number that was marked is the text of its digits. */
export function digitsAsText<T>(data: T): T {
  return mapMarked(data, (source) => source) as T;
}

/** Data in which a number that was marked is the nearest number, for a schema that asks for one. */
export function digitsAsNumbers(data: unknown): unknown {
  return mapMarked(data, Number);
}

function mapMarked(data: unknown, as: (source: string) => unknown): unknown {
  if (typeof data === 'string') return MARKED.test(data) ? as(data.slice(SIGN.length)) : data;
  if (Array.isArray(data)) return data.map((each) => mapMarked(each, as));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, mapMarked(value, as)]));
}

/** Where a text ends that begins at `start`, after its closing mark. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === 34) return at + 1;
    if (code === 92) at += 1;
  }
  return json.length;
}
