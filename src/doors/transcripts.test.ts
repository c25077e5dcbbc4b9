import { describe, expect, it } from 'vitest';
import { ENCODERS, encodeAll } from './testing/encoders.js';
import { SCENARIOS } from './testing/scenarios.js';

// What the clients that others wrote make of these very streams stands beside them: `read-by-clients.json`.
describe.each(Object.keys(ENCODERS))('the stream of %s', (door) => {
  it.each(Object.keys(SCENARIOS))(
    'is, of a run that is %s, what its clients were tried with',
    async (name) => {
      const text = encodeAll(ENCODERS[door] as never, SCENARIOS[name] as never);
      await expect(text).toMatchFileSnapshot(`./testing/transcripts/${door}/${name}.sse`);
    },
  );
});
