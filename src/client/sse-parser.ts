/** One event of a stream. */
export interface SseEvent {
  readonly event?: string | undefined;
  readonly id?: string | undefined;
  readonly data: string;
}

export interface SseListener {
  readonly onEvent: (event: SseEvent) => void;
  readonly onRetry: (ms: number) => void;
}

/**
 * Reads an event stream piece by piece (HTML standard, 9.2.6). A library would be a quarter of this client; the tests
 * hold this to one.
 */
export function createSseParser({ onEvent, onRetry }: SseListener): (piece: string) => void {
  let rest: string[] = [];
  let endsInCr = false;
  let event: string | undefined;
  let id: string | undefined;
  let data: string[] = [];

  function read(line: string): void {
    if (line === '') {
      if (data.length > 0) onEvent({ event, id, data: data.join('\n') });
      event = id = undefined;
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value || undefined;
    else if (name === 'id' && !value.includes('\0')) id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) onRetry(Number(value));
  }

  return (piece) => {
    const isMore = /[\r\n]/.test(piece) || endsInCr;
    rest.push(piece);
    // A long line comes in many pieces, and is looked at once.
    if (!isMore) return;
    // Of a CR at the end it is not known yet whether an LF belongs to it.
    const lines = rest.join('').split(/\r\n|\n|\r(?!$)/);
    const last = lines.pop() ?? '';
    rest = [last];
    endsInCr = last.endsWith('\r');
    for (const line of lines) read(line);
  };
}
