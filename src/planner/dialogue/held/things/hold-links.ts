import { type Args, getPath, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import type { PlannedCall } from '../../planning/planned-call.js';

const LINK = /(?<![\w/])(?:https?|ipfs):\/\/[^\s"'<>]+/giu;
/** What ends a sentence behind a link. */
const BEHIND = /[.,;:!?)\]]+$/u;
/** What the one thing is called that a link can be. */
const OF_A_LINK = new Set(['uri', 'url']);

/** A call with the links of its message that went nowhere in the one list of such that its tool takes. */
export function holdLinks(call: PlannedCall, said: string): PlannedCall {
  const links = [...said.matchAll(LINK)].map(([link]) => link.replace(BEHIND, ''));
  const taken = JSON.stringify(call.args);
  const left = [...new Set(links)].filter((link) => !taken.includes(link));
  const lists = left.length === 0 ? [] : fieldsOf(call.candidate.tool.parameters).filter(isOfLinks);
  const [list, another] = lists;
  if (list === undefined || another !== undefined) return call;
  const name = list.items?.members.find((member) => OF_A_LINK.has(member.name))?.name ?? 'uri';
  return {
    ...call,
    args: withPath(call.args, list.path, [
      ...given(call.args, list),
      ...left.map((link) => ({ [name]: link })),
    ]),
    unused: call.unused.filter((one) => !left.includes(one.trim().replace(BEHIND, ''))),
  };
}

/** A list of objects that need nothing but a link. */
function isOfLinks({ kind, items }: Field): boolean {
  const members = items?.members ?? [];
  const needed = members.filter((member) => member.needed);
  return kind === 'array' && needed.length === 1 && needed.every(({ name }) => OF_A_LINK.has(name));
}

function given(args: Args, { path }: Field): readonly unknown[] {
  const value = getPath(args, path);
  return Array.isArray(value) ? value : [];
}
