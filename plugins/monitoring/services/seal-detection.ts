import type { Principal } from 'oracle-runtime/plugin';
import type { Seal } from '../../sampling/service.js';
import { PLACES, sensorList } from '../protocol/sealed-places.js';
import {
  PROTOCOL,
  type SealedTerms,
  type SettingsChange,
  sealedText,
  settingsOf,
  settingsWith,
  termsOf,
} from '../protocol/sealed-protocol.js';
import type { MonitoringService } from './monitoring-service.js';
import { type GivenSensors, sensorsToSeal } from './sensors-of-design.js';

/**
 * Seals the settings of a design, with the zone and the stove of its days, and the list of its sensors where they are given.
 * What is sealed already just so stays.
 * @throws OracleError `conflict` when nothing is new, and for what takes the place of another seal without a reason; as
 * `readSensorMap`
 */
export async function sealDetection(
  service: MonitoringService,
  principal: Principal,
  {
    designId,
    settings,
    reason,
    timeZone,
    stove,
    severalDevices,
    ...given
  }: GivenSensors &
    SealedTerms & {
      readonly designId: string;
      readonly settings?: SettingsChange | undefined;
      readonly reason?: string | undefined;
    },
) {
  const { designs } = service;
  const last = async (protocol: string) => (await designs.seals(principal, designId, protocol)).at(-1);
  const seal = (protocol: string, text: string) =>
    designs.seal(principal, { designId, protocol, text, ...(reason !== undefined && { reason }) });
  const list = await sensorsToSeal(service, principal, given);
  const [before, listBefore] = [await last(PROTOCOL), await last(PLACES)];
  const isTermAlone = settings === undefined && (timeZone ?? stove ?? severalDevices) !== undefined;
  const known = before === undefined ? {} : termsOf(before.text);
  const text = sealedText(
    isTermAlone && before !== undefined ? settingsOf(before.text) : settingsWith(settings),
    {
      timeZone: timeZone ?? known.timeZone,
      stove: stove?.trim().toLowerCase() ?? known.stove,
      severalDevices: severalDevices ?? known.severalDevices,
    },
  );
  // With a list alone the settings that are sealed stay, whatever they are.
  const keeps =
    before !== undefined &&
    list !== undefined &&
    ((settings === undefined && !isTermAlone) || before.text === text);
  const isNewList = list !== undefined && list.sha256 !== listBefore?.sha256;
  // What takes the place of another goes first: without a reason it is refused, and nothing is sealed by halves.
  const sealedFirst = isNewList && listBefore !== undefined ? await seal(PLACES, list.text) : undefined;
  const detection = keeps && isNewList ? before : await seal(PROTOCOL, text);
  const places = sealedFirst ?? (isNewList ? await seal(PLACES, list.text) : listBefore);
  return {
    ...detection,
    settings: settingsOf(detection.text),
    ...termsOf(detection.text),
    sensors: places === undefined ? null : sealedList(places),
  };
}

/** What people see of a sealed list: how many sensors, and since when. */
export function sealedList({ text, seal, sha256, at, by }: Seal) {
  return { seal, at, by, sha256, sensors: sensorList(text, 'sensors').map.size };
}
