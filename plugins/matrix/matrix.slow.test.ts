import {
  startTestOracle,
  type TestOracle,
  type TestOracleOptions,
  withUtterances,
} from 'oracle-runtime/testing';
import { afterEach, describe, expect, it } from 'vitest';
import matrix from './index.js';

/** Nobody listens there. */
const AWAY = {
  MATRIX_BASE_URL: 'http://127.0.0.1:59999',
  MATRIX_ORACLE_ADMIN_USER_ID: '@oracle:example.org',
};
const on = { ...AWAY, MATRIX_ORACLE_ADMIN_PASSWORD: 'hunter2hunter2' };

let oracle: TestOracle | undefined;
afterEach(() => oracle?.close());

async function start(env: Record<string, string>, options: TestOracleOptions = {}): Promise<TestOracle> {
  oracle = await startTestOracle({ plugins: [withUtterances(matrix, import.meta.dirname)], env, ...options });
  return oracle;
}
const lines = ({ logs }: TestOracle) => logs.map(({ message }) => message);

describe('the plugin', () => {
  it('is left out while its variables are blank', async () => {
    expect(lines(await start({}))).toContain(
      '[boot] excluded: matrix (MATRIX_BASE_URL, MATRIX_ORACLE_ADMIN_USER_ID)',
    );
  });

  it.each([
    ['MATRIX_BASE_URL', 'matrix.example.org'],
    ['MATRIX_BASE_URL', 'https://user:secret@matrix.example.org'],
    ['MATRIX_ORACLE_ADMIN_USER_ID', 'oracle'],
  ])('ends the boot for %s=%s', async (variable, value) => {
    await expect(start({ ...on, [variable]: value })).rejects.toThrow(
      `Plugin 'matrix' env validation failed for '${variable}'`,
    );
  });

  it('ends the boot when there is neither token nor password', async () => {
    await expect(start(AWAY)).rejects.toThrow(
      "Plugin 'matrix' env validation failed for 'MATRIX_ORACLE_ADMIN_ACCESS_TOKEN'",
    );
  });

  it('is pending while the homeserver is away, says why, and hangs nothing', async () => {
    const running = await start(on);
    expect(lines(running)).toContainEqual(expect.stringMatching(/^\[boot\] pending: matrix \(on-demand\)/));
    const health = async () => JSON.stringify((await running.owner.get('/health/plugins')).json);
    await expect.poll(health, { timeout: 20_000 }).toContain('does not answer');
    expect(JSON.stringify(running.logs)).not.toContain('hunter2');
  });

  it('is understood without a model, and has no room memory outside of rooms', async () => {
    const running = await start(on);
    const said = [
      [
        'Remember for this room: we meet on Tuesdays',
        'yes',
        'room_memory_save',
        { text: 'we meet on Tuesdays' },
      ],
      ['what does this room remember?', 'yes', 'room_memory_list', {}],
      ['Was hat sich dieser Raum gemerkt?', 'ja', 'room_memory_list', {}],
      ['montre la mémoire du salon', 'oui', 'room_memory_list', {}],
      ['muestra la memoria de la sala', 'sí', 'room_memory_list', {}],
      ['mostra a memória da sala', 'sim', 'room_memory_list', {}],
      ['onyesha kumbukumbu za chumba', 'ndiyo', 'room_memory_list', {}],
    ] as const;
    const isOurs = (call: { readonly name: string }) => call.name.startsWith('room_memory');
    for (const [text, yes, name, args] of said) {
      const chat = await running.chat();
      // What it is not sure of it proposes first.
      const call =
        (await chat.say(text)).toolCalls.find(isOurs) ?? (await chat.say(yes)).toolCalls.find(isOurs);
      expect.soft(call, text).toMatchObject({ name, args, status: 'error' });
      expect.soft(String(call?.error), text).toContain('no Matrix room');
    }
  });
});
