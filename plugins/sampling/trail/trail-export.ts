import { z } from 'zod';
import { type SelectionRecord, selectionRecordSchema } from '../selection/selection-record.js';
import { entryOf, headOf, type TrailLink } from './trail-chain.js';
import type { TrailHead } from './trail-entry.js';
import { marksOf, type TrailMark } from './trail-marks.js';
import { TRAIL_COMMAND, TRAIL_PROGRAM } from './trail-program.js';

/** What a trail proves by itself, and what it does not. */
const SAYS =
  'The trail proves that its entries came in this order and that none of them was changed. It proves that none is missing only up to a head that was published, or handed to somebody else, at the time: whoever holds the key of the oracle could have written another trail.';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const head = z.object({ length: z.int().nonnegative(), hash });

/** One file that holds a trail with the draws that it tells of: all that a stranger needs, beside the registries. */
const trailExportSchema = z.object({
  type: z.literal('sampling-trail'),
  version: z.literal(1),
  designId: z.string(),
  head,
  exportedAt: z.iso.datetime(),
  says: z.string(),
  marks: z.array(z.object({ seq: z.int().positive(), mark: z.string() })).readonly(),
  entries: z
    .array(
      z.object({ text: z.string(), hash, signer: z.string().nullable(), signature: z.string().nullable() }),
    )
    .readonly(),
  /** Records of the draws by selection id. */
  records: z.record(z.string(), selectionRecordSchema),
  check: z.object({ program: z.array(z.string()).readonly(), command: z.string() }),
});

export interface TrailExport {
  readonly type: 'sampling-trail';
  readonly version: 1;
  readonly designId: string;
  readonly head: TrailHead;
  readonly exportedAt: string;
  readonly says: string;
  readonly marks: readonly TrailMark[];
  readonly entries: readonly TrailLink[];
  readonly records: Readonly<Record<string, SelectionRecord>>;
  readonly check: { readonly program: readonly string[]; readonly command: string };
}

/** Packs the links of a trail, which are in order, with the records of its draws. */
export function packTrail(
  designId: string,
  links: readonly TrailLink[],
  records: Readonly<Record<string, SelectionRecord>>,
  exportedAt: string,
): TrailExport {
  return {
    type: 'sampling-trail',
    version: 1,
    designId,
    head: headOf(links) ?? { length: 0, hash: '0'.repeat(64) },
    exportedAt,
    says: SAYS,
    marks: marksOf(links.map(entryOf)),
    entries: links,
    records,
    check: { program: TRAIL_PROGRAM, command: TRAIL_COMMAND },
  };
}

/** Reads untrusted JSON. Gives what is wrong with it as a sentence. */
export function parseTrail(json: unknown): TrailExport | string {
  const parsed = trailExportSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return `it is no trail of version 1: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`;
}

/** Whether JSON says of itself that it is an exported trail. */
export function isTrail(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'type' in json && json.type === 'sampling-trail';
}
