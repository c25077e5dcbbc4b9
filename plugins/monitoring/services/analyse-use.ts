import { nextTurn } from 'oracle-runtime/kit';
import { type Caller, OracleError, type Principal } from 'oracle-runtime/plugin';
import type { DesignRecord } from '../../sampling/service.js';
import { type Zone, zoneNamed } from '../clock/zone.js';
import type { StoveKind } from '../detection/detector-settings.js';
import { dayText } from '../logger-files/calendar.js';
import type { LoggerColumns } from '../logger-files/layout.js';
import { NoReadings } from '../logger-files/no-readings.js';
import { type FileRead, readLoggerFile } from '../logger-files/read-logger-file.js';
import type { SensorLog } from '../logger-files/sensor-log.js';
import { SensorLogs } from '../logger-files/sensor-logs.js';
import type { DayOrder } from '../logger-files/stamp-reader.js';
import {
  type AllSettings,
  PROTOCOL,
  type SealedTerms,
  type SettingsChange,
  settingsOf,
  settingsWith,
  termsOf,
} from '../protocol/sealed-protocol.js';
import { settingsTried } from '../protocol/trials.js';
import type { KeptUseReport } from '../service.js';
import { newReportId } from '../store/reports-store.js';
import { householdUses } from '../use/household-use.js';
import { partsLeftOn, placedParts } from '../use/placed-parts.js';
import { householdReport, sensorReport, stackingOfAll } from '../use/report-parts.js';
import { namedAfter, placeOf } from '../use/sensor-names.js';
import { ENOUGH_OF_DAY, type SensorUse, sensorUse } from '../use/sensor-use.js';
import { type RateOf, stoveSummaries } from '../use/stove-summary.js';
import type { PassedOver, Sealing, UseReport } from '../use/use-report.js';
import { useWarnings } from '../use/use-warnings.js';
import { weekOfUse } from '../use/week-of-use.js';
import { keepEvents } from './event-file.js';
import { type GivenReadings, givenFiles } from './given-files.js';
import { handToDesign } from './hand-to-design.js';
import { againstDraw, drawOf } from './held-against-draw.js';
import type { MonitoringService } from './monitoring-service.js';
import { type AskedDays, noTemperature, periodOf } from './period-days.js';
import { type GivenSensors, sensorsOfDesign } from './sensors-of-design.js';

/** How files are read. */
export interface ReadingTerms extends GivenReadings {
  readonly timeZone?: string | undefined;
  readonly days?: DayOrder | undefined;
  readonly columns?: LoggerColumns | undefined;
}

export interface UseRequest extends ReadingTerms, AskedDays, GivenSensors {
  readonly settings?: SettingsChange | undefined;
  readonly designId?: string | undefined;
  readonly selectionId?: string | undefined;
  /** The stove whose use is handed to the design. */
  readonly stove?: string | undefined;
  /** Why days are analysed again that have a final analysis. */
  readonly reason?: string | undefined;
}

type Asked = Pick<Caller, 'principal' | 'attachments' | 'signal' | 'progress'>;

/** No logger of stoves is older. */
const EARLIEST = Date.UTC(2005, 0, 1) / 1000;
const A_DAY = 86_400;
/** What standards of stove monitoring ask for where no design says it. */
const CONFIDENCE = 0.9;
/** Files that a refusal names. */
const MOST_NAMED = 50;

export interface ReadFiles {
  readonly logs: SensorLogs;
  readonly files: readonly FileRead[];
  /** Files beside them that hold no reading. */
  readonly passedOver: readonly PassedOver[];
  readonly zone: Zone;
}

/**
 * Reads all files that are given into the logs of their sensors. Among several, one without a reading is passed over and
 * named: a folder from the field has a note or an empty file as a rule.
 * @throws OracleError as `readLoggerFile`; for several files that all hold no reading, naming each
 */
