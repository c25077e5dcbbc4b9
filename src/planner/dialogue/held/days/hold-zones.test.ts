import { expect, it } from 'vitest';
import type { PlannedCall } from '../../planning/planned-call.js';
import { holdZones } from './hold-zones.js';

const properties = { path: { type: 'string' }, timeZone: { type: 'string' } };
const callWith = (args: Record<string, unknown>) =>
  ({
    candidate: { tool: { name: 'read', description: '', parameters: { type: 'object', properties } } },
    args,
  }) as unknown as PlannedCall;

it.each([
  ['Read /loggers/march.csv, time zone Africa/Nairobi', 'Africa', 'Africa/Nairobi'],
  ['in America/Argentina/Buenos_Aires please', 'America', 'America/Argentina/Buenos_Aires'],
  ['in America/Argentina/Buenos_Aires please', 'America/Argentina', 'America/Argentina/Buenos_Aires'],
  ['Read /Africa/Nairobi', 'Africa', 'Africa'],
  ['All of Africa', 'Africa', 'Africa'],
  ['Africa/Nowhere', 'Africa', 'Africa'],
])('%s: %s is %s', (message, read, zone) => {
  expect(holdZones(callWith({ timeZone: read }), [message]).args).toEqual({ timeZone: zone });
});
