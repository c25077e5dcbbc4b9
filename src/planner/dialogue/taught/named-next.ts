import { jsonOf } from '../../../kit/index.js';
import { type Candidate, isMetaTool, subjectOf } from '../../choosing/candidates.js';
import { plainSentence } from '../../language/plain-sentence.js';
import { rootLeaves, withPath } from '../../schema/leaves.js';
import { fieldsOf, record } from '../../schema/schema-fields.js';
import { meets } from '../../schema/validate.js';
import type { PlannedCall } from '../planning/planned-call.js';
import type { Executed, Turn } from '../turns/conversation.js';

const QUOTED = /["“]([^"”\n]{3,80})["”]/gu;

export interface NamedNext {
  readonly call: PlannedCall;
  /** The words to wish for it by. */
  readonly words: string;
  /** The call that showed what it would do. */
  readonly shown: PlannedCall;
}

/**
 * The calls that the results of a turn say how to wish for, in their own notes: `whoever agrees says "create the task"`. What
 * was shown there is what a yes right behind it is for; several were shown where one message wished for several. Only of the
 * same plugin, for what takes nothing away, and in the words of an example that needs no values; a field that the result has a
 * value for under the same name gets that.
 */
export function namedNext(turn: Turn | undefined, candidates: readonly Candidate[]): readonly NamedNext[] {
  const done = turn?.executed.filter(({ call }) => !isMetaTool(call.name)) ?? [];
  const last = done.at(-1);
  if (last === undefined || nextOf(last, candidates) === undefined) return [];
  return done
    .filter(({ call }) => call.name === last.call.name)
    .flatMap((one) => nextOf(one, candidates) ?? []);
}

function nextOf({ call, result: got }: Executed, candidates: readonly Candidate[]): NamedNext | undefined {
  const shown = candidates.find(({ tool }) => tool.name === call.name);
  if (got?.status !== 'ok' || shown === undefined) return undefined;
  const result = record(jsonOf(got.content));
  const { note } = result;
  if (typeof note !== 'string') return undefined;
  const said = new Set([...note.matchAll(QUOTED)].map(([, words = '']) => plainSentence(words)));
  const [found, another] = candidates
    .filter((one) => subjectOf(one) === subjectOf(shown) && one.tool.effect === 'write')
    .flatMap((one) => {
      const words = saidSo(one, said);
      return words === undefined ? [] : [{ named: one, words }];
    });
  if (found === undefined || another !== undefined) return undefined;
  const { named, words } = found;
  let args: PlannedCall['args'] = {};
  for (const { path, schema } of rootLeaves(fieldsOf(named.tool.parameters))) {
    const value = path.length === 1 ? result[path[0] ?? ''] : undefined;
    if (typeof value === 'string' && meets(value, schema)) args = withPath(args, path, value);
  }
  const none = { missing: [], refused: [], unused: [], consent: { kind: 'plain' } } as const;
  return {
    call: { ...none, candidate: named, args },
    words,
    shown: { ...none, candidate: shown, args: call.args },
  };
}

/** The example of a tool that gives it nothing and is one of some sentences. */
function saidSo({ tool, capability }: Candidate, said: ReadonlySet<string>): string | undefined {
  return (capability?.manifest.examples ?? []).find(
    ({ user, tool: name, args = {} }) =>
      name === tool.name && Object.keys(args).length === 0 && said.has(plainSentence(user)),
  )?.user;
}