export async function readGiven(
  service: MonitoringService,
  { timeZone, days, columns, ...given }: ReadingTerms,
  { principal, attachments, signal, progress }: Asked,
): Promise<ReadFiles> {
  const zone = zoneNamed(timeZone ?? service.config.timeZone);
  const sources = await givenFiles(service, principal, given, attachments);
  const logs = new SensorLogs(service.config.maxReadings);
  const latest = service.clock.now() / 1000 + A_DAY;
  const files: FileRead[] = [];
  const without: NoReadings[] = [];
  for (const [at, source] of sources.entries()) {
    if (sources.length > 1) progress(`Reading ${source.name}`, at / sources.length);
    try {
      files.push(
        await readLoggerFile(source, { columns, days, zone, earliest: EARLIEST, latest }, logs, signal),
      );
    } catch (error) {
      if (!(error instanceof NoReadings) || sources.length === 1) throw error;
      without.push(error);
    }
  }
  if (files.length === 0 && without.length > 0) throw noneOf(without);
  const passedOver = without.map(({ file, why }) => ({ file, why }));
  const offsets = new Set(files.map(({ offset }) => offset));
  const [said] = offsets;
  // Where every file says the offset of its clock, and nobody else says it, days are those of that clock.
  if (timeZone === undefined && offsets.size === 1 && said !== undefined)
    return { logs, files, passedOver, zone: zoneNamed(said) };
  return { logs, files, passedOver, zone };
}

function noneOf(without: readonly NoReadings[]): OracleError {
  return new OracleError('invalid_request', {
    detail: `None of ${without.length} files holds a reading, such as '${without[0]?.file}', which ${without[0]?.why}.`,
    ...(without[0]?.hint !== undefined && { hint: without[0].hint }),
    errors: without
      .slice(0, MOST_NAMED)
      .map(({ file, why }) => ({ field: 'path', message: `'${file}' ${why}` })),
  });
}

/**
 * What logger files say of stove use in a period; kept, and handed to the design where one is named.
 * @throws OracleError as `readLoggerFile`; `insufficient_data` without a reading in the period; `conflict` for settings
 * beside a sealed protocol; as `Designs`
 */
export async function analyseUse(
  service: MonitoringService,
  request: UseRequest,
  asked: Asked,
): Promise<KeptUseReport> {
  const { principal, signal } = asked;
  const design =
    request.designId === undefined ? undefined : await service.designs.get(principal, request.designId);
  const protocol = await protocolOf(service, principal, request);
  const list = await sensorsOfDesign(service, principal, request.designId, request);
  const timeZone = protocol.terms.timeZone ?? request.timeZone;
  const { logs, files, passedOver, zone } = await readGiven(service, { ...request, timeZone }, asked);
  const filled = logs.all.filter(({ count }) => count > 0);
  const silent = logs.all.filter(({ count }) => count === 0).map(({ name }) => name);
  const earliest = Math.min(...filled.map(({ earliest: first }) => first));
  const latest = Math.max(...filled.map(({ latest: last }) => last));
  if (!Number.isFinite(earliest)) throw noTemperature(files);
  const period = await periodOf(request, zone, earliest, latest);
  const draw = design && (await drawOf(service.designs, principal, design.designId, request.selectionId));

  const reports = design === undefined ? [] : await service.reports.recent(principal.id, [design.designId]);
  const trials = settingsTried(reports, { from: dayText(period.first), to: dayText(period.last) });
  const sensors: SensorUse[] = [];
  const leftOn: SensorUse[] = [];
  const places: { readonly log: SensorLog; readonly household: string }[] = [];
  const strata = new Map<string, string>();
  for (const log of filled) {
    signal.throwIfAborted();
    await nextTurn();
    const listed = list?.map.get(log.name);
    const after = design === undefined ? [] : partsLeftOn(log, listed, zone, period);
    for (const { log: part, place, placed } of placedParts(log, listed, zone, period)) {
      const { household, stove, stratum } = placeOf(part, place, protocol.terms.stove);
      if (stratum !== null) strata.set(household, stratum);
      places.push({ log: part, household });
      sensors.push(
        sensorUse(part, { household, stove }, protocol.settings, zone, period, {
          otherKinds: design !== undefined && protocol.terms.stove === undefined,
          withShapes: design !== undefined,
          trials,
          placed,
          placedFrom: place?.from ?? '',
        }),
      );
    }
    for (const { log: part, place, placed } of after) {
      const { household, stove } = placeOf(part, place, protocol.terms.stove);
      leftOn.push(sensorUse(part, { household, stove }, protocol.settings, zone, period, { placed }));
    }
  }
  // What lies before the days that are analysed counts nowhere, and nobody can choose by it.
  const firstInPeriod = Math.min(...sensors.flatMap(({ firstInPeriod: at }) => at ?? []));
  const households = householdUses(
    sensors,
    (household) => draw?.strata.get(household) ?? strata.get(household) ?? null,
  );
  const [from, to] = [dayText(period.first), dayText(period.last)];
  const stoves = await stoveSummaries(households, period.first, rateOf(service, design));
  const kinds = [...new Set(sensors.map(({ kind }) => kind))];
  const handed =
    design &&
    (await handToDesign(service, principal, {
      wanted: protocol.terms.stove ?? request.stove,
      terms: protocol.terms,
      zone,
      firstDay: period.first,
      reason: request.reason,
      design,
      draw,
      households,
      stoves,
      from,
      to,
      kinds,
      settings: protocol.settings,
      sensors: sensors.map(sensorReport),
      list,
      named: namedAfter(places),
      earliest: Number.isFinite(firstInPeriod) ? firstInPeriod : earliest,
      uses: sensors,
      leftOn,
      files,
      reports,
    }));
  const report: Omit<UseReport, 'warnings'> = {
    from,
    to,
    days: period.last - period.first + 1,
    timeZone: zone.name,
    settings: Object.fromEntries(kinds.map((kind: StoveKind) => [kind, protocol.settings[kind]])),
    dayNeeds: ENOUGH_OF_DAY,
    designId: request.designId ?? null,
    sealed:
      protocol.seal === null
        ? null
        : { ...protocol.seal, beforeData: Date.parse(protocol.seal.at) / 1000 <= firstInPeriod },
    files,
    ...(passedOver.length > 0 && { passedOver }),
    readings: sensors.reduce((sum, { recorded }) => sum + recorded, 0),
    stoves,
    stacking: stackingOfAll(households),
    week: stoves.map(({ stove }) => ({
      stove,
      slots: weekOfUse(
        sensors.filter((each) => each.stove === stove),
        zone,
        period.first,
      ),
    })),
    households: households.map(householdReport),
    sensors: sensors.map(sensorReport),
    draw: draw === undefined ? null : againstDraw(households, draw),
    period: handed ?? null,
  };
  const reportId = newReportId();
  await keepEvents(service.blobs, reportId, sensors, zone);
  return service.reports.keep(principal.id, reportId, {
    ...report,
    warnings: useWarnings(report, {
      silent,
      saidZone: timeZone !== undefined,
      asked: request.designId !== undefined,
    }),
  });
}

