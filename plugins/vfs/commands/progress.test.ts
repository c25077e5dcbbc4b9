import { expect, it } from 'vitest';
import { barOf, progressBar } from './progress.js';

it('draws how far it is', () => {
  expect(barOf(0, 2_000_000)).toBe('[------------------------]   0 %  0.0 of 2.0 MB');
  expect(barOf(1_500_000, 2_000_000)).toBe('[##################------]  75 %  1.5 of 2.0 MB');
  expect(barOf(0, 0)).toContain('100 %');
});

it('draws on a terminal alone, ten times a second and at the end', () => {
  const drawn: string[] = [];
  let now = 1_000;
  const io = { stderr: (text: string) => void drawn.push(text) };
  const bar = progressBar(io, 100, true, () => now);
  for (let bytes = 0; bytes < 50; bytes++) bar.at(bytes);
  now += 100;
  bar.at(50);
  bar.at(100);
  bar.end();
  expect(drawn.map((text) => text.trim().slice(-20))).toHaveLength(4);
  expect(drawn.at(-1)).toBe('\n');
  const silent = progressBar(io, 100, false);
  silent.at(50);
  silent.end();
  expect(drawn).toHaveLength(4);
});
