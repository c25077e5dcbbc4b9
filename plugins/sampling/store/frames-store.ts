import type { Kysely } from 'kysely';
import {
  type FrameMarks,
  FrameSketch,
  newSketchKey,
  type SketchKey,
  sharedUnits,
  sketchKey,
} from '../registry/frame-sketch.js';
import type { Commitment } from '../selection/commitment.js';
import type { DrawsElsewhere } from '../trail/draw-on-trail.js';
import { entryOf } from '../trail/trail-chain.js';
import { registriesOfList } from './registry-files.js';
import type { SamplingTables } from './tables.js';

type Database = Kysely<SamplingTables>;

/** Frames share nothing worth a mark below this part of the smaller one: ids such as 1, 2, 3 meet by chance. */
const LEAST_SHARED = 0.1;
/** Designs that are told of a later draw. */
const MOST_TOLD = 50;
/** Frames that are looked at, those with the most in common first. */
const MOST_FRAMES = 200;
/** Made once, on the first use. */
const KEY = 'frame sketch';

/** What was drawn from or committed to on this oracle, by part of its units: enough to tell frames that are nearly the same. */
export interface FramesStore {
  /** A sketch that reading a registry fills. */
  sketch(): Promise<FrameSketch>;
  /** By which the marks of cells are made. */
  key(): Promise<SketchKey>;
  /** Keeps what a sketch came to, once a frame. */
  keep(on: Database, frameSha256: string, size: number, sketch: FrameSketch): Promise<void>;
  /**
   * Draws and commitments, whoever made them, but for those of these designs: on units of a frame, and of a project on
   * units with other ids. It tells counts and a day, and nothing of whose they are but for the owner's own.
   */
  elsewhere(on: Database, frameSha256: string, asked: AsksElsewhere): Promise<DrawsElsewhere>;
  /**
   * Designs of the same owner or project that drew from or committed to units of a frame, and those of the project that did
   * so on units with other ids, in the order of their ids: of these the first 50.
   */
  sisters(on: Database, frameSha256: string, asked: AsksElsewhere): Promise<SisterOfFrame[]>;
}

/** Another design on units of a frame. */
export interface SisterOfFrame {
  readonly designId: string;
  readonly sameOwner: boolean;
  /** Whether it has just these units; otherwise part of them, or others of the same project. */
  readonly sameFrame: boolean;
  readonly otherIds: boolean;
}

/** Who asks for draws elsewhere. */
interface AsksElsewhere {
  readonly owner: string;
  readonly projectId: string | null;
  /** The stored registry that is read: by another column of its list units have other ids, and are the same. */
  readonly registryId?: string;
  /** The designs of the line that is drawn for. */
  readonly except: readonly string[];
}

