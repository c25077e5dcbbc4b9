import { oneLine } from 'oracle-runtime/kit';

/** Names that are told, and their characters. */
const [MOST, LONGEST] = [40, 60];

/** The columns of a file as a sentence tells them: whoever made the file may have called them anything. */
export function listedNames(names: readonly string[]): string {
  const some = names.slice(0, MOST).map((name) => oneLine(name, LONGEST));
  const rest = names.length - some.length;
  return `${some.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
