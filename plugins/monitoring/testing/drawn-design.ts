import type { TestClient } from 'oracle-runtime/testing';

/** A design of homes and its draw. */
export interface DrawnDesign {
  readonly designId: string;
  readonly selectionId: string;
  readonly drawn: readonly string[];
}

/** Designs a sample of homes and draws it. */
export async function drawnDesign(client: TestClient, homes: readonly string[]): Promise<DrawnDesign> {
  const made = async (path: string, body: object | string, headers = {}) => {
    const answer = await client.post(path, body, headers);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
    return answer;
  };
  const created = await made('/v1/sampling', {
    projectId: 'did:ixo:project/abc',
    population: homes.length,
    confidence: 0.95,
    precision: 0.05,
    expectedMean: 0.8,
    expectedSD: 0.15,
    dropoutRate: 0.1,
  });
  const registry = await made('/v1/sampling/registries', `household_id\n${homes.join('\n')}\n`, {
    'Content-Type': 'text/csv',
  });
  const drawn = await made('/v1/sampling/selections', {
    designId: created.at('designId'),
    registryId: registry.at('registryId'),
    seed: '20240210',
  });
  const strata = drawn.at('record.strata') as { selected: { id: string }[] }[];
  return {
    designId: String(created.at('designId')),
    selectionId: String(drawn.at('selectionId')),
    drawn: strata.flatMap(({ selected }) => selected.map(({ id }) => id)),
  };
}
