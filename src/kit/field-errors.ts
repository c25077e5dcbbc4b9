import type { z } from 'zod';
import { wordsOfUnknown } from './known-fields.js';
import { wordsOfIssue } from './words-of-issue.js';

type Issue = z.core.$ZodIssue;

/** One fault of what was given, by the path of its field; that of the whole is empty. */
export interface FieldFault {
  readonly path: readonly PropertyKey[];
  /** What the schema says; what it says by itself, in the words of a person who has to mend it. */
  readonly message: string;
  /** Undefined of a field that is none. */
  readonly issue: Issue | undefined;
}

/**
 * The faults that a schema found, one for each field: each unknown field by itself, and of a choice between several
 * shapes those of the shape that was most likely meant.
 */
export function fieldFaults(
  issues: readonly Issue[],
  above: readonly PropertyKey[] = [],
): readonly FieldFault[] {
  return issues.flatMap((issue): readonly FieldFault[] => {
    const path = [...above, ...issue.path];
    if (issue.code === 'unrecognized_keys') {
      const words = wordsOfUnknown(issue);
      return issue.keys.map((key, at) => ({
        path: [...path, key],
        message: words[at] ?? issue.message,
        issue: undefined,
      }));
    }
    const nearest = issue.code === 'invalid_union' ? nearestBranch(issue.errors) : undefined;
    return nearest === undefined
      ? [{ path, message: wordsOfIssue(issue), issue }]
      : fieldFaults(nearest, path);
  });
}

/** The faults that a schema found, each by the dotted path of its field; the path of the whole is empty. */
export function fieldErrors({
  issues,
}: Pick<z.ZodError, 'issues'>): readonly { readonly field: string; readonly message: string }[] {
  return fieldFaults(issues).map(({ path, message }) => ({ field: path.map(String).join('.'), message }));
}

/** The alternative of a union that the input was most likely meant to be: the one that got deepest, with least wrong. */
function nearestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const depth = (issues: readonly Issue[]) => Math.max(...issues.map((issue) => issue.path.length));
  return branches
    .filter((issues) => issues.length > 0)
    .toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)[0];
}
