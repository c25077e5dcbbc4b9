import { type Client, type SamplingApp, startSamplingApp } from './sampling-app.js';

/** drand quicknet round 657413, from the test data of drand-client, public since 2023-09-15T10:56:03Z. */
export const BEACON = {
  round: 657413,
  signature:
    'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
};

/** A day before the beacon. */
const BEGIN = Date.UTC(2023, 8, 14, 12);
const DAY = 86_400_000;

/** Sixty households: every fifth one does badly. */
export const HOMES: readonly string[] = Array.from(
  { length: 60 },
  (_, i) => `H${String(i).padStart(2, '0')}`,
);
export const REGISTRY = `household_id\n${HOMES.join('\n')}\n`;

/** What a design of the village says that has two strata of equal weight. */
export const HILL_AND_VALE = {
  projectId: 'did:ixo:project/v',
  population: 60,
  confidence: 0.95,
  precision: 0.05,
  expectedMean: 0.8,
  expectedSD: 0.2,
  dropoutRate: 0,
  stratification: {
    enabled: true,
    strata: [
      { name: 'hill', weight: 0.5 },
      { name: 'vale', weight: 0.5 },
    ],
  },
};

export interface Reading {
  readonly unitId: string;
  readonly date: string;
  readonly value: number;
}

/** A coordinator, a verifier, and a design of sixty households, at a time when the beacon is to come. */
export interface Village {
  readonly app: SamplingApp;
  readonly alice: Client;
  readonly vera: Client;
  design(more?: object): Promise<string>;
  registry(text?: string): Promise<string>;
  /** Draws 40 of 60 for a design. */
  draw(designId: string, more: object): ReturnType<Client['post']>;
  /** A day of readings, one a home. */
  readings(homes: readonly string[], date: string, value?: number): Reading[];
  analyse(designId: string, readings: readonly Reading[], more?: object): ReturnType<Client['post']>;
  trail(designId: string): Promise<Record<string, never>>;
  /** What stands out in the trail of a design. */
  marks(designId: string): Promise<string>;
  days(n: number): void;
}

export async function startVillage(): Promise<Village> {
  const app = await startSamplingApp({}, {}, [], { now: () => BEGIN });
  const alice = await app.client('alice', ['sampling', 'sampling/verify'], 'did:key:alice');
  const vera = await app.client('vera', ['sampling', 'sampling/verify'], 'did:key:vera');
  const village: Village = {
    app,
    alice,
    vera,
    async design(more = {}) {
      const answer = await alice.post('/v1/sampling', {
        projectId: 'did:ixo:project/v',
        population: 60,
        confidence: 0.95,
        precision: 0.05,
        expectedMean: 0.8,
        expectedSD: 0.2,
        dropoutRate: 0.1,
        ...more,
      });
      return String(answer.at('designId'));
    },
    async registry(text = REGISTRY) {
      const answer = await alice.post('/v1/sampling/registries?name=village.csv', text, {
        'Content-Type': 'text/csv',
      });
      return String(answer.at('registryId'));
    },
    draw: (designId, more) => alice.post('/v1/sampling/selections', { designId, sampleSize: 40, ...more }),
    readings: (homes, date, value) =>
      homes.map((unitId, i) => ({ unitId, date, value: value ?? 0.7 + (i % 5) / 20 })),
    analyse: (designId, readings, more = {}) =>
      alice.post('/v1/sampling/periods', { designId, monitoringPeriod: '2023-Q4', readings, ...more }),
    trail: async (designId) =>
      (await alice.get(`/v1/sampling/${designId}/trail`)).at('') as Record<string, never>,
    async marks(designId) {
      const { marks } = (await village.trail(designId)) as unknown as { marks: { mark: string }[] };
      return marks.map(({ mark }) => mark).join('\n');
    },
    days: (n) => app.advance(n * DAY),
  };
  return village;
}

/** The ids that a draw selected, and its replacements. */
export function drawn(answer: Awaited<ReturnType<Client['post']>>) {
  const ids = (what: 'selected' | 'replacements') =>
    (answer.at(`record.strata.0.${what}`) as { id: string }[]).map(({ id }) => id);
  return {
    selectionId: String(answer.at('selectionId')),
    selected: ids('selected'),
    replacements: ids('replacements'),
  };
}
