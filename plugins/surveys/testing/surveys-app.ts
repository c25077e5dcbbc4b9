import {
  BEFORE_2024,
  type Client,
  type SamplingApp,
  startSamplingApp,
} from '../../sampling/testing/sampling-app.js';
import vfs from '../../vfs/index.js';
import surveys from '../index.js';

/** An oracle with sampling, files and surveys, in December 2023. */
export function startSurveysApp(env: Record<string, string> = {}): Promise<SamplingApp> {
  return startSamplingApp({}, env, [vfs, surveys], BEFORE_2024);
}

export const SURVEY_SCOPES = ['surveys', 'sampling', 'fs/list', 'fs/read', 'fs/write', 'chat'];

export interface DrawnDesign {
  readonly designId: string;
  readonly selectionId: string;
  /** As drawn, stratum after stratum. */
  readonly selected: readonly string[];
  readonly replacements: readonly string[];
}

/** A design of 40 households in two strata, and its draw. */
export async function drawnDesign(client: Pick<Client, 'post'>, more: object = {}): Promise<DrawnDesign> {
  const design = await client.post('/v1/sampling', {
    projectId: 'did:ixo:project/p',
    population: 40,
    confidence: 0.95,
    precision: 0.05,
    expectedMean: 5,
    expectedSD: 0.6,
    dropoutRate: 0.1,
    ...more,
  });
  const rows = Array.from({ length: 40 }, (_, at) => `HH-${at + 1},${at % 2 === 0 ? 'north' : 'south'}`);
  const registry = await client.post('/v1/sampling/registries', `id,stratum\n${rows.join('\n')}\n`, {
    'Content-Type': 'text/csv',
  });
  const draw = await client.post('/v1/sampling/selections', {
    registryId: registry.at('registryId'),
    designId: design.at('designId'),
    replacements: 5,
    seed: '7',
  });
  if (draw.status !== 201) throw new Error(JSON.stringify([design.json, registry.json, draw.json]));
  const strata = draw.at('record.strata') as Record<'selected' | 'replacements', { id: string }[]>[];
  return {
    designId: String(design.at('designId')),
    selectionId: String(draw.at('selectionId')),
    selected: strata.flatMap(({ selected }) => selected.map(({ id }) => id)),
    replacements: strata.flatMap(({ replacements }) => replacements.map(({ id }) => id)),
  };
}
