import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { asksToGoAhead } from '../src/planner/wording/speak.js';
import { shippedPlanner } from './support/planner-of.js';

/** A change follows from a plain wish for it, and is done to what that wish names. */
let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

/** What a sentence calls, or would call behind a yes to its proposal. */
function doneBy(said: string) {
  const { calls, text } = talk([said], options);
  const agreed = asksToGoAhead(text) ? talk([said, 'yes'], options).calls : [];
  return [...calls, ...agreed].filter(({ name }) => name !== 'load_capability');
}

const KEPT = '/keep.md';
const GONE = '/old.md';
/** Sentences in which one of two paths is spoken of beside the deed. */
const BESIDE: readonly ((deed: string) => string)[] = [
  (deed) => `${KEPT} must survive; ${deed} ${GONE}`,
  (deed) => `${KEPT} is fine. ${deed} ${GONE}`,
  (deed) => `${deed} ${GONE}. ${KEPT} is my backup`,
  (deed) => `keep ${KEPT} and ${deed} ${GONE}`,
  (deed) => `I need ${KEPT}, so ${deed} ${GONE}`,
  (deed) => `we still use ${KEPT}, ${deed} ${GONE}`,
  (deed) => `${deed} ${GONE}, its copy is ${KEPT}`,
  (deed) => `${deed} ${GONE} which replaced ${KEPT}`,
  (deed) => `${deed} ${GONE} (see ${KEPT})`,
  (deed) => `${deed} ${GONE}, ${KEPT} is mine`,
  (deed) => `${deed} ${GONE} like ${KEPT}`,
  (deed) => `${deed} ${GONE} after copying it to ${KEPT}`,
  (deed) => `compare ${KEPT} and ${GONE}, then ${deed} ${GONE}`,
  (deed) => `${KEPT} is good. ${GONE} is old: ${deed} it`,
];

describe('what a change is done to', () => {
  it.each(['delete', 'remove', 'trash', 'publish'])('is named where it is ordered: %s', (deed) => {
    const harmed = BESIDE.map((sentence) => sentence(deed)).filter((said) =>
      doneBy(said).some(({ args }) => JSON.stringify(args).includes(KEPT)),
    );
    expect(harmed).toEqual([]);
  });

  it.each([
    `lösch ${GONE}, aber ${KEPT} brauche ich noch`,
    `supprime ${GONE}, j'ai encore besoin de ${KEPT}`,
    `borra ${GONE}, pero ${KEPT} lo necesito`,
    `apaga ${GONE}, mas ainda preciso de ${KEPT}`,
    `futa ${GONE} lakini bakiza ${KEPT}`,
  ])('%s', (said) => {
    expect(doneBy(said)).toEqual([{ name: 'vfs_delete', args: { paths: [GONE] } }]);
  });

  it.each([
    `delete ${GONE} and ${KEPT}`,
    `please delete these files: ${GONE}, ${KEPT}`,
    `${GONE} and ${KEPT} are outdated: delete them`,
    `put ${GONE} and ${KEPT} into the trash`,
  ])('is all that is ordered or pointed at: %s', (said) => {
    expect(doneBy(said)).toEqual([{ name: 'vfs_delete', args: { paths: [GONE, KEPT] } }]);
  });

  it.each([
    'remove the analysis report of /log.csv',
    'delete the report about the stove use in /log.csv',
    'delete the third line of /log.csv',
    'delete what is in /log.csv',
    'delete version 2 of /log.csv',
    'delete the copy that lies beside /log.csv',
    'remove /log.csv from the web and tell Juma',
  ])('is no file where a part of it or another thing is meant: %s', (said) => {
    expect(doneBy(said)).toEqual([]);
  });

  it('is asked where one deed is ordered for one and its opposite for another', () => {
    expect(doneBy('unpublish /a.md and publish /b.md')).toEqual([]);
    expect(doneBy('publish /a.md, hide /b.md')).toEqual([]);
  });
});

describe('which way', () => {
  const MOVES = ['move A to B', 'to B move A', 'into B move A', 'move to B the file A', 'move into B A'];
  const OTHERS = [
    'verschiebe A nach B',
    'nach B verschiebe A',
    'déplace A vers B',
    'déplace vers B le fichier A',
    'mueve A a B',
    'make a folder B and put A into it',
  ];
  it.each([...MOVES, ...OTHERS])('small words say it: %s', (way) => {
    const said = way.replace('A', '/old.md').replace('B', '/archive');
    expect(doneBy(said)).toEqual([{ name: 'vfs_move', args: { from: '/old.md', to: '/archive' } }]);
  });

  it.each([
    'copy A to B',
    'copy to B from A',
    'to B copy A',
    'kopiere nach B die Datei A',
    'duplicate A as B',
  ])('small words say it: %s', (way) => {
    const said = way.replace('A', '/old.md').replace('B', '/new.md');
    expect(doneBy(said)).toEqual([{ name: 'vfs_copy', args: { from: '/old.md', to: '/new.md' } }]);
  });

  it.each([
    '/a.md stays, /b.md goes',
    'put the text of /a.md into /b.md',
    'put /a.md in the place of /b.md',
    'put /a.md next to /b.md',
    'add /a.md to the end of /b.md',
    'append /a.md to /b.md',
    'merge /a.md into /b.md',
    'replace /a.md with /b.md',
    'write /a.md into /b.md',
  ])('nothing is moved or written where they say another thing: %s', (said) => {
    expect(doneBy(said)).toEqual([]);
  });
});

