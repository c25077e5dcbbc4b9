import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** What zod says by itself; a schema's own words are kept. */
const ZODS_OWN = /^(Invalid input|Invalid option|Too small|Too big)/;

/** One fault in the words of a person who has to mend it. */
export function wordsOfIssue(issue: Issue): string {
  if (!ZODS_OWN.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, /received (.+)$/.exec(issue.message)?.[1] ?? 'something else');
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return outOfRange(issue.origin, issue.inclusive !== false ? 'at least' : 'more than', issue.minimum);
    case 'too_big':
      return outOfRange(issue.origin, issue.inclusive !== false ? 'at most' : 'less than', issue.maximum);
    default:
      return issue.message;
  }
}

function wrongType(expected: string, received: string): string {
  if (received === 'undefined') return expected === 'nonoptional' ? 'required' : `required, ${expected}`;
  if (expected === 'int') return 'must be a whole number';
  return `must be ${/^[aeiou]/.test(expected) ? 'an' : 'a'} ${expected}, not ${received}`;
}

function outOfRange(origin: string, relation: string, bound: number | bigint): string {
  if (origin === 'string')
    return relation === 'at least' && bound === 1
      ? 'must not be empty'
      : `must have ${relation} ${bound} characters`;
  if (origin === 'array' || origin === 'set') return `must have ${relation} ${bound} items`;
  return `must be ${relation} ${bound}`;
}
