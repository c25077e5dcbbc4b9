import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import vfs from '../vfs/index.js';
import knowledge from './index.js';

let folder: string;
let oracle: TestOracle;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
  await mkdir(join(folder, 'v'));
  await writeFile(
    join(folder, 'handbook.md'),
    '# Handbook\n\nInterviewers are paid 1,500 shillings per day.\n',
  );
  await writeFile(join(folder, 'v', 'policy.md'), '# Water policy\n\nHippos are not fed.\n');
  oracle = await startTestOracle({ plugins: [vfs, knowledge], env: { KNOWLEDGE_DIR: folder } });
  await vi.waitFor(
    async () =>
      expect((await oracle.owner.get('/knowledge/search?question=hippos')).text).toContain('not fed'),
    { timeout: 20_000, interval: 100 },
  );
});
afterAll(async () => {
  await oracle?.close();
  await rm(folder, { recursive: true, force: true });
});

const answerTo = async (message: string): Promise<string> => {
  const chat = await oracle.chat();
  return (await chat.say(message)).text;
};

it.each([
  ['Show me the document handbook.md', 'knowledge/handbook.md'],
  ['Read knowledge/v/policy.md', 'knowledge/v/policy.md'],
])('a document that is no file of the person is said where it stands: %s', async (said, place) => {
  expect(await answerTo(said)).toContain(`there is ${place}`);
});

it('what is nowhere is nowhere', async () => {
  expect(await answerTo('Read nowhere.md')).not.toContain('Among the documents');
});

it.each([
  ['What does handbook.md say about paying interviewers on Sundays?', '1,500 shillings'],
  ['What does the manual say about hippos?', "No document or folder is called 'manual'"],
  ['What does our water policy say about hippos?', 'Is policy.md meant?'],
])(
  'a question is answered by the document that it names, or told that there is none: %s',
  async (said, answer) => {
    expect(await answerTo(said)).toContain(answer);
  },
);
