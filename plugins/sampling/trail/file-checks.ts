import { canonicalHash } from 'oracle-runtime/kit';
import { namesOfMembers } from '../selection/members-left-out.js';
import type { EndOfTrail } from './trail-end.js';
import { strangeMembers, type TrailExport } from './trail-export.js';
import type { TrailMark } from './trail-marks.js';
import type { Check } from './verification-check.js';

/** Members of an export, however deep, that nobody vouches for. @param json untrusted, that can be read as a trail */
export function checkMembers(json: unknown, check: Check): void {
  const strange = strangeMembers(json);
  if (strange.length > 0)
    check('file', 'unproven', `it has ${namesOfMembers(strange)}, which no oracle writes`);
}

/**
 * Whether the marks in a file are those of its entries. Their words change from version to version, so that of a file
 * whose marks the oracle signed the signed ones are right too.
 * @param signed what the oracle signed of the file; undefined where it signed nothing
 */
export function checkMarks(
  { marks }: Pick<TrailExport, 'marks'>,
  ofEntries: readonly TrailMark[],
  signed: EndOfTrail | undefined,
  check: Check,
): void {
  const found = canonicalHash(marks);
  if (found === canonicalHash(ofEntries)) return;
  if (signed?.marksSha256 === undefined)
    check(
      'file',
      'unproven',
      "its 'marks' are not those of its entries, which are printed here, and nobody signed them: ask the oracle for the trail as it is now",
    );
  else if (signed.marksSha256 !== found)
    check('file', false, "its 'marks' are not those that the oracle signed, nor those of its entries");
  else
    check(
      'file',
      'note',
      "its 'marks' are as the oracle signed them, in other words than those printed here, which are of its entries",
    );
}
