import type { NumberMention } from '../../reading/reading.js';
import { getPath, rootLeaves, withoutPath } from '../../schema/leaves.js';
import { type Field, fieldsOf } from '../../schema/schema-fields.js';
import type { PlannedCall, TwoWays } from '../planning/planned-call.js';

/** The field is left open, and its question names what the value may be. */
export function asking(
  call: PlannedCall,
  field: Field,
  mention: NumberMention,
  said: string,
  meanings: TwoWays['meanings'],
  named?: number,
): PlannedCall {
  const { faults = [], ...rest } = explained(opened(call, field), mention);
  return {
    ...rest,
    faults: faults.filter((fault) => fault.kind !== 'measure' || fault.key !== field.path.join('.')),
    readTwoWays: [
      ...(call.readTwoWays ?? []),
      { said, field, meanings, ...(named === undefined ? {} : { named }) },
    ],
  };
}

export function opened(call: PlannedCall, field: Field): PlannedCall {
  const { agreed: _, ...rest } = call;
  return {
    ...rest,
    args: withoutPath(call.args, field.path),
    missing: [...call.missing.filter((one) => !isSame(one, field)), field],
    band: 'likely',
    unsettled: true,
  };
}

/** A number that is spoken of elsewhere is not named as unused too. */
export function explained(call: PlannedCall, { raw }: NumberMention): PlannedCall {
  return { ...call, unused: call.unused.filter((one) => !one.startsWith(raw)) };
}

/** Whether the field has no other value than this very one. */
export function isOpenFor(call: PlannedCall, field: Field, { value }: NumberMention): boolean {
  const own = numberAt(call, field);
  return own === undefined || own === value || own === value / 100;
}

export function fieldCalled(call: PlannedCall, name: string): Field | undefined {
  return numberLeaves(call).find(({ aliases, label }) => aliases.includes(name) || label === name);
}

export function numberLeaves({ candidate: { tool } }: PlannedCall): Field[] {
  return rootLeaves(fieldsOf(tool.parameters)).filter(({ kind }) => kind === 'number');
}

export function numberAt({ args }: PlannedCall, field: Field | undefined): number | undefined {
  const value = field === undefined ? undefined : getPath(args, field.path);
  return typeof value === 'number' ? value : undefined;
}

export function isSame(a: Field, b: Field): boolean {
  return a.path.join('.') === b.path.join('.');
}

export function round(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
