import { readOnce } from '../../reading/read-once.js';
import { getPath, rootLeaves } from '../../schema/leaves.js';
import { fieldsOf } from '../../schema/schema-fields.js';
import type { PlannedCall } from '../planning/planned-call.js';

/** Whether a call takes a thing that the message names by its path or identifier. */
export function takesNamedThing({ candidate, args }: PlannedCall, message: string): boolean {
  const { mentions } = readOnce(message);
  return rootLeaves(fieldsOf(candidate.tool.parameters)).some((field) => {
    // A profile is no thing, though its name looks like that of one.
    if (field.kind === 'enum') return false;
    return [getPath(args, field.path)]
      .flat()
      .some((each) =>
        mentions.some((one) => (one.type === 'path' || one.type === 'id') && one.value === each),
      );
  });
}
