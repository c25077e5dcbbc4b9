import { execFileSync } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { definePlugin } from '../../plugin/index.js';
import { type TestCli, testCli } from '../../testing/test-cli.js';

let cli: TestCli;
afterEach(() => cli.remove());

const notes = definePlugin({
  name: 'notes',
  version: '1.0.0',
  manifest: { title: 'N', summary: "A person's notes.", whenToUse: ['x'] },
  commands: [
    {
      name: 'ls',
      summary: "list a person's notes",
      arguments: [],
      options: [{ flags: '--all', description: 'old ones too' }],
      run: async () => 0,
    },
    { name: 'jot', summary: 'write one', arguments: [], alone: true, run: async () => 0 },
  ],
});

async function script(shell: string): Promise<string> {
  cli = testCli();
  expect([await cli.run(['completion', shell], { loadPlugins: async () => [notes] }), cli.err()]).toEqual([
    0,
    '',
  ]);
  return cli.out();
}

/** What bash offers after a line. */
function offered(completion: string, ...line: string[]): string[] {
  const words = line.map((word) => `'${word}'`).join(' ');
  const asked = `COMP_WORDS=(oracle ${words}); COMP_CWORD=${line.length}; _oracle_complete; echo "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['--norc', '-c', `${completion}\n${asked}`], { encoding: 'utf8' });
  return out.trim().split(' ');
}

it('completes commands, those of plugins, and their flags in bash', async () => {
  const bash = await script('bash');
  expect(offered(bash, 'not')).toEqual(['notes']);
  expect(offered(bash, 'jo')).toEqual(['jot']);
  expect(offered(bash, 'notes', '')).toEqual(['ls', 'jot', '--help']);
  expect(offered(bash, 'notes', 'ls', '--a')).toEqual(['--all']);
  expect(offered(bash, 'new', 'demo', '--no-inst')).toEqual(['--no-install']);
  expect(offered(bash, 'chat', '--url', 'http://x', '--sess')).toEqual(['--session']);
  expect(offered(bash, 'nothing', 'like', 'thi')).toEqual(['']);
});

it('is read by the shells that are here', async () => {
  for (const shell of ['zsh', 'fish']) {
    const text = await script(shell);
    expect(text).toContain(shell === 'zsh' ? 'bashcompinit' : "-l all -d 'old ones too'");
    expect(text).toContain('notes');
    cli.remove();
  }
  cli = testCli();
  expect(await cli.run(['completion', 'dos'])).toBe(1);
  expect(cli.err()).toContain('Allowed choices are bash, zsh, fish');
});
