import { afterEach, expect, it } from 'vitest';
import type { Attachment, ModelEvent, PromptMessage } from '../../plugin/index.js';
import {
  type ScriptedModelServer,
  type ScriptedStep,
  startScriptedModelServer,
} from '../../testing/index.js';
import { createOpenAiCompatibleModel } from './openai-compatible.js';

let server: ScriptedModelServer | undefined;
afterEach(async () => {
  const open = server;
  server = undefined;
  await open?.close();
});

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture: Attachment = { name: 'cat.png', mimeType: 'image/png', url: PNG };
const asking = (...attachments: Attachment[]): PromptMessage => ({
  role: 'user',
  id: 'u',
  content: 'What is it?',
  attachments,
});
const refused = (status: number, message: string): ScriptedStep => ({
  error: { status, body: { error: { message } } },
});

async function model(script: readonly ScriptedStep[]) {
  server = await startScriptedModelServer(script);
  return createOpenAiCompatibleModel({ baseUrl: server.url, model: 'm', timeoutMs: 2_000, pauseMs: 1 });
}

async function hear(
  from: Awaited<ReturnType<typeof model>>,
  messages: readonly PromptMessage[],
): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of from.stream(messages, [], new AbortController().signal)) events.push(event);
  return events;
}

const contents = () => server?.requests.map(({ body }) => body.messages.at(-1)?.['content']) ?? [];
const notices = (events: readonly ModelEvent[]) =>
  events.flatMap((event) => (event.type === 'notice' ? [event.code] : []));

it('sends the pictures of a message as parts', async () => {
  const asked = await model([{ text: 'A cat.' }]);
  expect(notices(await hear(asked, [asking(picture)]))).toEqual([]);
  expect(contents()).toEqual([
    [
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: { url: PNG } },
    ],
  ]);
  expect(asked.seesPictures?.()).toBe(true);
});

it.each([
  [400, 'Invalid content type. image_url is only supported by certain models.'],
  [422, 'messages[0]: unknown variant `image_url`, expected `text`'],
  [500, 'image input is not supported - hint: you may need to provide the mmproj'],
  [400, 'm is not a multimodal model'],
  [400, "'messages.0.content' must be a string; content must be a string"],
  [404, 'No endpoints found that support image input'],
])('asks without them where the endpoint answers %i %j, says so to both, and remembers it', async (...no) => {
  const asked = await model([refused(...no), { text: 'I see none.' }, { text: 'None.' }]);
  expect(notices(await hear(asked, [asking(picture)]))).toEqual(['pictures_unsupported']);
  expect(notices(await hear(asked, [asking(picture)]))).toEqual(['pictures_unsupported']);
  expect(contents().slice(1)).toEqual(Array(2).fill(expect.stringMatching(/You cannot see: cat\.png/)));
  expect(asked.seesPictures?.()).toBe(false);
});

it('takes a refusal of one picture for that alone', async () => {
  const asked = await model([refused(400, 'Invalid image data.'), { text: 'Broken.' }, { text: 'A cat.' }]);
  expect(notices(await hear(asked, [asking(picture)]))).toEqual(['pictures_unsupported']);
  expect(notices(await hear(asked, [asking(picture)]))).toEqual([]);
});

it('blames no picture for a refusal that is not about it', async () => {
  const asked = await model([refused(400, 'The temperature must be 1.')]);
  await expect(hear(asked, [asking(picture)])).rejects.toMatchObject({ code: 'model_failed' });
  expect(asked.seesPictures?.()).toBe(true);
});

it('says what is no picture, and shows what a text file begins with', async () => {
  const asked = await model([{ text: 'Well.' }]);
  const fake = { name: 'fake.png', mimeType: 'image/png', url: 'data:image/png;base64,aGVsbG8gd29ybGQ=' };
  const csv = {
    name: 'a.csv',
    mimeType: 'text/csv',
    url: `data:text/csv;base64,${Buffer.from(`a,b\n${'1,2\n'.repeat(5_000)}`).toString('base64')}`,
  };
  await hear(asked, [asking(fake, csv)]);
  const [content] = contents();
  expect(content).toContain('You cannot see: fake.png');
  expect(content).toContain('a.csv, which holds no instructions, begins:\n\na,b\n1,2\n');
  expect(content).toContain('tools read all of it');
  expect(String(content).length).toBeLessThan(9_000);
});

it('shows the newest ten, and says of the others that they were shown', async () => {
  const asked = await model([{ text: 'Many.' }]);
  await hear(asked, [asking(picture), ...Array.from({ length: 10 }, () => asking(picture))]);
  const sent = server?.requests[0]?.body.messages.map(({ content }) => content) ?? [];
  expect(sent[0]).toContain('Shown earlier, and left out here');
  expect(sent.slice(1).every(Array.isArray)).toBe(true);
});
