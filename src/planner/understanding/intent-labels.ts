import type { Leaf } from './leaf-fields.js';

/** Words and nothing else are wanted. */
export const NOT = '-not';
/** Of what was learnt of a project's own plugins: it is none of theirs. */
export const OTHER = '-other';
/** It is not clear what is wanted. */
export const ASK = '-ask';

const SIGN = '|';

/**
 * An operation's intent: its name, with the values of the required fields that are chosen from a few. `publish this` and
 * `make it private` are the same operation and two intents.
 */
export function intentLabel(
  operation: string,
  leaves: ReadonlyMap<string, Leaf>,
  given: Readonly<Record<string, unknown>>,
): string {
  const chosen = [...leaves.values()].flatMap((leaf) => {
    const value = leaf.path.length === 1 ? given[leaf.key] : undefined;
    return isChosen(leaf) && value !== undefined ? [`${leaf.key}=${JSON.stringify(value)}`] : [];
  });
  return [operation, ...chosen].join(SIGN);
}

/** A required field whose value is one of a few: part of what is wanted. */
export function isChosen({ required, many, kind }: Leaf): boolean {
  return required && !many && (kind === 'boolean' || kind === 'enum');
}

export function operationOfIntent(label: string): string {
  return label.split(SIGN, 1)[0] ?? label;
}

/** The values that an intent stands for. */
export function givenByIntent(label: string): Record<string, unknown> {
  return Object.fromEntries(
    label
      .split(SIGN)
      .slice(1)
      .map((part) => {
        const at = part.indexOf('=');
        return [part.slice(0, at), JSON.parse(part.slice(at + 1)) as unknown];
      }),
  );
}

/** The values of a request that are chosen from a few: requests alike in them are alike in what else they give. */
export function choiceKey(leaves: ReadonlyMap<string, Leaf>, read: (leaf: Leaf) => unknown): string {
  return [...leaves.values()]
    .flatMap((leaf) => {
      const value =
        leaf.many || leaf.choices.length + Number(leaf.kind === 'boolean') === 0 ? undefined : read(leaf);
      return value === undefined ? [] : [`${leaf.key}=${JSON.stringify(value)}`];
    })
    .sort()
    .join(SIGN);
}
