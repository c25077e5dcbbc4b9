import { canonicalHash, canonicalJson, verifyBytes } from 'oracle-runtime/kit';
import type { Signer } from 'oracle-runtime/plugin';
import { entryOf } from './trail-chain.js';
import type { TrailHead } from './trail-entry.js';
import type { TrailExport } from './trail-export.js';
import { TRAIL_COMMAND, TRAIL_PROGRAM } from './trail-program.js';
import { isBefore } from './trail-state.js';
import type { Check } from './verification-check.js';

/** What a trail proves by itself, and what it does not. */
const SAYS =
  'The trail proves that its entries came in this order and that none of them was changed. It proves that none is missing only up to a head that was published, or handed to somebody else, at the time: whoever holds the key of the oracle could have written another trail.';

/** What stands around the entries in every export. */
export const AROUND = { says: SAYS, check: { program: TRAIL_PROGRAM, command: TRAIL_COMMAND } };

/** What an oracle signs of an export: that it ends here, and what it says around the entries. */
export interface EndOfTrail {
  readonly type: 'sampling-trail-end';
  readonly designId: string;
  readonly head: TrailHead;
  readonly exportedAt: string;
  /** SHA-256 of `says` and `check` as canonical JSON. */
  readonly aroundSha256: string;
  /** The same of `marks`; absent from ends of before. */
  readonly marksSha256?: string;
}

/** The end as it stands in the file. */
export interface SignedEnd {
  /** Canonical JSON. */
  readonly text: string;
  readonly signer: string;
  /** Ed25519 over the text, base64url. */
  readonly signature: string;
}

/** Signs where a trail ends at a time, so that nobody cuts off what it had by then. */
export async function signEnd(
  { designId, head, exportedAt, says, check, marks }: Omit<TrailExport, 'end'>,
  signer: Signer,
): Promise<SignedEnd> {
  const end: EndOfTrail = {
    type: 'sampling-trail-end',
    designId,
    head,
    exportedAt,
    aroundSha256: canonicalHash({ says, check }),
    marksSha256: canonicalHash(marks),
  };
  const text = canonicalJson(end);
  const signature = await signer.sign(Buffer.from(text, 'utf8'));
  return { text, signer: signer.did, signature: Buffer.from(signature).toString('base64url') };
}

/** Whether the oracle signed that a trail ends where it does, and what the file says around its entries. Gives what it signed. */
export function checkEnd(
  trail: TrailExport,
  expected: string | undefined,
  check: Check,
): EndOfTrail | undefined {
  const { end, entries, designId, head, exportedAt } = trail;
  const around = canonicalHash({ says: trail.says, check: trail.check });
  const last = entries.at(-1);
  if (end === undefined) {
    check(
      'end',
      'unproven',
      `nobody signed that entry ${entries.length} is the last one: later ones may exist. Ask the oracle for the trail as it is now`,
    );
    if (around !== canonicalHash(AROUND))
      check(
        'file',
        'unproven',
        'the program and the words beside the entries are not those that this oracle ships: do not run that program, its text is in docs/sampling-trail.md',
      );
    return undefined;
  }
  const signed = verifyBytes(Buffer.from(end.text, 'utf8'), end.signer, end.signature);
  const by = expected ?? last?.signer ?? end.signer;
  const said = signed ? parsed(end.text) : undefined;
  const problem =
    said === undefined
      ? `is not signed by ${end.signer}`
      : end.signer !== by
        ? `is signed by ${end.signer}, not by ${by}`
        : said.designId !== designId
          ? `is of the trail of ${said.designId}`
          : said.head.length !== head.length || said.head.hash !== head.hash
            ? `is of ${said.head.length} entries, the file has ${head.length}: entries were taken away or added`
            : said.exportedAt !== exportedAt
              ? `is of ${said.exportedAt}, the file says ${exportedAt}`
              : last !== undefined && isBefore(said.exportedAt, entryOf(last).at)
                ? `is of ${said.exportedAt}, before its last entry came`
                : undefined;
  if (problem !== undefined) {
    check('end', false, `what the oracle signed of it ${problem}`);
    return undefined;
  }
  check(
    'end',
    true,
    `the oracle signed on ${exportedAt} that these ${head.length} entries were all; what came later is not in this file, nor what was undone by copying an older database back by hand, which only a head that was published meanwhile would show`,
  );
  if (said?.aroundSha256 !== around)
    check(
      'file',
      false,
      'the program or the words beside the entries are not those that the oracle signed: do not run that program',
    );
  return said;
}

function parsed(text: string): EndOfTrail | undefined {
  try {
    const end = JSON.parse(text) as EndOfTrail;
    return end.type === 'sampling-trail-end' &&
      canonicalJson(end) === text &&
      Number.isInteger(end.head.length)
      ? end
      : undefined;
  } catch {
    return undefined;
  }
}
