import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../plugin/index.js';
import { FIXTURE_CAPABILITIES } from '../testing/fixture-capabilities.js';
import { type KnownCapability, rankCapabilities } from './rank-capabilities.js';

const first = (query: string) => rankCapabilities(query, FIXTURE_CAPABILITIES)[0]?.name;

describe('rankCapabilities', () => {
  it.each([
    ['how many households must we survey', 'survey-design'],
    ['stratified sampling with attrition', 'survey-design'],
    ['will it rain', 'sky'],
    ['temperatures', 'sky'],
    ['wheather forcast', 'sky'],
    ['remind me of something', 'todo'],
    ['what did I note', 'notes'],
    ['exchange rates', 'money'],
    ['plot a diagram', 'plots'],
    ['claims of an entity', 'registry'],
  ])('%s -> %s', (query, name) => {
    expect(first(query)).toBe(name);
  });

  it('leaves out what shares no word, and gives nothing for nothing', () => {
    expect(rankCapabilities('xylophone lessons', FIXTURE_CAPABILITIES)).toEqual([]);
    expect(rankCapabilities('', FIXTURE_CAPABILITIES)).toEqual([]);
    expect(rankCapabilities('rain', [])).toEqual([]);
    expect(rankCapabilities('rain', FIXTURE_CAPABILITIES).every((one) => one.score > 0)).toBe(true);
  });

  it('goes by what a capability is about, not by how many words another mentions in passing', () => {
    const part = (name: string, tags: readonly string[], hint: string): KnownCapability => ({
      name,
      manifest: { title: name, tags, summary: 'Some.', whenToUse: [], loading: 'on-demand' } as Manifest,
      tools: [
        {
          name: `read_${name}`,
          description: 'Reads.',
          parameters: { type: 'object', properties: { value: { type: 'string', description: hint } } },
        },
      ],
    });
    const parts = [
      part('ledger', ['costs'], 'one'),
      part('posts', [], 'costs of a courier, by boat, bicycle, lorry or donkey'),
      part('roads', [], 'costs of a road'),
    ];
    const query = 'What are the costs of a courier who goes by boat, bicycle, lorry or donkey?';
    expect(rankCapabilities(query, parts).map(({ name }) => name)).toEqual(['ledger', 'posts', 'roads']);
  });

  it('orders by score and does not depend on the order of the plugins', () => {
    const query = 'draw a chart of the sample sizes';
    const ranked = rankCapabilities(query, FIXTURE_CAPABILITIES);
    expect(ranked.map((one) => one.score)).toEqual([...ranked].map((one) => one.score).sort((a, b) => b - a));
    expect(rankCapabilities(query, [...FIXTURE_CAPABILITIES].reverse())).toEqual(ranked);
  });
});
