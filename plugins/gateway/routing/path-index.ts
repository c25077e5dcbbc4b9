import type { Template } from './template.js';

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  any: Node<T> | undefined;
  /** A path that ends here. */
  leaf: Entry<T> | undefined;
  /** Any number of segments from here on. */
  deep: Entry<T> | undefined;
}

interface Entry<T> {
  readonly template: Template;
  readonly value: T;
}

export interface Match<T> {
  readonly value: T;
  /** Values of the template's variables, in its order. */
  readonly values: readonly string[];
  readonly template: Template;
}

/**
 * Finds the template of a path. At each segment a literal beats a variable and a variable beats `**`, whatever the
 * order in which they came; of two equal templates the first holds.
 */
export class PathIndex<T> {
  readonly #root: Node<T> = newNode();
  readonly #verbs = new Map<string, Node<T>>();

  /** Returns whether the template was free. */
  add(template: Template, value: T): boolean {
    let node = this.#root;
    if (template.verb !== undefined) node = getOrAdd(this.#verbs, template.verb);
    for (const step of template.steps) {
      if (step === '**') {
        if (node.deep !== undefined) return false;
        node.deep = { template, value };
        return true;
      }
      if (step === '*') {
        node.any ??= newNode();
        node = node.any;
      } else {
        node = getOrAdd(node.literals, step.literal);
      }
    }
    if (node.leaf !== undefined) return false;
    node.leaf = { template, value };
    return true;
  }

  /** @param segments decoded, without the first `/` */
  find(segments: readonly string[]): Match<T> | undefined {
    if (this.#verbs.size > 0) {
      const last = segments.at(-1) ?? '';
      const colon = last.lastIndexOf(':');
      const root = colon < 0 ? undefined : this.#verbs.get(last.slice(colon + 1));
      if (root !== undefined) {
        const bare = [...segments.slice(0, -1), last.slice(0, colon)];
        const entry = walk(root, bare, 0);
        if (entry !== undefined) return matchOf(entry, bare);
      }
    }
    const entry = walk(this.#root, segments, 0);
    return entry && matchOf(entry, segments);
  }
}

function newNode<T>(): Node<T> {
  return { literals: new Map(), any: undefined, leaf: undefined, deep: undefined };
}

function getOrAdd<T>(map: Map<string, Node<T>>, key: string): Node<T> {
  let node = map.get(key);
  if (node === undefined) {
    node = newNode();
    map.set(key, node);
  }
  return node;
}

function walk<T>(node: Node<T>, segments: readonly string[], at: number): Entry<T> | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.leaf ?? node.deep;
  const literal = node.literals.get(segment);
  const found = literal && walk(literal, segments, at + 1);
  if (found !== undefined) return found;
  const any = node.any && walk(node.any, segments, at + 1);
  return any ?? node.deep;
}

function matchOf<T>({ template, value }: Entry<T>, segments: readonly string[]): Match<T> {
  const values = template.variables.map(({ start, end }) => segments.slice(start, end).join('/'));
  return { value, values, template };
}
