import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { Zone } from '../clock/zone.js';
import type { StoveKind } from '../detection/detector-settings.js';
import type { FileRead } from '../logger-files/read-logger-file.js';
import { differencesFromDefaults } from '../protocol/differences.js';
import { lateRows } from '../protocol/late-rows.js';
import { otherSensors } from '../protocol/other-sensors.js';
import { reportsOfHomes } from '../protocol/reports-of-homes.js';
import { inOneForm, PLACES, type SensorList } from '../protocol/sealed-places.js';
import { type AllSettings, PROTOCOL, type SealedTerms, sealedText } from '../protocol/sealed-protocol.js';
import { trialsOf } from '../protocol/trials.js';
import type { KeptUseReport } from '../service.js';
import type { SensorUse } from '../use/sensor-use.js';
import { hangsOn, type StoveSummary } from '../use/stove-summary.js';
import type { HandedOver, SensorReport } from '../use/use-report.js';
import { chosenReading } from './chosen-reading.js';
import { type Handing, handOver } from './held-against-draw.js';
import type { MonitoringService } from './monitoring-service.js';
import { recordedFacts } from './recorded-facts.js';
import { saysProject } from './says-project.js';

/** Hands the use of a stove to a design, with what its trail tells of the settings behind it. */
export async function handToDesign(
  service: MonitoringService,
  principal: Principal,
  {
    wanted,
    stoves,
    kinds,
    settings,
    sensors,
    list,
    named: namedAfter,
    earliest,
    terms,
    zone,
    firstDay,
    uses,
    leftOn,
    files,
    reports,
    ...handing
  }: Pick<Handing, 'design' | 'draw' | 'households' | 'from' | 'to' | 'reason'> & {
    /** The stove that was asked for. */
    readonly wanted: string | undefined;
    readonly stoves: readonly StoveSummary[];
    readonly kinds: readonly StoveKind[];
    readonly settings: AllSettings;
    readonly sensors: readonly SensorReport[];
    /** Which sensor is where; undefined where they or their files say so themselves. */
    readonly list: SensorList | undefined;
    /** The household that each sensor is named after. */
    readonly named: ReadonlyMap<string, string>;
    /** Seconds since 1970 of the first reading of the days that are handed over. */
    readonly earliest: number;
    /** What is sealed beside the settings. */
    readonly terms: SealedTerms;
    readonly zone: Zone;
    /** Day number of `from`. */
    readonly firstDay: number;
    readonly uses: readonly SensorUse[];
    /** What devices recorded after their last day at a place. */
    readonly leftOn: readonly SensorUse[];
    readonly files: readonly FileRead[];
    /** The newest of the owner and of the design. */
    readonly reports: readonly KeptUseReport[];
  },
): Promise<HandedOver> {
  const { designs } = service;
  const { design, draw, households, from, to } = handing;
  const stove = stoveToHand(
    wanted,
    stoves.map((each) => each.stove),
  );
  const homes = new Set(draw?.strata.keys() ?? households.map(({ household }) => household));
  const { designId } = design;
  const devices = uses.filter((each) => each.stove === stove && homes.has(each.household));
  const ofHomes = reportsOfHomes(reports, { designId, from, to, homes, devices });
  const earlier = ofHomes.map(({ report }) => report);
  const tried = trialsOf(earlier, { designId, from, to, settings });
  const listSeals = await designs.seals(principal, designId, PLACES);
  const placed = sensors.filter((each) => each.stove === stove && homes.has(each.household));
  const analysed = { stove, from, to, homes, households, uses, files, reports };
  return handOver(designs, principal, {
    ...handing,
    stove,
    protocol: {
      protocol: PROTOCOL,
      text: sealedText(settings, terms),
      of: `the stove "${stove}"${stoves.length > 1 ? `, one of ${stoves.length} that were monitored` : ''}, days by the clock of ${zone.name}${terms.timeZone === undefined ? '' : ', as sealed'}`,
      differs: differencesFromDefaults(settings, kinds),
      firstReading: new Date(earliest * 1000).toISOString(),
      nearby: hangsOn(stoves.find((each) => each.stove === stove)?.band ?? []) ?? null,
      tried: tried ?? null,
      devices: {
        protocol: PLACES,
        listed: list !== undefined,
        sha256: (list ?? inOneForm(placed)).sha256,
        placed: placed.map(({ sensor, household }) => ({
          device: sensor,
          unitId: household,
          named: namedAfter.get(sensor) ?? null,
        })),
        unlike: otherSensors(earlier, { from, to, placed }),
        late: lateRows(
          listSeals,
          devices.map(({ sensor, household, placedFrom, firstInPeriod }) => ({
            sensor,
            household,
            placedFrom,
            firstAt: firstInPeriod,
          })),
        ),
      },
      recorded: recordedFacts({
        ...analysed,
        earlier: ofHomes,
        zone,
        firstDay,
        designId,
        dropoutRate: design.parameters.dropoutRate,
        drawnOn: draw?.drawnOn ?? '',
        analysedBefore: draw?.analysedBefore ?? [],
      }),
      chosen: chosenReading({
        ...analysed,
        earlier: ofHomes,
        terms,
        isListSealed: list !== undefined && listSeals.at(-1)?.sha256 === list.sha256,
        zone,
        firstDay,
        leftOn,
        listSeals,
      }),
    },
  });
}

/** @throws OracleError `invalid_request` when several stoves are monitored and none is named */
function stoveToHand(wanted: string | undefined, stoves: readonly string[]): string {
  const found =
    wanted === undefined
      ? stoves.length === 1
        ? stoves[0]
        : stoves.find(saysProject)
      : stoves.find((stove) => stove === wanted.trim().toLowerCase());
  if (found !== undefined) return found;
  throw new OracleError('invalid_request', {
    detail: `Which stove is the design of? Monitored are: ${stoves.slice(0, 20).join(', ')}.`,
    hint: 'Name it in `stove`.',
    errors: [{ field: 'stove', message: `must be one of ${stoves.slice(0, 20).join(', ')}` }],
  });
}
