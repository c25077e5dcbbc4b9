import { getPath, rootLeaves, withoutPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import { createReader } from '../../../understanding/reader.js';
import { isWhole, type PlannedCall } from '../../planning/planned-call.js';
import { isIdentifier } from '../../turns/recall.js';

/** How a field says that it takes an address. */
const ADDRESS = /address|wallet|account|owner|holder|controller|\bdid\b/iu;

/**
 * What is read by an id, held to what that is: the address of an account is the id of nothing else. `claims by ixo1…` asks for
 * no claim of that id; the field is left open, and the address asked about.
 */
export function holdAddresses(call: PlannedCall, message: string): PlannedCall {
  const { candidate, agreed } = call;
  if (candidate.tool.effect !== 'read' || agreed === true || !isWhole(call)) return call;
  const addresses = addressesIn(message);
  const field = rootLeaves(fieldsOf(candidate.tool.parameters)).find(
    (one) => isIdentifier(one) && !takesAddress(one) && addresses.has(String(getPath(call.args, one.path))),
  );
  if (field === undefined) return call;
  const unused = [...call.unused, String(getPath(call.args, field.path))];
  const missing = field.required ? [...call.missing, field] : call.missing;
  return {
    ...call,
    args: withoutPath(call.args, field.path),
    missing,
    unused,
    band: 'likely',
    unsettled: true,
  };
}

function takesAddress({ name, label, aliases, description }: Field): boolean {
  return [name, label, description, ...aliases].some((text) => ADDRESS.test(text));
}

function addressesIn(message: string): ReadonlySet<string> {
  const reader = createReader();
  const { mentions } = reader.read(message, reader.languageOf(message));
  return new Set(mentions.flatMap((mention) => (mention.type === 'address' ? [mention.value] : [])));
}
