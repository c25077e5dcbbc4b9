import type { Kysely } from 'kysely';
import type { Blobs, Clock, Logger, Restored, Shares, Signer } from 'oracle-runtime/plugin';
import type { FileService } from '../../vfs/service.js';
import type { SamplingConfig } from '../config.js';
import type { PeriodAnalysis } from '../periods/analyse-period.js';
import type { PeriodBasis, PeriodChanges } from '../periods/period-basis.js';
import type { ReadingsRead } from '../periods/read-readings.js';
import { type Profiles, profilesWith } from '../profiles/find-profile.js';
import type { Commitment } from '../selection/commitment.js';
import type { SelectionRecord } from '../selection/selection-record.js';
import type { HeldAnswers, HeldReports } from '../service.js';
import { createDesignsStore, type DesignsStore } from '../store/designs-store.js';
import { createDocumentsStore, type DocumentsStore } from '../store/documents-store.js';
import { createFramesStore, type FramesStore } from '../store/frames-store.js';
import { createSubmissionsStore, type SubmissionsStore } from '../store/submissions-store.js';
import type { SamplingTables } from '../store/tables.js';
import { createTrailStore, type TrailStore } from '../store/trail-store.js';
import type { RegistryDocument } from './registry-document.js';

/** A record of a draw with the registry that it was drawn from. */
export interface StoredSelection {
  readonly registryId: string;
  readonly record: SelectionRecord;
}

/** An analysis with the design that was monitored. */
export interface StoredPeriod {
  /** The draw that the readings were held against, when there was one. */
  readonly selectionId?: string;
  readonly designId: string;
  /** How the file of readings was understood, when they came as one. */
  readonly read?: ReadingsRead;
  readonly analysis: PeriodAnalysis;
  /** What reading the readings left to say; absent for none. */
  readonly remarks?: readonly string[];
  /** What it was computed from; absent for one that is older than the keeping of it. */
  readonly basis?: PeriodBasis;
  /** What became different since the analysis of these days before it. */
  readonly changes?: PeriodChanges;
}

/** What the operations share. */
export interface SamplingService {
  readonly profiles: Profiles;
  /** For what is stored together with an entry of a trail. */
  readonly db: Kysely<SamplingTables>;
  readonly trails: TrailStore;
  readonly frames: FramesStore;
  readonly designs: DesignsStore;
  readonly registries: DocumentsStore<RegistryDocument, { name: string; origin?: string | null }>;
  readonly commitments: DocumentsStore<Commitment, { design_id: string; registry_id: string }>;
  readonly selections: DocumentsStore<
    StoredSelection,
    { design_id?: string | null; registry_id: string; frame?: string | null }
  >;
  readonly periods: DocumentsStore<StoredPeriod, { design_id: string; from_day: string }>;
  readonly submissions: SubmissionsStore;
  readonly blobs: Blobs;
  /** What people keep here; undefined when the plugin `vfs` is off. */
  readonly files: FileService | undefined;
  /** Who has shared a design with whom. */
  readonly shares: Shares;
  /** Who holds answers of phones; added to as plugins are set up. */
  readonly answers: HeldAnswers[];
  /** The same of reports of devices. */
  readonly reports: HeldReports[];
  readonly clock: Clock;
  readonly signer: Signer | undefined;
  readonly restored?: Restored | undefined;
  readonly logger: Logger;
  readonly config: SamplingConfig;
  /** Bearer token of the submission endpoint; empty for none. */
  readonly submissionToken: string;
}

/** Wires the stores to a database. */
export function createSamplingService(
  parts: Pick<
    SamplingService,
    'blobs' | 'files' | 'shares' | 'clock' | 'signer' | 'restored' | 'logger' | 'config' | 'submissionToken'
  > & {
    readonly db: Kysely<SamplingTables>;
  },
): SamplingService {
  const { db, ...rest } = parts;
  const { clock, config, signer, restored } = parts;
  const trails = createTrailStore(db, clock, signer, restored);
  return {
    ...rest,
    answers: [],
    reports: [],
    profiles: profilesWith(config.profiles, config.defaultProfile),
    db,
    trails,
    frames: createFramesStore(db),
    designs: createDesignsStore(db, clock, trails),
    registries: createDocumentsStore(db, clock, 'sampling_registries', 'registry'),
    commitments: createDocumentsStore(db, clock, 'sampling_commitments', 'commitment'),
    selections: createDocumentsStore(db, clock, 'sampling_selections', 'selection'),
    periods: createDocumentsStore(db, clock, 'sampling_periods', 'period'),
    submissions: createSubmissionsStore(db, clock),
  };
}
