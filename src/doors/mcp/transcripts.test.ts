import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startTestOracle } from '../../testing/index.js';
import { gardenOf } from '../testing/garden.js';
import { type Exchange, replay } from '../testing/mcp-exchanges.js';

const TRANSCRIPTS = fileURLToPath(new URL('../testing/transcripts/mcp/', import.meta.url));

// Recorded from the clients themselves, with what they made of the answers, by transcripts.peer.test.ts.
it.each(['sdk-1', 'sdk-2', 'fastmcp'])('%s is answered as it was recorded', async (name) => {
  const { exchanges } = JSON.parse(readFileSync(`${TRANSCRIPTS}${name}.json`, 'utf8')) as {
    readonly exchanges: readonly Exchange[];
  };
  const oracle = await startTestOracle({ plugins: [gardenOf({ isOpen: false })] });
  try {
    const client = oracle.as(['chat']);
    let sealed = '';
    for (const exchange of exchanges) {
      const {
        status,
        got,
        sealed: latest,
      } = await replay((path, init) => client.fetch(path, { method: 'POST', ...init }), exchange, sealed);
      sealed = latest;
      expect({ status, got }, JSON.stringify(exchange.sent)).toEqual({
        status: exchange.status,
        got: exchange.got,
      });
    }
  } finally {
    await oracle.close();
  }
});
