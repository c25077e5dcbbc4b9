import type { CommandIo } from 'oracle-runtime/plugin';
import { describe, expect, it } from 'vitest';
import odds from './index.js';

async function run(args: readonly string[], options: Readonly<Record<string, unknown>> = {}) {
  let text = '';
  const io: CommandIo = {
    stdout: (more) => {
      text += more;
    },
    stderr: () => undefined,
    bytes: () => undefined,
    cwd: '/',
    connect: () => Promise.reject(new Error('This command asks no oracle.')),
    project: () => Promise.reject(new Error('This command has no project.')),
    onInterrupt: () => () => undefined,
  };
  const code = await odds.commands?.[0]?.run(args, options, io);
  return { code, text };
}

describe('oracle odds sum', () => {
  it.each([
    [['1', '6'], '0.1667\n'],
    [['2', '7'], '0.1667\n'],
    [['3', '10'], '0.1250\n'],
  ])('of %j', async (args, text) => {
    expect(await run(args)).toEqual({ code: 0, text });
  });

  it('says it in percent, fails for what cannot be, and refuses what is no number of dice', async () => {
    expect(await run(['2', '12'], { percent: true })).toEqual({ code: 0, text: '2.78 %\n' });
    expect(await run(['2', '13'])).toEqual({ code: 1, text: '0.0000\n' });
    await expect(run(['many', '7'])).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
