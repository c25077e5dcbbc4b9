import type { Candidate } from '../choosing/candidates.js';
import { missingFields } from '../filling/complete-args.js';
import { type AskedSource, askedSource } from '../reading/asked-source.js';
import { rootLeaves, withPath } from '../schema/leaves.js';
import { type Field, fieldsOf } from '../schema/schema-fields.js';
import type { Plan } from './plan-of-turn.js';
import type { PlannedCall } from './planned-call.js';

/** The fields of what looks into documents: what is asked, and where alone. */
interface Fields {
  readonly topic: Field;
  readonly source: Field;
}

/**
 * A plan whose question to a source is that of the message, whole: what a document says is asked of that document, and of
 * what it is about no word is dropped, so that neither another document answers nor half of the question gets a no. A source
 * that is surely a document is meant whatever else the words may mean.
 */
export function asAskedOfSource(plan: Plan, text: string, candidates: readonly Candidate[]): Plan {
  const asked = plan.kind === 'calls' || plan.kind === 'unsure' ? askedSource(text) : undefined;
  if (asked === undefined || (plan.kind === 'calls' && plan.calls.some(({ agreed }) => agreed === true)))
    return plan;
  const able = candidates.flatMap((candidate) => {
    const fields = fieldsFor(candidate);
    return fields === undefined ? [] : [{ candidate, fields }];
  });
  const own = plan.kind === 'calls' ? plan.calls.map(({ candidate }) => candidate) : [];
  const meant = able.find(({ candidate }) => own.includes(candidate));
  const [only, another] = able;
  const isForced = asked.isOfDocuments || plan.kind === 'unsure';
  const chosen = meant ?? (isForced && another === undefined ? only : undefined);
  if (chosen === undefined) return plan;
  const calls = callsFor(asked, chosen.candidate, chosen.fields);
  return {
    kind: 'calls',
    calls:
      plan.kind === 'calls' || asked.isOfDocuments
        ? calls
        : calls.map((call) => ({ ...call, band: 'likely' })),
  };
}

function fieldsFor({ tool }: Candidate): Fields | undefined {
  if (tool.effect !== 'read') return undefined;
  const leaves = rootLeaves(fieldsOf(tool.parameters));
  const called = (name: string) =>
    leaves.find(
      ({ kind, aliases, schema }) =>
        kind === 'string' && schema['pattern'] === undefined && aliases.includes(name),
    );
  const [topic, source] = [called('about'), called('document')];
  return topic === undefined || source === undefined || topic === source ? undefined : { topic, source };
}

/** One call for each of the sources that are named. */
function callsFor(
  { topic, sources, narrowed }: AskedSource,
  candidate: Candidate,
  fields: Fields,
): PlannedCall[] {
  const about = withPath({}, fields.topic.path, topic.text);
  const all =
    sources.length === 0 ? [about] : sources.map(({ text }) => withPath(about, fields.source.path, text));
  return all.map((args) => ({
    candidate,
    args,
    missing: missingFields(fieldsOf(candidate.tool.parameters), args),
    refused: [],
    unused: narrowed,
    consent: { kind: 'plain' },
    whole: true,
    ...(narrowed.length > 0 ? { band: 'likely' as const, unsettled: true as const } : {}),
  }));
}
