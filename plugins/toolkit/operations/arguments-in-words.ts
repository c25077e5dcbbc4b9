import { oneLine } from 'oracle-runtime/kit';

/** Arguments that are shown, and characters of each. */
const SHOWN = 20;
const LONGEST = 160;

/** What a tool would be given, for who is asked: each argument by itself, so that a long one hides no other. */
export function argumentsInWords(args: object): string {
  const entries = Object.entries(args);
  if (entries.length === 0) return 'no arguments';
  const shown = entries.slice(0, SHOWN).map(([name, value]) => `${oneLine(name, 60)} ${valueInWords(value)}`);
  const left = entries.length - shown.length;
  return `${shown.join(', ')}${left === 0 ? '' : `, and ${left} more arguments`}`;
}

function valueInWords(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  const line = oneLine(text, LONGEST);
  return text.length <= LONGEST ? line : `${line} (${text.length} characters)`;
}
