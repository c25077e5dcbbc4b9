/** A run and its session: what an id of ours names. */
export interface RunPlace {
  readonly runId: string;
  readonly sessionId: string;
}

type ItemKind = 'msg' | 'rs' | 'mcp' | 'fc';

/** The id of a response: it can be asked for and gone on from. */
export function responseId({ runId, sessionId }: RunPlace): string {
  return `resp_${runId}_${sessionId}`;
}

/** What {@link responseId} wrote; undefined for any other text. */
export function readResponseId(id: string): RunPlace | undefined {
  return placeIn(/^resp_([\da-f-]{36})_([\w-]{1,128})$/.exec(id));
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
