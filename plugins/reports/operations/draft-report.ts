import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { DesignService } from '../../sampling/service.js';
import type { DraftReport, ReportPicture } from '../document/report-builder.js';
import { monitoringReport } from '../kinds/monitoring-report.js';
import { type OutlineSection, outlineReport } from '../kinds/outline-report.js';
import { type PlanPictures, samplingPlan } from '../kinds/sampling-plan.js';
import { selectionReport } from '../kinds/selection-report.js';
import type { TrailNotes } from '../kinds/trail-notes.js';
import { verificationReport } from '../kinds/verification-report.js';
import { assertOwnNames } from './own-names.js';
import type { ReportParts } from './report-parts.js';

export const KINDS = [
  'sampling-plan',
  'selection-record',
  'monitoring-report',
  'verification-submission',
  'outline',
] as const;

export interface ReportWish {
  readonly kind: (typeof KINDS)[number];
  readonly designId?: string | undefined;
  readonly selectionId?: string | undefined;
  readonly periodId?: string | undefined;
  readonly title?: string | undefined;
  readonly sections?: readonly OutlineSection[] | undefined;
  /** Where it is to be kept. */
  readonly saveAs?: string | undefined;
}

const MOST = 100;
/** What the record of a draw has in the place of a design where it was made for none. */
const NO_DESIGN = 'none';

/** Reads what a report is of, and lays it out. @throws OracleError for what is missing, by its field */
export async function draftReport(
  wish: ReportWish,
  principal: Principal,
  parts: ReportParts,
  signal: AbortSignal,
): Promise<DraftReport> {
  const { kind, title } = wish;
  if (kind === 'outline') {
    const sections = wish.sections ?? missing('sections', 'an outline needs sections');
    assertOwnNames({ title, sections, saveAs: wish.saveAs });
    const of = [wish.designId, wish.selectionId, wish.periodId].filter((id) => id !== undefined);
    const documents = await documentsOf(wish, principal, parts);
    return outlineReport(title ?? 'Report', sections, documents, of.join(' · '));
  }
  const designs = designsOf(parts);
  const notesOf = async (designId: string): Promise<TrailNotes> => ({
    type: 'sampling-trail-marks',
    designId,
    marks: await designs.marks(principal, designId),
  });
  if (kind === 'selection-record') {
    const draw = await drawOf(wish, principal, designs);
    const of = draw.record.designId;
    return selectionReport(draw, of === NO_DESIGN ? undefined : await notesOf(of));
  }
  const period = kind === 'monitoring-report' ? await periodOf(wish, principal, designs) : undefined;
  const designId = wish.designId ?? period?.designId ?? missing('designId', 'which design?');
  const design = await designs.get(principal, designId);
  const picture = (chart: 'allocation' | 'precision' | 'intervals') =>
    pictureOf(parts, principal, designId, chart, signal);
  if (period !== undefined)
    return monitoringReport(design, period, await notesOf(designId), await picture('intervals'));
  const pictures: PlanPictures = {
    allocation: design.stratification === null ? undefined : await picture('allocation'),
    precision: await picture('precision'),
  };
  if (kind === 'sampling-plan') return samplingPlan(design, pictures);
  const { items: draws } = await designs.draws(principal, designId, { limit: MOST });
  const { items: periods } = await designs.periods(principal, designId, { limit: MOST });
  return verificationReport(
    design,
    draws.toReversed(),
    periods.toReversed(),
    await notesOf(designId),
    pictures,
  );
}

/** What an outline may take its figures from: whatever it names. */
async function documentsOf(
  { designId, selectionId, periodId }: ReportWish,
  principal: Principal,
  parts: ReportParts,
): Promise<Record<string, unknown>> {
  if (designId === undefined && selectionId === undefined && periodId === undefined) return {};
  const designs = designsOf(parts);
  return {
    ...(designId !== undefined && { design: await designs.get(principal, designId) }),
    ...(selectionId !== undefined && { selection: (await designs.draw(principal, selectionId)).record }),
    ...(periodId !== undefined && { period: await designs.period(principal, periodId) }),
  };
}

async function drawOf({ selectionId, designId }: ReportWish, principal: Principal, designs: DesignService) {
  if (selectionId !== undefined) return designs.draw(principal, selectionId);
  const wanted = designId ?? missing('selectionId', 'which draw?');
  const [newest] = (await designs.draws(principal, wanted, { limit: 1 })).items;
  return newest ?? nothing(`No units were drawn for ${wanted} yet.`, 'Draw the sample first.');
}

async function periodOf({ periodId, designId }: ReportWish, principal: Principal, designs: DesignService) {
  if (periodId !== undefined) return designs.period(principal, periodId);
  const wanted = designId ?? missing('periodId', 'which period?');
  const [newest] = (await designs.periods(principal, wanted, { limit: 1 })).items;
  return newest ?? nothing(`No period of ${wanted} was analysed yet.`, 'Analyse a period first.');
}

/** A picture by the plugin charts; none where it is off, or cannot draw just now: a report needs its figures alone. */
async function pictureOf(
  { charts }: ReportParts,
  principal: Principal,
  designId: string,
  chart: 'allocation' | 'precision' | 'intervals',
  signal: AbortSignal,
): Promise<ReportPicture | undefined> {
  try {
    const drawn = await charts?.ofDesign(principal, { designId, chart, format: 'png' }, signal);
    return drawn && { png: drawn.bytes, width: drawn.width, height: drawn.height, alt: drawn.alt };
  } catch (error) {
    signal.throwIfAborted();
    if (OracleError.isInstance(error)) return undefined;
    throw error;
  }
}

function designsOf({ designs }: ReportParts): DesignService {
  if (designs !== undefined) return designs;
  throw new OracleError('not_supported', {
    detail: 'This oracle has no sample designs.',
    hint: 'Turn the plugin sampling on.',
  });
}

function missing(field: string, message: string): never {
  throw new OracleError('invalid_request', {
    detail: `${field}: ${message}`,
    errors: [{ field, message }],
  });
}

function nothing(detail: string, hint: string): never {
  throw new OracleError('insufficient_data', { detail, hint });
}
