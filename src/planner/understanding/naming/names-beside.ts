import type { Token } from '../features/tokens.js';
import type { NamedField } from './named-fields.js';

const STOP = /^[.;!?\n,]$/u;
/** `a larger σ, say 1.4 kg`: a comma before these parts nothing. */
const SAY = /^(?:say|sagen|disons|digamos|tuseme)$/u;
/** How far behind a value its name may stand. */
const BEHIND = 5;

/** For each value the name beside it: before it, or behind it where the first value has its name there. */
export function namesBeside(
  tokens: readonly Token[],
  places: readonly number[],
  names: readonly NamedField[],
): ReadonlyMap<number, NamedField> {
  const ending = new Map<number, NamedField>();
  const opening = new Map<number, NamedField>();
  for (const name of names.toReversed()) {
    ending.set(name.next, name);
    opening.set(name.from, name);
  }
  const before = (at: number) => {
    for (let index = at - 1; index >= 0; index--) {
      const name = ending.get(index + 1);
      if (name !== undefined) return name;
      const token = tokens[index];
      const isSaid = token?.text === ',' && SAY.test(tokens[index + 1]?.text ?? '');
      if (token === undefined || token.mention !== undefined || (STOP.test(token.text) && !isSaid))
        return undefined;
    }
    return undefined;
  };
  const behind = (at: number) => {
    for (let index = at + 1; index <= at + BEHIND; index++) {
      const name = opening.get(index);
      if (name !== undefined) return name;
      const token = tokens[index];
      if (token === undefined || token.mention !== undefined || STOP.test(token.text)) return undefined;
    }
    return undefined;
  };
  const [first = -1] = places;
  const trailing = before(first) === undefined && behind(first) !== undefined;
  return new Map(
    places.flatMap((at) => {
      const name = trailing ? (behind(at) ?? before(at)) : (before(at) ?? behind(at));
      return name === undefined ? [] : [[at, name] as const];
    }),
  );
}
