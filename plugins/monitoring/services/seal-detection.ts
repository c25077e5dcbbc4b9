import type { Principal } from 'oracle-runtime/plugin';
import type { Seal } from '../../sampling/service.js';
import { PLACES, sensorList } from '../protocol/sealed-places.js';
import {
  PROTOCOL,
  type SettingsChange,
  sealedText,
  settingsOf,
  settingsWith,
} from '../protocol/sealed-protocol.js';
import type { MonitoringService } from './monitoring-service.js';
import { type GivenSensors, sensorsToSeal } from './sensors-of-design.js';

/**
 * Seals the settings of a design, and the list of its sensors where one is given. What is sealed already just so stays.
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
    ...given
  }: GivenSensors & {
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
  const text = sealedText(settingsWith(settings));
  // With a list alone the settings that are sealed stay, whatever they are.
  const keeps =
    before !== undefined && list !== undefined && (settings === undefined || before.text === text);
  const isNewList = list !== undefined && list.sha256 !== listBefore?.sha256;
  // What takes the place of another goes first: without a reason it is refused, and nothing is sealed by halves.
  const sealedFirst = isNewList && listBefore !== undefined ? await seal(PLACES, list.text) : undefined;
  const detection = keeps && isNewList ? before : await seal(PROTOCOL, text);
  const places = sealedFirst ?? (isNewList ? await seal(PLACES, list.text) : listBefore);
  return {
    ...detection,
    settings: settingsOf(detection.text),
    sensors: places === undefined ? null : sealedList(places),
  };
}

/** What people see of a sealed list: how many sensors, and since when. */
export function sealedList({ text, seal, sha256, at, by }: Seal) {
  return { seal, at, by, sha256, sensors: sensorList(text, 'sensors').map.size };
}
