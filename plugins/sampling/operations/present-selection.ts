import { designOf } from '../selection/selection-record.js';
import type { SelectionView } from '../services/selections.js';

/** Ids that a conversation shows of each stratum; the whole list is in the record. */
const SHOWN = 20;

/** A selection as a conversation shows it: counts, hashes and the first ids. */
export function presentSelection({
  selectionId: id,
  registryId: registry,
  warnings,
  restsOn,
  trail,
  files,
  record,
}: SelectionView) {
  const total = record.strata.reduce((a, { selected }) => a + selected.length, 0);
  const { trust } = record.seed.origin;
  return {
    summary: `Selected ${total} of ${record.frame.size} units with the seed "${record.seed.text}" (${trust}).`,
    selectionId: id,
    registryId: registry,
    designId: designOf(record),
    algorithm: record.algorithm,
    seed: record.seed.text,
    trust,
    restsOn,
    ...(record.trail && { draw: record.trail.draw }),
    ...(trail && { trail }),
    frameSha256: record.frame.sha256,
    selectedSha256: record.selectedSha256,
    warnings,
    strata: record.strata.map(({ name, frameSize, selected, replacements }) => ({
      stratum: name ?? 'all',
      units: frameSize,
      selected: selected.length,
      replacements: replacements.length,
    })),
    firstSelected: record.strata.map(({ name, selected }) => ({
      stratum: name ?? 'all',
      ids: selected.slice(0, SHOWN).map((unit) => unit.id),
    })),
    wholeList: `/v1/sampling/selections/${id}/list`,
    ...(files && { files }),
    check: record.check,
  };
}
