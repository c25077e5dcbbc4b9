import { hasScope, OracleError, type Principal } from 'oracle-runtime/plugin';
import { precisionBySize } from '../design/precision-by-size.js';
import { loadDistributions } from '../distributions/load-distributions.js';
import { compareKitchens } from '../kpt/compare-kitchens.js';
import { readReadings } from '../periods/read-readings.js';
import { reasonOfCall } from '../periods/reading.js';
import type { DesignService, PageRequest } from '../service.js';
import { usageRate } from '../sums/usage-rate.js';
import { entryOf } from '../trail/trail-chain.js';
import { marksOf } from '../trail/trail-marks.js';
import { drawCommitted, openCommitment } from './committed-draws.js';
import { readerOf } from './designs.js';
import { drawOfPeriod } from './draw-of-period.js';
import { analyseDesignPeriod } from './periods.js';
import type { SamplingService } from './sampling-service.js';
import { sealProtocol, sealsOf } from './seals.js';
import { storedDraw } from './selections.js';
import { recordVerdict } from './verdicts.js';
import { viewPeriod } from './view-period.js';

/** Designs for other plugins, by the same stores and rules as the operations. */
export function createDesignService(service: SamplingService): DesignService {
  const { designs, selections, periods } = service;
  return {
    get: async (principal, designId) => designs.get(readerOf(allowed(principal)), designId),
    list: async (principal, { projectId, status, ...page } = {}) =>
      designs.list(readerOf(allowed(principal)), { projectId, status, ...pageOf(page) }),
    async precisionBySize(principal, designId, sizes) {
      const { request } = await designs.get(readerOf(allowed(principal)), designId);
      return precisionBySize(request, sizes.slice(0, 200), service.profiles, await loadDistributions());
    },
    draw: async (principal, selectionId) =>
      storedDraw(await selections.get(allowed(principal).id, selectionId)),
    async draws(principal, designId, page) {
      await designs.get(readerOf(allowed(principal)), designId);
      const { items, ...rest } = await selections.list(principal.id, pageOf(page), { design_id: designId });
      return { items: items.map(storedDraw), ...rest };
    },
    async openCommitment(principal, designId) {
      await designs.get(readerOf(allowed(principal)), designId);
      return openCommitment(service, principal, designId);
    },
    drawCommitted: async (principal, commitmentId, signature, signal) =>
      drawCommitted(service, allowed(principal), commitmentId, signature, signal),
    async fieldwork(principal, designId, selectionId) {
      const design = await designs.get(readerOf(allowed(principal)), designId);
      const draw = await drawOfPeriod(service, principal, selectionId, design);
      if (draw !== undefined)
        return {
          ...draw,
          called: draw.called.map(({ unitId, by, reason }) => ({ unitId, by, reason: reasonOfCall(reason) })),
        };
      throw new OracleError('conflict', {
        detail: `Nothing was drawn for the design '${designId}', so nobody knows whom to visit.`,
        hint: 'Draw the sample first, from a registry of the households.',
        errors: [{ field: 'designId', message: 'has no draw' }],
      });
    },
    readings: async (principal, content, options) => {
      allowed(principal);
      return readReadings(content, options);
    },
    period: async (principal, periodId) =>
      viewPeriod(service, await periods.get(allowed(principal).id, periodId)),
    async periods(principal, designId, page) {
      await designs.get(readerOf(allowed(principal)), designId);
      const { items, ...rest } = await periods.list(principal.id, pageOf(page), { design_id: designId });
      return { items: await Promise.all(items.map((item) => viewPeriod(service, item))), ...rest };
    },
    seal: async (principal, fixed) => sealProtocol(service, allowed(principal), fixed),
    seals: async (principal, designId, protocol) => sealsOf(service, allowed(principal), designId, protocol),
    judged: async (principal, verdict) => recordVerdict(service, allowed(principal), verdict),
    heldBy: (answers) => {
      service.answers.push(answers);
    },
    reportedBy: (reports) => {
      service.reports.push(reports);
    },
    async marks(principal, designId) {
      await designs.get(readerOf(allowed(principal)), designId);
      return marksOf((await service.trails.read(designId)).map(entryOf)).map(({ mark }) => mark);
    },
    async usageRate(question) {
      const distributions = await loadDistributions();
      try {
        return usageRate(question, distributions);
      } catch (error) {
        if (error instanceof RangeError) return undefined;
        throw error;
      }
    },
    compareKitchens: async (comparison) => compareKitchens(comparison, await loadDistributions()),
    addReadings: async (principal, readings) => analyseDesignPeriod(service, allowed(principal), readings),
  };
}

/** @throws OracleError `forbidden`; an operation is guarded by its scope, a service guards itself */
function allowed(principal: Principal): Principal {
  if (hasScope(principal, 'sampling')) return principal;
  throw new OracleError('forbidden', {
    detail: 'Sample designs need the scope `sampling`.',
    hint: 'Use a credential that holds it.',
  });
}

/** @throws OracleError `invalid_request` */
function pageOf({ limit = 20, cursor }: PageRequest = {}) {
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw new OracleError('invalid_request', {
      detail: `limit: ${limit} is no size of a page: from 1 to 100.`,
      errors: [{ field: 'limit', message: 'must be from 1 to 100' }],
    });
  return { limit, cursor };
}
