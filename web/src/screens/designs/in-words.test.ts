import { expect, it } from 'vitest';
import { computeDesign, loadDistributions, profilesWith } from '../../../../plugins/sampling/library.js';
import { inWords } from './in-words.js';

it.each([
  [
    'Read as a mean. If 0.8 is a usage proportion, set parameterType to proportion (see alternatives).',
    'Read as a mean. If 0.8 is a usage proportion, ask for a proportion (see the other readings below).',
  ],
  [
    'Give credible data for: justification.mean, justification.sd, justification.dropout. A verifier will ask.',
    'Give credible data for: the expected mean, the standard deviation, the dropout. A verifier will ask.',
  ],
  ['criticalValue t', 'Student’s t in place of z'],
  ['parameterType proportion', 'Read as a proportion'],
])('%s', (text, words) => expect(inWords(text)).toBe(words));

it('leaves no name of the interface in what a design warns of and may be read as', async () => {
  const distributions = await loadDistributions();
  const strata = ['a', 'b'].map((name) => ({ name, population: 2500, mean: 0.5, sd: 0.3 }));
  for (const request of [
    { population: 5000, expectedMean: 0.8, expectedSD: 0 },
    { population: 5000, expectedMean: 0.8, expectedSD: 0.2, parameterType: 'proportion' as const },
    { population: 5000, expectedMean: 0.8, expectedSD: 0.2, dropoutRate: 0.4, stratification: { strata } },
  ]) {
    const { warnings, alternatives } = computeDesign(request as never, profilesWith(), distributions);
    const said = [...warnings, ...alternatives.flatMap(({ reading, when }) => [reading, when])].map(inWords);
    expect(said.filter((words) => /[a-z][A-Z]|justification\./.test(words))).toEqual([]);
  }
});
