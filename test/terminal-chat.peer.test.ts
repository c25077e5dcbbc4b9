import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type ScriptedModelServer, startScriptedModelServer } from '../src/testing/scripted-model-server.js';
import { OracleProject } from './support/oracle-process.js';
import { type TmuxOptions, TmuxTerminal } from './support/tmux.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MAIL = `Dear oracle,

we monitor 5,000 households in 日本語 and Kisumu. 👩‍👩‍👧
How many must we visit?

\tRegards,
Jo`;
const COLUMNS = ['Village', 'Households', 'Visited', 'Mean use (kg/day)', 'Standard deviation', 'Remark'];
const WIDE_TABLE = [
  `| ${COLUMNS.join(' | ')} |`,
  '|---|---:|---:|---:|---:|---|',
  '| Kisumu East | 1,250 | 42 | 0.81 | 0.21 | the road was closed for two weeks, so ten were visited later |',
  '| 東京村 | 900 | 30 | 0.79 | 0.19 | – |',
].join('\n');

let model: ScriptedModelServer;
let project: OracleProject;
let terminal: TmuxTerminal;

beforeAll(async () => {
  model = await startScriptedModelServer([]);
  project = new OracleProject({
    env: { LLM_API_KEY: 'test', LLM_BASE_URL: model.url, LLM_MODEL: 'scripted' },
  });
});
afterAll(async () => {
  await project.remove();
  await model.close();
});

const open: TmuxTerminal[] = [];
beforeEach(async () => {
  terminal = await chat();
});
afterEach(() => Promise.all(open.splice(0).map((each) => each.close())));

/** A terminal in which the chat waits for its first message. */
async function chat(more: Partial<TmuxOptions> = {}): Promise<TmuxTerminal> {
  const env = { PORT: '0', LLM_API_KEY: 'test', LLM_BASE_URL: model.url, LLM_MODEL: 'scripted' };
  const made = new TmuxTerminal({ cwd: project.dir, ...more, env: { ...env, ...more.env } });
  open.push(made);
  made.oracle('chat');
  await made.waitFor(/^>$/m);
  return made;
}
const lastMessage = () => model.requests.at(-1)?.body.messages.at(-1)?.['content'];

it('takes a pasted mail as one message, with its blank lines', async () => {
  model.push({ text: 'Visit **112** of them.' });
  terminal.paste(MAIL);
  const pasted = await terminal.waitFor(/Jo$/m);
  expect(pasted).toContain(
    '> Dear oracle,\n\n  we monitor 5,000 households in 日本語 and Kisumu. 👩‍👩‍👧\n  How many must we visit?\n\n      Regards,\n  Jo\n',
  );
  expect(terminal.cursor()[0]).toBe(4);
  expect(model.requests).toHaveLength(0);
  terminal.press('Enter');
  await terminal.waitFor(/Visit 112 of them\.\n\n>/);
  expect(lastMessage()).toBe(MAIL);
});

it('takes a long paste at once, refuses one that is too long, and lets go with Ctrl-C', async () => {
  const line = (at: number) => `${at} this is a line of a pasted text`;
  const text = (lines: number) => Array.from({ length: lines }, (_, at) => line(at + 1)).join('\n');
  const before = model.requests.length;
  terminal.paste(text(2_000));
  await terminal.waitFor(/^ {2}2000 this is a line of a pasted text$/m);
  terminal.type('!');
  await terminal.waitFor(/^ {2}2000 this is a line of a pasted text!$/m);
  terminal.press('C-c');
  await terminal.waitFor(/^>$/m);
  terminal.type('before');
  terminal.paste(text(20_000));
  await terminal.waitFor(/Not taken: that is [\d,]+ characters[^>]*\/attach[^>]*\n> before$/m);
  expect(model.requests).toHaveLength(before);
});

it('shows a wide table within 80 columns, and as a list where it cannot fit', async () => {
  const answer = `Two villages.\n\n${WIDE_TABLE}\n\nThat is all.`;
  model.push({ text: answer }, { text: answer });
  terminal.type('show me');
  terminal.press('Enter');
  const screen = await terminal.waitFor(/That is all\.\n\n>/);
  expect(screen).toContain(
    [
      'Village      Households  Visited      Mean use      Standard  Remark',
      '                                      (kg/day)     deviation',
      '───────────  ──────────  ───────  ────────────  ────────────  ─────────────────',
      'Kisumu East       1,250       42          0.81          0.21  the road was',
      '                                                              closed for two',
    ].join('\n'),
  );
  expect(screen).toContain('\n東京村              900       30          0.79          0.19  –\n');
  terminal.resize(50, 24);
  terminal.type('again');
  terminal.press('Enter');
  const narrow = await terminal.waitFor(/again\n(.*\n)+That is all\.\n\n>/);
  expect(narrow).toContain(
    '• Village: Kisumu East\n  Households: 1,250\n  Visited: 42\n  Mean use (kg/day): 0.81\n  Standard deviation: 0.21\n' +
      '  Remark: the road was closed for two weeks, so\n    ten were visited later\n• Village: 東京村\n',
  );
});

it('remembers what was said after a restart, and finds it', async () => {
  model.push({ text: 'Noted.' });
  terminal.type('the well in Kisumu is dry');
  terminal.press('Enter');
  await terminal.waitFor(/Noted\.\n\n>/);
  terminal.type('half a line');
  terminal.press('C-c');
  terminal.press('C-d');
  await terminal.waitFor(/^\$$/m);

  const again = await chat();
  again.press('C-r');
  again.type('well');
  await again.waitFor(/^\(search: well\) the well in Kisumu is dry$/m);
  again.press('Escape');
  await again.waitFor(/^>$/m);
  again.press('Up');
  await again.waitFor(/^> the well in Kisumu is dry$/m);
});

it('lets a call be changed before it is allowed', async () => {
  for (const name of ['keep', 'drop']) {
    writeFileSync(join(project.dir, `${name}.txt`), name);
    terminal.type(`/files put ${name}.txt /${name}/a.txt`);
    terminal.press('Enter');
    await terminal.waitFor(new RegExp(`^/${name}/a\\.txt$`, 'm'));
  }
  model.push(
    { toolCalls: [{ name: 'load_capability', args: { names: ['vfs'] } }] },
    { text: 'I remove it.', toolCalls: [{ name: 'vfs_delete', args: { paths: ['/keep'] } }] },
    { text: 'It is in the trash.' },
  );
  terminal.type('remove the folder');
  terminal.press('Enter');
  await terminal.waitFor(/Allow .*\/keep.*\? \[y\/N\/e\/\?\]$/m);
  terminal.type('e');
  terminal.press('Enter');
  await terminal.waitFor(/^ {2}paths: \["\/keep"\]$/m);
  terminal.press('C-w');
  terminal.type('["/drop"]');
  terminal.press('Enter');
  await terminal.waitFor(/Allow vfs_delete\(paths: \["\/drop"\]\), as you changed it\? \[y\/N\/e\/\?\]$/m);
  terminal.type('y');
  terminal.press('Enter');
  await terminal.waitFor(/It is in the trash\.\n\n>/);
  terminal.type('/files');
  terminal.press('Enter');
  const listed = await terminal.waitFor(/PATH.*\n(.*\n)+\n>/);
  expect(listed.split('PATH')[1]).toContain('/keep/');
  expect(listed.split('PATH')[1]).not.toContain('/drop/');
});

it('stops an answer with Ctrl-C, goes on after it, and gives the terminal back', async () => {
  model.push({ text: ['One. ', 'Two. '], hang: 'after-deltas' }, { text: 'Here I am.' });
  terminal.type('count');
  terminal.press('Enter');
  await terminal.waitFor(/One\. Two\.\n. Writing \d+ s$/m);
  terminal.press('C-c');
  await terminal.waitFor(/Cancelled\.\n\n>$/m);
  terminal.type('still there?');
  terminal.press('Enter');
  const screen = await terminal.waitFor(/Here I am\.\n\n>$/m);
  expect(screen).toContain('One. Two.');
  expect(screen).not.toContain('Writing');
  terminal.press('C-c');
  await terminal.waitFor(/^\$$/m);
  terminal.type('stty -a | grep -c " icanon.* echo "');
  terminal.press('Enter');
  await terminal.waitFor(/^1$/m);
});

it('gives the terminal back when it is ended from outside, and leaves colours out where they are not wanted', async () => {
  const plain = await chat({ env: { NO_COLOR: '1' } });
  model.push({ text: '**bold**' });
  plain.type('x');
  plain.press('Enter');
  await plain.waitFor(/^bold\n\n>/m);
  expect(plain.screen({ colours: true })).not.toContain('\u001b[1m');
  plain.press('C-z');
  await plain.waitFor(/Stopped/);
  plain.type('fg');
  plain.press('Enter');
  await plain.waitFor(/fg\n(.*\n)*>$/m);
  plain.type('back');
  await plain.waitFor(/^> back$/m);
  plain.signal('SIGTERM');
  await plain.waitFor(/^\$$/m);
  plain.type('stty -a | grep -c " icanon.* echo "');
  plain.press('Enter');
  await plain.waitFor(/^1$/m);
});
