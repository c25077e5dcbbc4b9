import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { untaughtPlanner } from './support/planner-of.js';

/** What people say about their files: who asks to take something back must never be offered to publish it. */
let options: TalkOptions;
beforeAll(async () => {
  options = await untaughtPlanner(shippedPlugins);
});

const Q1 = '/reports/q1.pdf';
const published = (path: string, isPublic: boolean) =>
  ['vfs_set_public', { path, public: isPublic }] as const;

describe('the offline planner on files', () => {
  it.each([
    [[`publish ${Q1}`], published(Q1, true)],
    [[`make ${Q1} public`], published(Q1, true)],
    [[`share ${Q1} with everyone`], published(Q1, true)],
    [['make the folder /reports public'], published('/reports', true)],
    [[`unpublish ${Q1}`], published(Q1, false)],
    [[`publish ${Q1}`, `unpublish ${Q1}`], published(Q1, false)],
    [[`publish ${Q1}`, 'now make it private'], published(Q1, false)],
    [[`make ${Q1} private`], published(Q1, false)],
    [['stop sharing /reports'], published('/reports', false)],
    [
      [`publish ${Q1}`, 'list my files in /reports'],
      ['vfs_list', { path: '/reports' }],
    ],
    [['list my files in /reports'], ['vfs_list', { path: '/reports' }]],
    [[`delete the file ${Q1}`], ['vfs_delete', { paths: [Q1] }]],
    [[`restore ${Q1} from the trash`], ['vfs_restore', { paths: [Q1] }]],
    [[`bring the deleted file ${Q1} back`], ['vfs_restore', { paths: [Q1] }]],
    [[`move ${Q1} to /archive/q1.pdf`], ['vfs_move', { from: Q1, to: '/archive/q1.pdf' }]],
    [['rename /a.txt to /b.txt'], ['vfs_move', { from: '/a.txt', to: '/b.txt' }]],
    [['search my files for dropout rate'], ['vfs_search', { q: 'dropout rate' }]],
  ] as const)('%j', (said, [name, args]) => {
    expect(talkAndAgree(said, options).calls).toEqual([{ name, args }]);
  });

  it.each([
    `is ${Q1} private?`,
    `is ${Q1} public?`,
    `Are the files in /reports published?`,
    `was ${Q1} deleted?`,
    `has ${Q1} been moved to /archive/q1.pdf?`,
  ])('changes nothing by %j', (question) => {
    const changing = ['vfs_set_public', 'vfs_delete', 'vfs_restore', 'vfs_move', 'vfs_write', 'vfs_edit'];
    for (const { name } of talk([question], options).calls) expect(changing).not.toContain(name);
  });
});