describe('another wish beside a change', () => {
  it.each([
    ['show me /a.md, then publish it', 'show me /a.md'],
    ['copy /a.md to /b.md and delete /c.md', 'copy /a.md to /b.md'],
    ['publish /a.md and send the link to Amina', 'send the link to Amina'],
    ['move /a.md to /b.md and publish it', 'publish it'],
  ])('is named, and the change only proposed: %s', (said, other) => {
    const { calls, text } = talk([said], options);
    expect(calls).toEqual([]);
    expect(text).toContain(`“${other}”`);
  });

  it('puts no switch of another call on', () => {
    expect(doneBy('move /a.md to /b.md and publish it').map(({ args }) => args)).toEqual([
      { from: '/a.md', to: '/b.md' },
    ]);
  });
});

describe('the opposite of a change', () => {
  it.each([
    'make /p1.md invisible to everyone',
    'make /p1.md unavailable to strangers',
    'I dislike /p1.md being public',
    'share /notes with Juma',
    'publish /p1.md just for Juma',
    'Amina should see /p1.md',
    'hand /p1.md to Juma',
    'break the seal on the detection settings of design-aaaa1111',
    'lift the seal of the detection settings of design-aaaa1111',
    'open the sealed detection settings of design-aaaa1111',
    'reclaim design-aaaa1111 from the verifier',
    'Grace submits design-aaaa1111',
    'less formal please',
    'be less formal',
    'Juma set his units to imperial',
    'append "more" to /x.md',
  ])('is not proposed as if it were the change: %s', (said) => {
    // Looking at what it names changes nothing.
    expect(doneBy(said).filter(({ name }) => name !== 'vfs_glob')).toEqual([]);
  });

  it.each([
    ['be more formal', { tone: 'formal' }],
    ['make /p1.md public', { path: '/p1.md', public: true }],
    ['make /p1.md private', { path: '/p1.md', public: false }],
    ['make /p1.md visible to everyone', { path: '/p1.md', public: true }],
  ])('is none of what is said plainly: %s', (said, args) => {
    expect(doneBy(said).map((call) => call.args)).toEqual([args]);
  });
});

describe('the small word before a day', () => {
  it.each([
    ['since 12 November', { from: '12' }],
    ['starting 12 November', { from: '12' }],
    ['as from 12 November', { from: '12' }],
    ['not before 12 November', { from: '12' }],
    ['after 12 November', { from: '13' }],
    ['until 12 November', { to: '12' }],
    ['on 12 November', { from: '12', to: '12' }],
  ])('begins a span, ends it, or is a day alone: %s', (said, days) => {
    const [{ args } = { args: {} }] = doneBy(`Analyse the stove use in /log.csv ${said}`);
    const ends = Object.entries(args).flatMap(([name, value]) =>
      name === 'from' || name === 'to' ? [[name, String(value).slice(-2)]] : [],
    );
    expect(Object.fromEntries(ends)).toEqual(days);
  });
});

describe('a draw', () => {
  it.each(['in Lunga', 'that have a phone', 'near the road', 'with children', 'of the village Lunga'])(
    'is none from all where it is wished %s',
    (which) => {
      const { calls, text } = talk([`draw 60 households ${which} from /reg.csv with seed 9`], options);
      expect(calls).toEqual([]);
      expect(asksToGoAhead(text)).toBe(true);
    },
  );

  it.each(['poor households', 'widows'])('is none from all of %s', (what) => {
    expect(talk([`draw 60 ${what} from /reg.csv with seed 9`], options).calls).toEqual([]);
  });

  it.each(['roughly', 'up to', 'at least'])('is proposed where %s so many are wished', (near) => {
    const { calls, text } = talk([`draw ${near} 60 from /reg.csv with seed 9`], options);
    expect(calls).toEqual([]);
    expect(text).toContain(`“${near}”`);
  });

  it.each(['households ', 'households at random ', ''])(
    'is made at once where it is from all: 60 %s',
    (what) => {
      const { calls } = talk([`draw 60 ${what}from /reg.csv with seed 9`], options);
      expect(calls.map(({ name }) => name)).toContain('select_households');
    },
  );
});

describe('what is done at once', () => {
  it.each([
    'draw 60 from /reg.csv with seed 926 is what Juma told me',
    'recalculating design-aaaa1111 with mean 3.9 and sd 1.2 would be wrong',
    'the recalculation of design-aaaa1111 with mean 3.9 and sd 1.2 is a mistake',
    'put off recalculating design-aaaa1111 with mean 3.9 and sd 1.2',
    'the analysis of the stove use in /log.csv was wrong',
    'make the phone form for design-aaaa1111 for Kwale only',
  ])('is ordered, and for all: %s', (said) => {
    expect(talk([said], options).calls).toEqual([]);
  });
});

describe('a reason, a purpose and a day', () => {
  it.each([
    ['replace HH-0302 in selection-1a2b3c4d because nobody was ever there', 'replace_units'],
    ['publish /plan.md so that all donors can see it', 'vfs_set_public'],
    ['analyse the stove use in /log.csv until 14 November', 'analyse_stove_use'],
    ['oublie mes préférences', 'forget_preferences'],
  ])('speak against nothing: %s', (said, tool) => {
    expect(doneBy(said).map(({ name }) => name)).toEqual([tool]);
  });

  it('narrow where they are for some alone', () => {
    expect(doneBy('publish /plan.md so that only Juma can see it')).toEqual([]);
  });
});

describe('a slip', () => {
  it.each(['oops, take that back', 'no wait, take it back', 'sorry, undo that', 'nein, mach das rückgängig'])(
    'takes back what was done: %s',
    (said) => {
      expect(talk(['publish /plan.md', 'yes', said], options).calls.map(({ name }) => name)).toEqual([
        'undo_last_change',
      ]);
    },
  );

  it('takes back nothing that was only proposed', () => {
    const said = ['write "hi" to /a.md', 'no, take that back'];
    expect(talk(said, options).calls).toEqual([]);
  });
});
