import type { Signer } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { membersLeftOut } from '../selection/members-left-out.js';
import { type SelectionRecord, selectionRecordSchema } from '../selection/selection-record.js';
import { entryOf, headOf, type TrailLink } from './trail-chain.js';
import { AROUND, type SignedEnd, signEnd } from './trail-end.js';
import type { TrailHead } from './trail-entry.js';
import { marksOf, type TrailMark } from './trail-marks.js';

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
  end: z.object({ text: z.string(), signer: z.string(), signature: z.string() }).optional(),
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
  /** That it ends here; absent from exports of before, and where the oracle has no signing identity. */
  readonly end?: SignedEnd | undefined;
}

/** Packs the links of a trail, which are in order, with the records of its draws, and signs where it ends. */
export async function packTrail(
  designId: string,
  links: readonly TrailLink[],
  records: Readonly<Record<string, SelectionRecord>>,
  exportedAt: string,
  signer: Signer | undefined,
): Promise<TrailExport> {
  const trail: Omit<TrailExport, 'end'> = {
    type: 'sampling-trail',
    version: 1,
    designId,
    head: headOf(links) ?? { length: 0, hash: '0'.repeat(64) },
    exportedAt,
    ...AROUND,
    marks: marksOf(links.map(entryOf)),
    entries: links,
    records,
  };
  return signer === undefined ? trail : { ...trail, end: await signEnd(trail, signer) };
}

/** Reads untrusted JSON; records are as they stand there, for their hash is over all of it. Gives what is wrong with it as a sentence. */
export function parseTrail(json: unknown): TrailExport | string {
  const parsed = trailExportSchema.safeParse(json);
  if (parsed.success) {
    const { records } = json as Pick<TrailExport, 'records'>;
    const known = Object.keys(parsed.data.records).map((id) => [id, records[id]]);
    return { ...parsed.data, records: Object.fromEntries(known) };
  }
  const [issue] = parsed.error.issues;
  return `it is no trail of version 1: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`;
}

/** Paths of what stands in an export and no oracle writes. @param json untrusted, that can be read as a trail */
export function strangeMembers(json: unknown): string[] {
  return membersLeftOut(json, trailExportSchema.parse(json));
}

/** Whether JSON says of itself that it is an exported trail. */
export function isTrail(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'type' in json && json.type === 'sampling-trail';
}
