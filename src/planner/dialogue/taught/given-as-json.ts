import type { Candidate } from '../../choosing/candidates.js';
import { keepValid, missingFields } from '../../filling/complete-args.js';
import { rootLeaves } from '../../schema/leaves.js';
import { fieldsOf, record } from '../../schema/schema-fields.js';
import { canonical, type PlannedCall } from '../planning/planned-call.js';

/** More is a file. */
const LONGEST = 4_000;
const GIVEN = /^(?:[`/]?([\p{L}_][\p{L}\p{N}_]{2,60})[`(:]?\s*)?(\{.*\})\)?$/su;

/**
 * A message that is the input of a tool, as developers write it: `{"population": 5000, …}`, maybe behind the tool's name.
 * It is proposed where but one tool takes all of it and needs no more.
 */
export function givenAsJson(said: string, candidates: readonly Candidate[]): PlannedCall | undefined {
  const [, name, json = ''] = (said.length <= LONGEST ? GIVEN.exec(said.trim()) : null) ?? [];
  const args = parse(json);
  if (args === undefined) return undefined;
  const [only, another] = candidates.filter(
    (candidate) => (name === undefined || candidate.tool.name === name) && takes(candidate, args),
  );
  if (only === undefined || another !== undefined) return undefined;
  return {
    candidate: only,
    args,
    missing: [],
    refused: [],
    unused: [],
    consent: { kind: 'partly', words: [] },
    band: 'likely',
  };
}

function takes({ tool: { parameters } }: Candidate, args: Readonly<Record<string, unknown>>): boolean {
  const fields = fieldsOf(parameters);
  const isKnown = Object.keys(args).every((key) => fields.some(({ name }) => name === key));
  return (
    isKnown &&
    missingFields(fields, args).length === 0 &&
    canonical(keepValid(rootLeaves(fields), args, parameters)) === canonical(args)
  );
}

function parse(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = record(JSON.parse(json));
    return Object.keys(value).length === 0 ? undefined : value;
  } catch {
    return undefined;
  }
}
