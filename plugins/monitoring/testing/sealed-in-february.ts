import { startTestOracle, type TestClient, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import sampling from '../../sampling/index.js';
import { verifyTrail } from '../../sampling/trail/verify-trail.js';
import monitoring from '../index.js';
import type { UseReport } from '../service.js';
import { type DrawnDesign, drawnDesign } from './drawn-design.js';
import { type GeneratedStove, generateStoves } from './generate-loggers.js';

const FEBRUARY = Date.UTC(2024, 1, 10, 12);

/** Seconds of a day. */
export const DAY = 86_400;
/** When the loggers begin, seconds since the epoch. */
export const BEGIN = Date.UTC(2024, 2, 1) / 1000;
/** The ten days that they log. */
export const MARCH = { from: '2024-03-01', to: '2024-03-10', timeZone: 'UTC' };

/** Loggers of the sixty homes; those of one seed log the same. */
export const make = (days: number, seed: number, begin = BEGIN): readonly GeneratedStove[] => [
  ...generateStoves({ sensors: 60, days, begin, intervalMinutes: 20, seed, use: 0.5 }),
];
export const stoves = make(10, 7);
export const homes = stoves.map(({ sensor }) => sensor);
/** Of the loggers, those at homes that were drawn. */
export const only = ({ drawn }: DrawnDesign, from: readonly GeneratedStove[] = stoves) =>
  from.filter(({ sensor }) => drawn.includes(sensor));

/**
 * One oracle for the tests of a file, each of them by a person who never analysed anything there: designs are drawn and their
 * detection is sealed in February, and from then on it is April.
 */
export function sealedInFebruary() {
  let oracle: TestOracle;
  let client: TestClient;
  let passed = 0;
  let people = 0;
  const nextPerson = () => {
    client = oracle.as(['monitoring', 'sampling'], { name: `person ${people++}` });
  };
  beforeAll(async () => {
    oracle = await startTestOracle({
      plugins: [sampling, monitoring],
      clock: { now: () => FEBRUARY + passed },
    });
  });
  beforeEach(nextPerson);
  afterAll(() => oracle.close());

  return {
    nextPerson,
    get: (path: string) => client.get(path),
    post: (path: string, body: object) => client.post(path, body),
    /** From now on it is this time, milliseconds since the epoch. */
    setClock(time: number): void {
      passed = time - FEBRUARY;
    },
    /** A design that was drawn in February, of which nothing is sealed. */
    async unsealedDesign(): Promise<DrawnDesign> {
      passed = 0;
      const own = await drawnDesign(client, homes);
      passed = 60 * DAY * 1000;
      return own;
    },
    async sealedDesign(seal: (own: DrawnDesign) => object = () => ({})): Promise<DrawnDesign> {
      passed = 0;
      const own = await drawnDesign(client, homes);
      const sealed = await client.post('/v1/monitoring/seals', { designId: own.designId, ...seal(own) });
      expect(sealed.status, sealed.text).toBe(201);
      passed = 60 * DAY * 1000;
      return own;
    },
    /** The report of loggers. */
    async analysed(body: object): Promise<UseReport> {
      const answer = await client.post('/v1/monitoring/stove-use', body);
      expect(answer.status, answer.text).toBe(201);
      return answer.at('') as UseReport;
    },
    /** What the verifier marks in a design's trail, and what it notes beside. */
    async toldOf({ designId }: DrawnDesign): Promise<{ readonly marks: string; readonly notes: string }> {
      const trail = await client.get(`/v1/sampling/${designId}/trail`);
      const { marks, checks } = await verifyTrail(trail.json);
      return {
        marks: marks.map(({ mark }) => mark).join('\n'),
        notes: checks.map(({ detail }) => detail).join('\n'),
      };
    },
  };
}
