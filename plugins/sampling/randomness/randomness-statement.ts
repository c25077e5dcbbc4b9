import type { Verification } from '../selection/verify-record.js';
import type { JudgedDiagnostic, RandomnessReport } from './randomness-report.js';

/** The verdict in a few sentences. */
export function statementOf(
  recomputed: RandomnessReport['recomputed'],
  judged: readonly JudgedDiagnostic[],
  verification: Verification | undefined,
): string {
  const unusual = judged.filter((each) => each.finding !== 'no evidence against a random draw').length;
  const diagnosed =
    judged.length === 0
      ? 'No diagnostic applies.'
      : unusual === 0
        ? `None of ${judged.length} diagnostics gives evidence against a random draw.`
        : `${unusual} of ${judged.length} diagnostics ${unusual === 1 ? 'is' : 'are'} unusual; that alone refutes nothing, and the sample stands.`;
  if (recomputed === 'pass' || recomputed === 'unproven') {
    const repeated = 'The draw was repeated from its seed and gives exactly this sample.';
    const doubt = recomputed === 'unproven' ? ' That the commitment came before the value is not shown.' : '';
    return `${repeated}${doubt} It rests on ${verification?.restsOn ?? 'nothing'}. ${diagnosed}`;
  }
  if (recomputed === 'fail') {
    const last = verification?.checks.at(-1);
    if (last?.name === 'trail')
      return `${last.detail} The record is not what was drawn there, whatever it repeats and the diagnostics show. ${diagnosed}`;
    return `The draw could not be repeated: ${last?.name ?? 'record'}: ${last?.detail ?? ''}. The sample is not what the record says, whatever the diagnostics show. ${diagnosed}`;
  }
  return `There is no record of the draw, so it cannot be repeated: randomness is not shown. ${diagnosed}`;
}
