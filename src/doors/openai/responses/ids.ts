/** A run and its session: what an id of ours names. */
export interface RunPlace {
  readonly runId: string;
  readonly sessionId: string;
}

/** What the id of a response says. */
export interface NamedResponse extends RunPlace {
  /** Whether it may be asked for again; gone on from it may be in any case. */
  readonly stored: boolean;
}

type ItemKind = 'msg' | 'rs' | 'mcp' | 'fc';

/** The id of a response: it can be asked for and gone on from. */
export function responseId({ runId, sessionId, stored }: NamedResponse): string {
  return `resp_${stored ? '' : 'x'}${runId}_${sessionId}`;
}

/** What {@link responseId} wrote; undefined for any other text. */
export function readResponseId(id: string): NamedResponse | undefined {
  const place = placeIn(/^resp_x?([\da-f-]{36})_([\w-]{1,128})$/.exec(id));
  return place && { ...place, stored: !id.startsWith('resp_x') };
}

/**
 * The id of an item: a request may refer to it in place of the item. An approval's is the id of its call, by which it is
 * answered.
 */
export function itemId(kind: ItemKind, place: number, { runId, sessionId }: RunPlace): string {
  return `${kind}_${place}_${runId}_${sessionId}`;
}

/** What {@link itemId} wrote; undefined for any other text. */
export function readItemId(id: string): RunPlace | undefined {
  return placeIn(/^(?:msg|rs|mcp|fc)_\d{1,9}_([\da-f-]{36})_([\w-]{1,128})$/.exec(id));
}

function placeIn(found: RegExpExecArray | null): RunPlace | undefined {
  const [, runId, sessionId] = found ?? [];
  return runId === undefined || sessionId === undefined ? undefined : { runId, sessionId };
}
