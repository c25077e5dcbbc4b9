import type { Bands } from '../../src/planner/understanding/model.js';
import type { Understanding, Wish } from '../../src/planner/understanding/wish.js';
import type { ToolSchema } from '../../src/plugin/index.js';
import { canBeCalled } from './callable.js';
import type { Entry } from './corpus.js';
import { isRight } from './score.js';

/** What a call does: what decides how sure one must be. */
export type Weight = keyof Bands;

/** What was made of an entry by a model that had not learnt from its author. */
export interface Outcome {
  readonly entry: Entry;
  readonly understood: Understanding;
  readonly wish: Wish | undefined;
  readonly weight: Weight;
  /** Nothing that it needs is missing and nothing of it reads two ways: it could be called. */
  readonly complete: boolean;
  readonly right: boolean;
  readonly callable: boolean;
}

export function outcomeOf(
  entry: Entry,
  understood: Understanding,
  tools: ReadonlyMap<string, ToolSchema>,
): Outcome {
  const [wish] = understood.wishes;
  const tool = wish === undefined ? undefined : tools.get(wish.operation);
  return {
    entry,
    understood,
    wish,
    weight: weightOf(tool),
    complete: wish !== undefined && tool !== undefined && isComplete(wish, tool),
    right: wish !== undefined && isRight(entry, wish),
    callable: canBeCalled(entry, tools),
  };
}

/** What a tool's call does, for what it costs to be wrong. */
export function weightOf(tool: ToolSchema | undefined): Weight {
  if (tool?.effect === 'read') return 'read';
  return tool?.additive === true ? 'compute' : 'change';
}

function isComplete(wish: Wish, { parameters }: ToolSchema): boolean {
  const required = parameters['required'];
  const keys = [...(Array.isArray(required) ? required : []), ...wish.lacking];
  return (
    wish.doubts.every((doubt) => doubt === 'no act') &&
    keys.every((key) => wish.args[String(key)] !== undefined)
  );
}
