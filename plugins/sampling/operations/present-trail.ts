import { entryOf } from '../trail/trail-chain.js';
import type { TrailEntry } from '../trail/trail-entry.js';
import type { TrailExport } from '../trail/trail-export.js';

/** A trail as a conversation shows it: one line an entry, then what stands out. */
export function presentTrail({ designId, head, says, marks, entries }: TrailExport) {
  return {
    summary: `The trail of ${designId} has ${head.length} entries and ${marks.length} marks; its head is ${head.hash}. ${says}`,
    designId,
    head,
    download: `/v1/sampling/${designId}/trail`,
    marks: marks.map(({ seq, mark }) => `Entry ${seq}: ${mark}`),
    entries: entries.map((link) => {
      const entry = entryOf(link);
      return { entry: entry.seq, at: entry.at, what: lineOf(entry), by: entry.actor };
    }),
  };
}

function lineOf(entry: TrailEntry): string {
  switch (entry.kind) {
    case 'begun':
      return 'the trail begins late';
    case 'created':
      return entry.recalculates === null ? 'created' : `created, recalculates ${entry.recalculates.designId}`;
    case 'moved':
      return entry.status;
    case 'committed':
      return `commitment ${entry.commitment}: ${entry.commitmentId} to ${entry.source}`;
    case 'drawn':
      return `draw ${entry.draw}: ${entry.selectionId}`;
    case 'replaced':
      return `${entry.unitId} replaced by ${entry.by}: ${entry.reason}`;
    case 'judged':
      return `the submission ${entry.submissionId} of ${entry.unitId} ${entry.verdict === 'counts' ? 'counts' : 'is left out'}: ${entry.reason}`;
    case 'analysed':
      return `${entry.from} to ${entry.to} analysed, ${entry.rows} readings${entry.effect === 'lowers' ? ', by the upper bound and not the lower one of the design' : ''}: ${entry.periodId}`;
    case 'finalised':
      return `${entry.periodId} declared final`;
    case 'recalculated':
      return `recalculated into ${entry.into}`;
    case 'submitted':
      return `in the submission ${entry.submissionId}`;
    case 'delivered':
      return `${entry.submissionId} delivered to ${entry.host}, which answered ${entry.status}`;
    case 'delivery failed':
      return `${entry.submissionId} not delivered: ${entry.host} ${entry.status === null ? 'gave no answer' : `answered ${entry.status}`}, ${entry.attempts} attempt(s)`;
    case 'authority drew':
      return `${entry.authority} selected ${entry.selected} of ${entry.candidates} projects, ${entry.ours ? 'this one among them' : 'not this one'}`;
    case 'sealed':
      return `seal ${entry.seal} of the protocol of ${entry.protocol}: ${entry.sha256}`;
    case 'published':
      return `head ${entry.head.length} published at ${entry.where}`;
    case 'drawn elsewhere':
      return `${entry.otherDesign ?? 'another design of the project'} drew ${entry.otherIds === true ? 'from units with other ids' : 'from these units'} too`;
    case 'restored':
      return `the oracle was put back to a backup of ${entry.backupAt}`;
    case 'deleted':
      return `registry ${entry.id} deleted: ${entry.reason}`;
  }
}
