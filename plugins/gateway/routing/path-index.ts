import type { Step, Template } from './template.js';

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  any: Node<T> | undefined;
  /** A path that ends here. */
  leaf: Entry<T> | undefined;
  /** Any number of segments from here on, and what follows them; longer tails first. */
  readonly deep: { readonly entry: Entry<T>; readonly tail: readonly Step[] }[];
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
 * Finds the template of a path. At each segment a literal beats a variable and a variable beats `**`, the longer
 * tail behind `**` the shorter, whatever the order in which they came; of two equal templates the first holds.
 */
export class PathIndex<T> {
  readonly #root: Node<T> = newNode();
  readonly #verbs = new Map<string, Node<T>>();

  /** Returns whether the template was free. */
  add(template: Template, value: T): boolean {
    let node = this.#root;
    if (template.verb !== undefined) node = getOrAdd(this.#verbs, template.verb);
    for (const [at, step] of template.steps.entries()) {
      if (step === '**') {
        const tail = template.steps.slice(at + 1);
        if (node.deep.some((each) => sameSteps(each.tail, tail))) return false;
        node.deep.push({ entry: { template, value }, tail });
        node.deep.sort((a, b) => b.tail.length - a.tail.length);
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
  return { literals: new Map(), any: undefined, leaf: undefined, deep: [] };
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
  if (segment === undefined) return node.leaf ?? deepest(node, segments, at);
  const literal = node.literals.get(segment);
  const found = literal && walk(literal, segments, at + 1);
  if (found !== undefined) return found;
  const any = node.any && walk(node.any, segments, at + 1);
  return any ?? deepest(node, segments, at);
}

/** The `**` of a node whose tail ends the path. */
function deepest<T>(node: Node<T>, segments: readonly string[], at: number): Entry<T> | undefined {
  return node.deep.find(({ tail }) => {
    const start = segments.length - tail.length;
    return (
      start >= at &&
      tail.every((step, index) => typeof step === 'string' || step.literal === segments[start + index])
    );
  })?.entry;
}

function sameSteps(some: readonly Step[], others: readonly Step[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}

function matchOf<T>({ template, value }: Entry<T>, segments: readonly string[]): Match<T> {
  const values = template.variables.map(({ start, end }) => segments.slice(start, end).join('/'));
  return { value, values, template };
}
