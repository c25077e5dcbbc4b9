import { findNodeAtLocation, getNodePath, type JSONPath, type Node, parseTree } from 'jsonc-parser';
import { z } from 'zod';
import { locateJsonFault } from '../json/locate-json-fault.js';
import { textPosition } from '../json/text-position.js';
import { didYouMean } from '../kit/nearest-name.js';
import { wordsOfIssue } from '../kit/words-of-issue.js';
import type { FieldError } from '../plugin/index.js';

const schema = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().trim().min(1).max(100).default('oracle'),
  description: z.string().max(2000).default(''),
  price: z
    .strictObject({
      amount: z.number().nonnegative(),
      currency: z.string().min(1).max(20),
      per: z.enum(['message', 'month']),
    })
    .optional(),
  model: z.string().min(1).optional(),
  prompt: z.string().max(100_000).optional(),
  entityDid: z
    .string()
    .regex(/^did:[a-z0-9]+:\S+$/, 'expected a DID such as did:ixo:entity:…')
    .optional(),
  network: z.enum(['devnet', 'testnet', 'mainnet']).optional(),
  features: z
    .record(
      z.string(),
      z.union([z.boolean(), z.literal('auto')], { error: "expected true, false or 'auto'" }),
    )
    .default({}),
  plugins: z.record(z.string(), z.unknown()).default({}),
  mcpServers: z.record(z.string(), z.unknown()).default({}),
  externalScopes: z
    .array(
      z
        .string()
        .min(1)
        .max(100)
        .refine(
          (scope) => scope !== '*' && scope !== 'admin',
          'is not for accounts from outside; name each scope',
        ),
    )
    .default(['chat']),
});

export type ConfigFile = z.output<typeof schema>;

const KNOWN_KEYS: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(schema.shape).filter((key) => key !== '$schema'),
  price: ['amount', 'currency', 'per'],
};

interface ParsedConfigFile {
  readonly value?: ConfigFile;
  readonly faults: readonly FieldError[];
}

/**
 * Parses the text of `oracle.config.json`. Every fault carries `<file>:<line>` (and the column, for broken
 * syntax) before the field's path.
 */
export function parseConfigFile(text: string, file: string): ParsedConfigFile {
  const source = text.replace(/^\uFEFF/, '');
  try {
    const fault = parses(source) ? undefined : locateJsonFault(source);
    if (fault === undefined) return readConfig(source, file);
    const { line, column, message } = fault;
    return { faults: [{ field: `${file}:${line}:${column}`, message: `not valid JSON: ${message}` }] };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { faults: [{ field: `${file}:1`, message: 'nests deeper than any configuration does' }] };
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function readConfig(source: string, file: string): ParsedConfigFile {
  const tree = parseTree(source);
  const at = (node: Node, path: JSONPath) =>
    `${file}:${textPosition(source, node.offset).line} ${path.join('.')}`;
  /** The place of a value, or of what would have held it. */
  const placeOf = (path: JSONPath): string => {
    for (let length = path.length; length > 0; length--) {
      const node = tree && findNodeAtLocation(tree, path.slice(0, length));
      if (node !== undefined) return at(node.parent?.type === 'property' ? node.parent : node, path);
    }
    return path.length === 0 ? `${file}:1` : `${file}:1 ${path.join('.')}`;
  };

  const faults: FieldError[] = repeatedKeys(tree).map((key) => ({
    field: at(key, getNodePath(key)),
    message: 'this key occurs twice; keep one of them',
  }));
  const parsed = schema.safeParse(JSON.parse(source));
  if (parsed.success) return faults.length === 0 ? { value: parsed.data, faults } : { faults };
  for (const issue of parsed.error.issues) {
    const path = issue.path.filter((segment) => typeof segment !== 'symbol');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        const known = KNOWN_KEYS[path.join('.')] ?? [];
        faults.push({
          field: placeOf([...path, key]),
          message: `unknown key.${didYouMean(key, known) || ` Known keys: ${known.join(', ')}.`}`,
        });
      }
    } else {
      faults.push({ field: placeOf(path), message: wordsOfIssue(issue) });
    }
  }
  return { faults };
}

/** Keys that stand a second time in one object; `JSON.parse` silently keeps the last. */
function repeatedKeys(node: Node | undefined): Node[] {
  const seen = new Set<unknown>();
  return (node?.children ?? []).flatMap((child) => {
    const [key] = child.children ?? [];
    const inner = repeatedKeys(child);
    if (child.type !== 'property' || key === undefined) return inner;
    const repeated = seen.has(key.value);
    seen.add(key.value);
    return repeated ? [key, ...inner] : inner;
  });
}
