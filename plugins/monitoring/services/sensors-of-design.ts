import { OracleError, type Principal } from 'oracle-runtime/plugin';
import { PLACES, type SensorList, sensorList } from '../protocol/sealed-places.js';
import { keptText } from './given-files.js';
import type { MonitoringService } from './monitoring-service.js';

/** How a request says which sensor is where: a CSV as text, or the path of one. */
export interface GivenSensors {
  readonly sensors?: string | undefined;
  readonly sensorsPath?: string | undefined;
}

/** Sensors that a seal names: its list stands in the trail word for word. */
const MOST_SEALED = 10_000;

/** @throws OracleError as `readSensorMap` and `keptText` */
async function givenSensors(
  service: MonitoringService,
  principal: Principal,
  { sensors, sensorsPath }: GivenSensors,
): Promise<SensorList | undefined> {
  if (sensors !== undefined) return sensorList(sensors, 'sensors');
  if (sensorsPath === undefined) return undefined;
  return sensorList(await keptText(service, principal, sensorsPath, 'sensorsPath'), 'sensorsPath');
}

/**
 * The list of an analysis: the one that is sealed for its design, whether or not it is given again.
 * @throws OracleError `conflict` for another one than is sealed; as `givenSensors`
 */
export async function sensorsOfDesign(
  service: MonitoringService,
  principal: Principal,
  designId: string | undefined,
  request: GivenSensors,
): Promise<SensorList | undefined> {
  const given = await givenSensors(service, principal, request);
  if (designId === undefined) return given;
  const seal = (await service.designs.seals(principal, designId, PLACES)).at(-1);
  if (seal === undefined) return given;
  if (given !== undefined && given.sha256 !== seal.sha256)
    throw new OracleError('conflict', {
      detail: `The list of sensors of ${designId} was sealed at ${seal.at}, and this is another one.`,
      hint: 'Leave it out, and the sealed one applies. Where sensors were changed since, seal the new list with the reason.',
      errors: [{ field: request.sensors === undefined ? 'sensorsPath' : 'sensors', message: 'is sealed' }],
    });
  return sensorList(seal.text, 'sensors');
}

/**
 * The list to seal.
 * @throws OracleError `payload_too_large`; as `givenSensors`
 */
export async function sensorsToSeal(
  service: MonitoringService,
  principal: Principal,
  request: GivenSensors,
): Promise<SensorList | undefined> {
  const list = await givenSensors(service, principal, request);
  if (list !== undefined && list.map.size > MOST_SEALED)
    throw new OracleError('payload_too_large', {
      detail: `The list has ${list.map.size} sensors, and a seal holds ${MOST_SEALED}.`,
      hint: 'Seal a list of the sensors of the drawn homes.',
    });
  return list;
}
