import { sha256Hex } from '../kit/index.js';

const LONGEST = 64;
const HASH = 8;

/**
 * Names under which the tools of a server can be called here: `<server>_<tool>` in snake_case, at most 64 characters.
 * What is too long or would be one name for two tools ends in a hash of the original, unless it is that name already,
 * so that a name does not change when other tools come.
 *
 * @param server in kebab-case
 * @param tools the server's own names, each once
 */
export function toolNames(server: string, tools: readonly string[]): ReadonlyMap<string, string> {
  const plain = tools.map((tool) => ({ tool, name: `${snake(server)}_${snake(tool)}` }));
  const count = new Map<string, number>();
  for (const { name } of plain) count.set(name, (count.get(name) ?? 0) + 1);
  return new Map(
    plain.map(({ tool, name }) => {
      const isOwn = name.length <= LONGEST && (count.get(name) === 1 || name === `${snake(server)}_${tool}`);
      return [tool, isOwn ? name : hashed(name, tool)];
    }),
  );
}

function snake(text: string): string {
  const words = text.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  return words.replace(/^_|_$/g, '') || 'tool';
}

function hashed(name: string, original: string): string {
  const hash = sha256Hex(original).slice(0, HASH);
  return `${name.slice(0, LONGEST - HASH - 1).replace(/_$/, '')}_${hash}`;
}