export function createFramesStore(db: Database): FramesStore {
  async function marksOf(on: Database, frame: string): Promise<FrameMarks & { size: number }> {
    const known = await on
      .selectFrom('sampling_frames')
      .select(['size', 'whole'])
      .where('frame', '=', frame)
      .executeTakeFirst();
    const rows = await on
      .selectFrom('sampling_frame_marks')
      .select('mark')
      .where('frame', '=', frame)
      .execute();
    const marks = rows.map(({ mark }) => mark).sort();
    return { marks, whole: known?.whole === 1, size: known?.size ?? 0 };
  }

  /** Frames that were drawn from or committed to from the list of a stored registry, by it or by one of the same list. */
  async function framesOfList(on: Database, registryId: string): Promise<string[]> {
    const registries = await registriesOfList(on, registryId);
    const drawn = await on
      .selectFrom('sampling_selections')
      .select('frame')
      .where('registry_id', 'in', registries)
      .execute();
    const committed = await on
      .selectFrom('sampling_commitments')
      .select('document')
      .where('registry_id', 'in', registries)
      .execute();
    return [
      ...drawn.flatMap((row) => row.frame ?? []),
      ...committed.map(({ document }) => (JSON.parse(document) as Commitment).frameSha256),
    ];
  }

  /** The same, with the units of a registry by its other columns, of whose ids none is shared. */
  async function alike(on: Database, frame: string, registryId: string | undefined) {
    const { size, found } = await alikeById(on, frame);
    const others = registryId === undefined ? [] : await framesOfList(on, registryId);
    for (const other of others) if (!found.has(other)) found.set(other, { units: 0, exact: true });
    return { size, found };
  }

  /** Units of a frame that others have too, by their frames; the frame itself has all. */
  async function alikeById(on: Database, frame: string) {
    const mine = await marksOf(on, frame);
    const found = new Map([[frame, { units: mine.size, exact: true }]]);
    if (mine.marks.length === 0) return { size: mine.size, found };
    const candidates = await on
      .selectFrom('sampling_frame_marks')
      .select('frame')
      .where('mark', 'in', [...mine.marks])
      .where('frame', '!=', frame)
      .groupBy('frame')
      .orderBy((eb) => eb.fn.countAll(), 'desc')
      .limit(MOST_FRAMES)
      .execute();
    for (const candidate of candidates) {
      const other = await marksOf(on, candidate.frame);
      const shared = sharedUnits(mine, mine.size, other);
      if (shared.units >= LEAST_SHARED * Math.min(mine.size, other.size)) found.set(candidate.frame, shared);
    }
    return { size: mine.size, found };
  }

  const key = async () => {
    await db
      .insertInto('sampling_keys')
      .values({ name: KEY, value: newSketchKey() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { value } = await db
      .selectFrom('sampling_keys')
      .select('value')
      .where('name', '=', KEY)
      .executeTakeFirstOrThrow();
    return sketchKey(value);
  };

  return {
    key,
    sketch: async () => new FrameSketch(await key()),

    async keep(on, frame, size, sketch) {
      const { marks, whole } = sketch.result();
      const { numInsertedOrUpdatedRows } = await on
        .insertInto('sampling_frames')
        .values({ frame, size, whole: whole ? 1 : 0 })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n || marks.length === 0) return;
      await on
        .insertInto('sampling_frame_marks')
        .values(marks.map((mark) => ({ frame, mark })))
        .execute();
    },

    async sisters(on, frame, { owner, projectId, registryId, except }) {
      const { found } = await alike(on, frame, registryId);
      const rows = await on
        .selectFrom('sampling_trail')
        .innerJoin('sampling_designs', 'sampling_designs.id', 'sampling_trail.design_id')
        .select(['sampling_trail.design_id', 'sampling_trail.frame', 'owner'])
        .where('sampling_trail.design_id', 'not in', [...except])
        .where('sampling_trail.frame', 'is not', null)
        .where((eb) =>
          eb.or([
            eb.and([eb('owner', '=', owner), eb('sampling_trail.frame', 'in', [...found.keys()])]),
            ...(projectId === null
              ? []
              : [eb(eb.fn<string>('lower', ['project_id']), '=', projectId.toLowerCase())]),
          ]),
        )
        .orderBy('sampling_trail.design_id')
        .execute();
      const designs = new Map<string, SisterOfFrame>();
      for (const row of rows) {
        const { design_id: designId } = row;
        const known = designs.get(designId);
        designs.set(designId, {
          designId,
          sameOwner: row.owner === owner,
          sameFrame: row.frame === frame || known?.sameFrame === true,
          otherIds: !found.has(row.frame ?? '') && known?.otherIds !== false,
        });
      }
      return [...designs.values()].slice(0, MOST_TOLD);
    },

    async elsewhere(on, frame, asked) {
      const { size, found } = await alike(on, frame, asked.registryId);
      const entries = () =>
        on
          .selectFrom('sampling_trail')
          .innerJoin('sampling_designs', 'sampling_designs.id', 'sampling_trail.design_id')
          .select(['sampling_trail.design_id', 'sampling_trail.frame', 'sampling_trail.text', 'owner'])
          .where('sampling_trail.design_id', 'not in', [...asked.except]);
      const frames = [...found.keys()];
      const same = await entries().where('sampling_trail.frame', 'in', frames).execute();
      const free = await on
        .selectFrom('sampling_selections')
        .select(['frame', 'created_at'])
        .where('frame', 'in', frames)
        .where('design_id', 'is', null)
        .execute();
      const { projectId } = asked;
      const other =
        projectId === null
          ? []
          : await entries()
              .where((eb) => eb(eb.fn<string>('lower', ['project_id']), '=', projectId.toLowerCase()))
              .where('sampling_trail.frame', 'is not', null)
              .where('sampling_trail.frame', 'not in', frames)
              .execute();
      const since = dayOfFirst(same, free);
      const renamedSince = dayOfFirst(other);
      const most = [...same, ...free]
        .map((row) => found.get(row.frame ?? '') ?? { units: 0, exact: false })
        .reduce((a, b) => (b.units > a.units ? b : a), { units: 0, exact: true });
      return {
        others:
          since === undefined
            ? undefined
            : {
                ...counted(same, asked.owner),
                withoutDesign: free.length,
                units: size === 0 || most.units === 0 ? null : most.units,
                exact: most.exact,
                since,
              },
        renamed:
          renamedSince === undefined ? undefined : { ...counted(other, asked.owner), since: renamedSince },
      };
    },
  };
}

interface EntryOfDesign {
  readonly design_id: string;
  readonly owner: string;
  readonly text: string;
}

/** Designs behind entries, and those of an owner among them. */
function counted(entries: readonly EntryOfDesign[], owner: string) {
  const owners = new Map(entries.map((row) => [row.design_id, row.owner]));
  return {
    designs: owners.size,
    sameOwner: [...owners.values()].filter((each) => each === owner).length,
  };
}

/** Day of the first of some entries and draws; undefined without any. */
function dayOfFirst(
  entries: readonly EntryOfDesign[],
  free: readonly { readonly created_at: string }[] = [],
): string | undefined {
  const times = [...entries.map((row) => entryOf(row).at), ...free.map((row) => row.created_at)];
  return times.sort()[0]?.slice(0, 10);
}
