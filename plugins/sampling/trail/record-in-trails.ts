import { membersLeftOut, namesOfMembers } from '../selection/members-left-out.js';
import { recordHash, type SelectionRecord, selectionRecordSchema } from '../selection/selection-record.js';
import type { Verification } from '../selection/verify-record.js';
import { chainFault, entryOf } from './trail-chain.js';
import { parseTrail } from './trail-export.js';
import { stateOf } from './trail-state.js';

/**
 * Holds the record of a draw against the trails of designs: nobody signs a record, so that it is what an oracle drew is for
 * an entry to say, which names its hash.
 * @param json untrusted
 * @param files exported trails, untrusted; of those that are broken nothing is believed
 */
export function recordInTrails(json: unknown, files: readonly unknown[]): Verification['checks'][number] {
  const name = 'record in trail';
  const parsed = selectionRecordSchema.safeParse(json);
  if (!parsed.success) return { name, passed: false, detail: 'it is no selection record of version 1' };
  const { designId, projectId = 'no project', drawnAt, sha256 } = parsed.data;
  const claims = `it says that it is of ${designId}, of ${projectId}, drawn at ${drawnAt}`;
  if (recordHash(json as SelectionRecord) !== sha256)
    return { name, passed: false, detail: `${claims}, and does not have the hash that it carries` };
  const strange = membersLeftOut(json, parsed.data);
  if (strange.length > 0)
    return {
      name,
      passed: false,
      detail: `it has ${namesOfMembers(strange)}, which no record of version 1 has`,
    };
  if (files.length === 0)
    return {
      name,
      passed: false,
      open: true,
      detail: `nobody signed the record: ${claims}, as whoever made the file wrote it. ${
        designId === 'none'
          ? 'A draw for no design stands on no trail, so nobody can show more'
          : `Give the trail of ${designId} as well, in which an entry names its hash ${sha256}`
      }`,
    };
  for (const file of files) {
    const trail = parseTrail(file);
    if (typeof trail === 'string' || chainFault(trail.entries, trail.designId) !== undefined) continue;
    if (trail.designId !== designId) continue;
    const draw = stateOf(trail.entries.map(entryOf)).draws.find((each) => each.recordSha256 === sha256);
    if (draw === undefined)
      return {
        name,
        passed: false,
        detail: `${claims}, and no entry of the trail of ${designId} names its hash ${sha256}: it is not what was drawn there`,
      };
    const { entry, selectionId } = draw;
    const at =
      entry === undefined
        ? `the trail of ${designId} names it as ${selectionId}, drawn before the trail began`
        : `entry ${entry.seq} of the trail of ${designId} names its hash: ${selectionId}, draw ${entry.draw}, of ${entry.at}`;
    return { name, passed: true, detail: at };
  }
  return {
    name,
    passed: false,
    detail: `${claims}, and none of the trails that are given is of that design`,
  };
}
