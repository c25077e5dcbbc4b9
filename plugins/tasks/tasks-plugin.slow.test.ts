import { startTestOracle, type TestOracle, withUtterances } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import tasks from './index.js';
import { manifest } from './manifest.js';

/** No Redis answers there: what people plan and see does not need it. */
const env = { REDIS_URL: 'redis://127.0.0.1:1' };

describe('without a model', () => {
  let oracle: TestOracle;
  beforeAll(async () => {
    oracle = await startTestOracle({ plugins: [withUtterances(tasks, import.meta.dirname)], env });
  });
  afterAll(() => oracle.close());

  /** The operation that a message comes to, agreed to where that is asked for. */
  const said = async (message: string) => {
    const chat = await oracle.chat();
    const proposed = await chat.say(message);
    const [, yes] = /\((\p{L}+) \/ \p{L}+\)/u.exec(proposed.text) ?? [];
    const called = yes === undefined ? proposed : await chat.say(yes);
    return called.toolCalls.map(({ name, args }) => [name, args]).at(-1);
  };

  it('every example of the manifest is understood', async () => {
    for (const { user, tool, args } of manifest.examples ?? [])
      expect(await said(user), user).toEqual([tool, args]);
  });

  it.each([
    ['Plane "Wie ist das Wetter in Nairobi?" für "jeden Montag um 8 Uhr"', 'preview_task'],
    ['planifie "Quel temps fait-il à Nairobi ?" pour "chaque lundi à 8h"', 'preview_task'],
    ['programa "¿Qué tiempo hace en Nairobi?" para "cada lunes a las 8"', 'preview_task'],
    ['agende "Como está o tempo em Nairobi?" para "todos os dias às 8:00"', 'preview_task'],
    ['panga "Hali ya hewa Nairobi?" kwa "kila siku saa 8:00"', 'preview_task'],
    ['zeige mir meine Aufgaben', 'list_tasks'],
    ['quelles tâches sont planifiées ?', 'list_tasks'],
    ['muestra la tarea "Tiempo"', 'get_task'],
  ])('%s', async (message, tool) => {
    expect(await said(message)).toMatchObject([tool, {}]);
  });

  it.each([
    ['no, at 9', 'tomorrow at 9'],
    ['actually make it 7:30', 'tomorrow at 7:30'],
    ['yes but at 9', 'tomorrow at 9'],
    ['no, on Friday', 'on Friday at 8'],
    ['no, every Friday at 10', 'every Friday at 10'],
  ])('what was shown is shown anew after "%s"', async (correction, when) => {
    const chat = await oracle.chat();
    await chat.say('Schedule "a3" for "tomorrow at 8"');
    const { toolCalls } = await chat.say(correction);
    expect(toolCalls.at(-1)).toMatchObject({ name: 'preview_task', args: { instruction: 'a3', when } });
  });

  it('no time of before is taken for another wish, and what is asked for is answered by a time', async () => {
    const chat = await oracle.chat();
    await chat.say('Schedule "a11" for "tomorrow at 8"');
    const other = await chat.say('ok, and remind me on Friday at 9 to rest');
    expect(other.toolCalls.map(({ name }) => name)).toEqual(['create_task', 'preview_task']);
    expect(JSON.stringify(other.toolCalls.at(-1)?.args)).not.toContain('tomorrow at 8');
    await chat.say('Cancel the task "a11"');
    await chat.decide(true);
    const asking = await oracle.chat();
    expect((await asking.say('remind me to rest')).text).toContain('I still need **when**');
    const answered = await asking.say('on Friday at 9');
    expect(JSON.stringify([answered.text, answered.toolCalls])).toContain('on Friday at 9');
  });

  it('a task is shown, agreed to in the next message, changed and cancelled after asking', async () => {
    const chat = await oracle.chat();
    const shown = await chat.say('Schedule "What is the weather in Nairobi?" for "every Monday at 08:00"');
    expect(shown.text).toContain('only on Monday');
    expect(shown.text).toContain('Nothing is planned yet');
    expect((await oracle.owner.get('/tasks')).at('tasks')).toEqual([]);
    // A yes right behind what was shown, or the words that it names, is asked for once.
    expect((await chat.say('Yes')).text).toContain('Planned');
    expect((await oracle.owner.get('/tasks')).at('tasks')).toHaveLength(1);
    const asked = await chat.say('Cancel the task "weather"');
    expect(asked.approvals).toMatchObject([
      { tool: 'cancel_task', summary: expect.stringContaining('weather in Nairobi') },
    ]);
    await chat.decide(true);
    expect((await oracle.owner.get('/tasks')).at('tasks')).toEqual([]);
  });

  it('a courtesy after what was only shown is told that nothing is done, and how to have it done', async () => {
    for (const courtesy of ['thanks', 'perfect', 'danke']) {
      const chat = await oracle.chat();
      await chat.say('Schedule "Is it warm?" for "tomorrow at 8"');
      expect((await chat.say(courtesy)).text, courtesy).toMatch(
        /It was only shown so far\..*not done yet\. For that say “Create the task”/,
      );
      expect((await chat.say('yes')).text).toContain('Planned');
    }
    const chat = await oracle.chat();
    await chat.say('Schedule "Is it warm?" for "tomorrow at 8"');
    expect((await chat.say('no')).text).toMatch(/only shown\..*not done\./);
  });
});

describe('with a model', () => {
  it('that creates a task in the message that asked for it is refused, and is not in the next', async () => {
    const wish = { instruction: 'Say how things are', when: 'every day at 8' };
    const oracle = await startTestOracle({
      plugins: [tasks],
      env,
      script: [
        { toolCalls: [{ name: 'load_capability', args: { names: ['tasks'] } }] },
        { toolCalls: [{ name: 'preview_task', args: wish }] },
        { toolCalls: [{ name: 'create_task', args: {} }] },
        { text: 'Do you agree?' },
        { toolCalls: [{ name: 'create_task', args: {} }] },
        { text: 'It is planned.' },
      ],
    });
    try {
      const chat = await oracle.chat();
      const first = await chat.say('Tell me every day at 8 how things are');
      expect(first.toolCalls.at(-1)).toMatchObject({ name: 'create_task', status: 'error' });
      expect(JSON.stringify(first.toolCalls.at(-1))).toContain('has not agreed yet');
      expect((await oracle.owner.get('/tasks')).at('tasks')).toEqual([]);
      expect((await chat.say('Yes')).toolCalls.at(-1)).toMatchObject({ name: 'create_task', status: 'done' });
      expect((await oracle.owner.get('/tasks')).at('tasks')).toHaveLength(1);
    } finally {
      await oracle.close();
    }
  });
});