async function protocolOf(
  { designs }: MonitoringService,
  principal: Principal,
  { designId, settings, timeZone, stove }: UseRequest,
): Promise<{
  readonly settings: AllSettings;
  readonly terms: SealedTerms;
  readonly seal: Omit<Sealing, 'beforeData'> | null;
}> {
  const seal =
    designId === undefined ? undefined : (await designs.seals(principal, designId, PROTOCOL)).at(-1);
  if (seal === undefined) return { settings: settingsWith(settings), terms: {}, seal: null };
  const terms = termsOf(seal.text);
  const isOther = (given: string | undefined, sealed: string | undefined) =>
    given !== undefined && sealed !== undefined && given.trim().toLowerCase() !== sealed.toLowerCase();
  const field =
    settings !== undefined && Object.values(settings).some((value) => value !== undefined)
      ? 'settings'
      : isOther(timeZone, terms.timeZone)
        ? 'timeZone'
        : isOther(stove, terms.stove)
          ? 'stove'
          : undefined;
  if (field !== undefined)
    throw new OracleError('conflict', {
      detail: `The detection of ${designId} was sealed at ${seal.at}${field === 'settings' ? '' : `, with ${field} ${terms[field]}`}: it follows that protocol alone.`,
      hint: `Leave ${field} out. To try others, analyse the files without the design.`,
      errors: [{ field, message: field === 'settings' ? 'are sealed' : `is sealed: ${terms[field]}` }],
    });
  return {
    settings: settingsOf(seal.text),
    terms,
    seal: { seal: seal.seal, sha256: seal.sha256, at: seal.at },
  };
}

/** Rates by sampling's estimator, with the confidence and the populations of a design where there is one. */
function rateOf({ designs }: MonitoringService, design: DesignRecord | undefined): RateOf {
  const confidence = design?.parameters.confidence ?? CONFIDENCE;
  return (households, stratum) => {
    const strata = design?.stratification?.strata ?? [];
    const own = strata.find(({ name }) => name.toLowerCase() === stratum?.toLowerCase());
    const population = stratum === null ? design?.parameters.population : own?.population;
    return designs.usageRate({
      households,
      confidence,
      ...(population !== undefined && { population }),
    });
  };
}
