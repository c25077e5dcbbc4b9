import type { SlotField } from '../../plugin/index.js';

/** The label of a value that fills nothing. */
export const NO_FIELD = '_';

/** How utterances write where a value goes: `population`, `1-dropoutRate`, `confidence+precision`. */
export function slotLabel(fields: readonly SlotField[]): string {
  const [first, second] = fields;
  if (first === undefined) return NO_FIELD;
  const path = first.path.join('.');
  if (second !== undefined) return `${path}+${second.path.join('.')}`;
  switch (first.reading) {
    case 'complement':
      return `1-${path}`;
    case 'z':
      return `z(${path})`;
    case 'relative':
      return `${path}/${first.of?.join('.') ?? ''}`;
    default:
      return path;
  }
}

const known = new Map<string, readonly SlotField[]>();

/** The fields of a label that {@link slotLabel} wrote. */
export function fieldsOfLabel(label: string): readonly SlotField[] {
  const before = known.get(label);
  if (before !== undefined) return before;
  const fields = parse(label);
  known.set(label, fields);
  return fields;
}

function parse(label: string): readonly SlotField[] {
  if (label === NO_FIELD) return [];
  const path = (text: string) => text.split('.');
  const [first = '', second] = label.split('+');
  if (second !== undefined)
    return [
      { path: path(first), reading: 'first of pair' },
      { path: path(second), reading: 'second of pair' },
    ];
  if (label.startsWith('1-')) return [{ path: path(label.slice(2)), reading: 'complement' }];
  if (label.startsWith('z(')) return [{ path: path(label.slice(2, -1)), reading: 'z' }];
  const [field = '', of] = label.split('/');
  if (of !== undefined) return [{ path: path(field), reading: 'relative', of: path(of) }];
  return [{ path: path(field), reading: 'as is' }];
}
