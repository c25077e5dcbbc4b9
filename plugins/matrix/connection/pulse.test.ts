import { expect, it } from 'vitest';
import { Pulse } from './pulse.js';

it('tells of a homeserver that has gone quiet, and no more once it answers', () => {
  const pulse = new Pulse();
  expect(pulse.silence(1_000_000)).toBeUndefined();
  pulse.heard(0);
  expect(pulse.silence(74_999)).toBeUndefined();
  expect(pulse.silence(80_500)).toBe('The homeserver has not answered for 80 s.');
  pulse.heard(81_000);
  expect(pulse.silence(82_000)).toBeUndefined();
  pulse.over();
  expect(pulse.silence(1_000_000)).toBeUndefined();
});
