import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { startTestOracle } from '../../testing/index.js';
import { gardenOf } from '../testing/garden.js';
import { recordExchanges } from '../testing/mcp-exchanges.js';

const run = promisify(execFile);
const PEER = fileURLToPath(new URL('../../../bench/peers/doors/', import.meta.url));
const PYTHON = process.env['ORACLE_TEST_DOORS_PYTHON'] ?? '.cache/doors/bin/python';
const FLAGS = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--prefer-offline'];

beforeAll(() => run('npm', ['install', ...FLAGS, '--loglevel=error'], { cwd: PEER }), 180_000);

// What they send is sent again, without them, by transcripts.test.ts.
it.each([
  ['sdk-1', process.execPath, [`${PEER}mcp-transcript.mjs`, 'sdk-1']],
  ['sdk-2', process.execPath, [`${PEER}mcp-transcript.mjs`, 'sdk-2']],
  ['fastmcp', PYTHON, [`${PEER}mcp_transcript.py`]],
])(
  '%s says and reads what is recorded',
  async (name, program, args) => {
    const oracle = await startTestOracle({ plugins: [gardenOf({ isOpen: false })] });
    const recorder = await recordExchanges(oracle.url);
    try {
      const { Authorization = '' } = await oracle.as(['chat']).credential();
      const key = Authorization.replace(/^Bearer /i, '');
      const { stdout } = await run(program, [...args, recorder.url, key], { timeout: 60_000 });
      const transcript = { exchanges: recorder.exchanges, read: JSON.parse(stdout) };
      await expect(`${JSON.stringify(transcript, null, 2)}\n`).toMatchFileSnapshot(
        `../testing/transcripts/mcp/${name}.json`,
      );
    } finally {
      await recorder.close();
      await oracle.close();
    }
  },
  90_000,
);
