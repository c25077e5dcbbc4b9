import { type JsonFault, locateJsonFault } from '../json/locate-json-fault.js';

/** Where in a JSON text its values stand, and where its syntax breaks: `JSON.parse` tells neither on Node 20. */
export interface JsonPlaces {
  /** The first syntax fault. */
  readonly fault?: JsonFault;
  /** Offset of every property name or array item, by its path (`features.weather`, `list.0`). */
  readonly offsets: ReadonlyMap<string, number>;
  /** Property names that occur twice in one object; `JSON.parse` would silently keep the last. */
  readonly duplicates: readonly { readonly path: string; readonly offset: number }[];
}

/** Deeper than any configuration; below it no places are kept, as paths would grow with the square of the depth. */
const MAX_DEPTH = 200;

interface Container {
  readonly path: string;
  readonly names: Set<string>;
  items: number;
  /** Path of the member that is being read. */
  member: string;
}

/** Finds the places of all values of `text`, up to its first syntax fault (RFC 8259). */
export function jsonPlaces(text: string): JsonPlaces {
  const offsets = new Map<string, number>();
  const duplicates: { path: string; offset: number }[] = [];
  const open: Container[] = [];

  const place = (name: string, offset: number): void => {
    const container = open.at(-1);
    if (container === undefined || open.length > MAX_DEPTH) return;
    container.member = container.path === '' ? name : `${container.path}.${name}`;
    offsets.set(container.member, offset);
  };

  const fault = locateJsonFault(text, {
    enter() {
      open.push({ path: open.at(-1)?.member ?? '', names: new Set(), items: 0, member: '' });
    },
    leave() {
      open.pop();
    },
    property(name, offset) {
      place(name, offset);
      const container = open.at(-1);
      if (container?.names.has(name)) duplicates.push({ path: container.member, offset });
      container?.names.add(name);
    },
    item(offset) {
      const container = open.at(-1);
      if (container !== undefined) place(String(container.items++), offset);
    },
  });
  return { ...(fault && { fault }), offsets, duplicates };
}
