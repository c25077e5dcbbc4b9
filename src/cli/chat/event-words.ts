import { fieldOf } from '../../client/field-of.js';
import type { WireEvent } from '../../client/follow-run.js';
import { oneLine } from '../../kit/one-line.js';
import { printable } from '../../kit/printable.js';
import { displayWidth } from '../terminal/display-width.js';
import { shortArgs } from './short-args.js';

/** `get_current_weather(city: "Berlin")` */
export function callWords(data: unknown, limit?: number): string {
  const name = oneLine(String(fieldOf(data, 'name')), 64);
  return `${name}(${shortArgs(fieldOf(data, 'args'), limit)})`;
}

/**
 * What came of a call: `✓ get_current_weather(city: "Berlin") 12 ms`
 * @param columns that it may take before words of a failure; the arguments give way
 */
export function callLine(data: unknown, columns = Number.POSITIVE_INFINITY): string {
  const ms = fieldOf(data, 'ms');
  const time = typeof ms === 'number' ? ` ${timeWords(ms)}` : '';
  const error = fieldOf(data, 'error');
  const why = typeof error === 'string' ? `: ${printable(error)}` : '';
  const room = columns - displayWidth(`✓ ${oneLine(String(fieldOf(data, 'name')), 64)}()${time}`);
  const limit = Math.min(80, Math.max(1, room));
  return `${fieldOf(data, 'status') === 'error' ? '✗' : '✓'} ${callWords(data, limit)}${time}${why}`;
}

/** `850 ms`, `1.2 s`, `35 s` */
export function timeWords(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

/** What an event has to say about the run, each a line; text, reasoning, calls and progress are shown in ways of their own. */
export function noteWords({ event, data }: WireEvent): readonly string[] {
  const words = (name: string) => printable(String(fieldOf(data, name) ?? ''));
  switch (event) {
    case 'capability': {
      const loaded = fieldOf(data, 'loaded');
      return [`  + ${Array.isArray(loaded) ? printable(loaded.join(', ')) : ''}`];
    }
    case 'notice':
      return [words('text')];
    case 'artifact': {
      const url = String(fieldOf(data, 'path') ?? fieldOf(data, 'url') ?? '');
      const place = url === '' || url.startsWith('data:') ? '' : ` (${printable(url)})`;
      return [`  # ${words('title')}${place}`];
    }
    case 'done':
      return endingWords(fieldOf(data, 'finishReason'));
    case 'error': {
      const hint = fieldOf(data, 'hint');
      const line = `Error: ${printable(String(fieldOf(data, 'message') ?? fieldOf(data, 'code')))}`;
      return typeof hint === 'string' ? [line, `  ${printable(hint)}`] : [line];
    }
    case 'cancelled':
      return ['Cancelled.'];
    default:
      return [];
  }
}

function endingWords(reason: unknown): readonly string[] {
  if (reason === 'limit') return ['The run reached its limit of steps.'];
  return reason === 'length' ? ['The answer was cut at the length limit of the model.'] : [];
}
