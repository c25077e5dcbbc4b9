import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { isConsequential } from '../src/planner/dialogue/consent/consent.js';
import { META_TOOLS } from '../src/planner/testing/meta-tools.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { loadModel } from '../src/planner/understanding/load-model.js';
import { asksToGoAhead } from '../src/planner/wording/speak.js';
import { bootedCapabilities } from './support/booted-capabilities.js';

/** What the keyless chat must not do: the verb of a changing call alone is no wish for it. */
describe.each(['words and schemas alone', 'the shipped model'])('%s', (knowledge) => {
  let options: TalkOptions;
  let changing: readonly { readonly tool: string; readonly say: string }[];
  beforeAll(async () => {
    const capabilities = await bootedCapabilities(shippedPlugins);
    const model = knowledge === 'the shipped model' ? await loadModel() : undefined;
    expect(model === undefined).toBe(knowledge !== 'the shipped model');
    options = {
      capabilities,
      bound: [...META_TOOLS, ...capabilities.flatMap(({ tools }) => tools)],
      ...(model === undefined ? {} : { model }),
    };
    changing = capabilities.flatMap(({ manifest, tools }) =>
      (manifest.examples ?? [])
        .filter(({ tool }) => tools.some((one) => one.name === tool && isConsequential(one)))
        .map(({ tool, user }) => ({ tool, say: `${user[0]?.toLowerCase() ?? ''}${user.slice(1)}` }))
        // What tells first what happened is no order to turn round; and `get` may as well be a wish to see.
        .filter(({ say }) => !/^(?:i|get)\s/u.test(say)),
    );
  });

  /** Nothing is called, and nothing is proposed that a mere yes would do. */
  function leftAlone(said: readonly string[]): boolean {
    const { calls, text } = talk(said, options);
    const harmless = calls.every(({ name }) => !changing.some(({ tool }) => tool === name));
    return harmless && calls.length === 0 && !asksToGoAhead(text);
  }

  const verbOf = (say: string) => say.split(' ')[0] ?? '';
  /** What is said after the verb. */
  const restOf = (say: string) => say.slice(verbOf(say).length).trim();

  const ENGLISH: Readonly<Record<string, (say: string) => string>> = {
    not: (say) => `do not ${say}`,
    "don't": (say) => `Please don't ${say}`,
    'not yet': (say) => `don't ${say} yet`,
    never: (say) => `never ${say}`,
    nothing: (say) => `${verbOf(say)} nothing`,
    'should I': (say) => `should I ${say}?`,
    'what if': (say) => `what if I ${say}?`,
    'would happen': (say) => `what would happen if I ${say}?`,
    'who did': (say) => `who did ${say}?`,
    'did we': (say) => `did we ${say}?`,
    'can it': (say) => `can it ${say}?`,
    'by mistake': (say) => `Juma did ${say} by mistake`,
    'told me': (say) => `Juma told me to ${say}`,
    except: (say) => `${say}, except the old ones`,
    'only the': (say) => `${say}, but only the small ones`,
    all: (say) => `${verbOf(say)} all the big ones of ${restOf(say)}`,
    if: (say) => `if it rains, ${say}`,
    'if later': (say) => `${say} if it is older than a year`,
    unless: (say) => `${say}, unless Juma says no`,
    when: (say) => `when the pilot is over, ${say}`,
    tomorrow: (say) => `${say} tomorrow`,
    'taken back': (say) => `${say}, no wait, leave it`,
    'taken back later': (say) => `${say}. No, wait.`,
  };

  describe('no changing call without a plain wish', () => {
    it.each(Object.keys(ENGLISH))('%s', (kind) => {
      const harmed = changing.flatMap(({ say }) => {
        const said = ENGLISH[kind]?.(say) ?? '';
        return leftAlone([said]) ? [] : [said];
      });
      expect(changing.length).toBeGreaterThan(10);
      expect(harmed).toEqual([]);
    });

    it.each([
      'delete nothing, please',
      'can it be deleted? /p/a.txt',
      'what would happen if I deleted /p/a.txt?',
      'did we delete /p/a.txt?',
      'recover the file i deleted',
      'delete /p/a.txt if it is older than a year',
      'publish /a.txt tomorrow',
      "don't move /p/a.txt to /q",
      "don't publish /notes/plan.md",
      'should I publish /reports/q1.pdf?',
      "don't submit design-1 yet",
      'move all pdfs from /reports to /archive',
      'make everything in /drafts private except /drafts/final.pdf',
      'lösche /a.txt nicht',
      'veröffentliche /a.txt nicht',
      'soll ich /a.txt löschen?',
      'ne supprime pas /a.txt',
      'dois-je publier /a.txt ?',
      'no borres /a.txt',
      '¿debo publicar /a.txt?',
      'não apague /a.txt',
      'devo publicar /a.txt?',
      'usifute /a.txt',
      'je, nifute /a.txt?',
      'please delete /a.txt nicht',
      'delete /a.txt, aber nur die alten',
      'delete /a.txt sauf les petits',
      'publish /a.txt si llueve',
      'publish /a.txt amanhã',
      'publish /a.txt kesho',
    ])('%s', (said) => {
      expect(leftAlone([said])).toBe(true);
    });

    it('does what a sentence wishes beside what it forbids', () => {
      expect(talk(['delete nothing, just list /notes'], options).calls).toEqual([
        { name: 'vfs_list', args: { path: '/notes' } },
      ]);
    });

    it.each([
      'I deleted /p/a.txt by mistake, get it back',
      'recover the deleted file /p/a.txt',
      'undo that: bring the deleted file /p/a.txt back',
    ])('takes back and never repeats: %s', (said) => {
      expect(talkAndAgree([said], options).calls).toEqual([
        { name: 'vfs_restore', args: { paths: ['/p/a.txt'] } },
      ]);
    });
  });

  describe('a changing call from free words', () => {
    it('is proposed with what it does, and made after a yes', () => {
      const proposed = talk(['move /a.txt to /b.txt'], options);
      expect(proposed.calls).toEqual([]);
      expect(proposed.text).toContain('Move /a.txt to /b.txt');
      for (const yes of ['yes', 'go ahead', 'ja', 'oui', 'sí', 'sim', 'ndiyo']) {
        expect(talk(['move /a.txt to /b.txt', yes], options).calls, yes).toEqual([
          { name: 'vfs_move', args: { from: '/a.txt', to: '/b.txt' } },
        ]);
      }
    });

    it('is dropped by a no, by a question and by anything else', () => {
      for (const no of ['no', 'nein', 'non', 'não', 'hapana', 'yes?', 'hm', 'what files do I have?']) {
        expect(
          talk(['move /a.txt to /b.txt', no], options).calls.filter(({ name }) => name === 'vfs_move'),
          no,
        ).toEqual([]);
      }
      expect(talk(['move /a.txt to /b.txt', 'no', 'yes'], options).calls).toEqual([]);
    });

    it('takes a correction, and is proposed again', () => {
      const said = ['move /a.txt to /b.txt', 'no, to /c.txt'];
      expect(talk(said, options).calls).toEqual([]);
      expect(talkAndAgree(said, options).calls).toEqual([
        { name: 'vfs_move', args: { from: '/a.txt', to: '/c.txt' } },
      ]);
    });

    it('names what it cannot heed', () => {
      expect(talk(['delete the dusty file /a.txt'], options).text).toContain('“dusty”');
    });
  });

  it.each(['yes', 'ok', 'no', 'sí', 'nein'])('takes a bare %s for no value of what it asked for', (reply) => {
    expect(leftAlone(['write to /a/b.txt', reply])).toBe(true);
  });
});
