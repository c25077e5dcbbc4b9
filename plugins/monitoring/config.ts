import { z } from 'zod';
import { isZoneName } from './clock/zone.js';

const zone = z
  .string()
  .refine(isZoneName, { message: 'must be a time zone such as Africa/Nairobi or +03:00' });

/** Section `plugins.monitoring` of `oracle.config.json`. */
export const monitoringConfig = z
  .strictObject({
    /** Of wall clocks and days, where a request names none. */
    timeZone: zone.default('UTC'),
    /** Readings of one analysis; each million takes 8 MB of memory. */
    maxReadings: z.int().min(1_000).max(200_000_000).default(30_000_000),
    /** Files of one folder. */
    maxFiles: z.int().min(1).max(10_000).default(2_000),
  })
  .prefault({});

export type MonitoringConfig = z.output<typeof monitoringConfig>;
