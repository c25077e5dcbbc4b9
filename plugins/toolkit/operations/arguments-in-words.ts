import { exactName } from 'oracle-runtime/kit';

/**
 * What a tool would be given, for who is asked: every argument, and each of them whole, since what is left out is done as
 * well. What takes too long to say is refused before anybody is asked.
 */
export function argumentsInWords(args: object): string {
  const entries = Object.entries(args);
  if (entries.length === 0) return 'no arguments';
  return entries.map(([name, value]) => `${exactName(name)} ${JSON.stringify(value)}`).join(', ');
}
