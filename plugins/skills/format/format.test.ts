import { describe, expect, it } from 'vitest';
import { readSkill } from './read-skill.js';
import { asSkillPath } from './skill-path.js';

const read = (head: string, folder = 'my-skill') =>
  readSkill({ folder, origin: 'oracle', files: [], head: Buffer.from(head) });
const skill = (lines: string, body = 'Do it.') => `---\n${lines}\n---\n${body}\n`;

describe('SKILL.md', () => {
  it('is read by the specification', async () => {
    const text = skill(
      'name: my-skill\ndescription: Does things.\nlicense: MIT\ncompatibility: Needs git\nallowed-tools: read write\nmetadata:\n  version: 1.0\n  author: me',
    );
    expect(await read(text)).toMatchObject({
      name: 'my-skill',
      description: 'Does things.',
      license: 'MIT',
      compatibility: 'Needs git',
      allowedTools: ['read', 'write'],
      metadata: { author: 'me' },
      body: 'Do it.',
      warnings: [],
    });
  });

  it('is read although a colon breaks its YAML, with a warning', async () => {
    const found = await read(
      skill('name: my-skill\ndescription: Use when: somebody asks "why": always\nlicense: MIT'),
    );
    expect(found).toMatchObject({
      description: 'Use when: somebody asks "why": always',
      license: 'MIT',
      warnings: ['the head of SKILL.md is YAML only with its texts in quotes, and was read so'],
    });
  });

  it('takes Windows line ends, a byte order mark and rules in the body', async () => {
    const found = await read('\uFEFF---\r\nname: my-skill\r\ndescription: d\r\n---\r\nOne\r\n\r\n---\r\nTwo');
    expect(found.body).toBe('One\r\n\r\n---\r\nTwo');
    expect(found.warnings).toEqual(['SKILL.md begins with a byte order mark, which other readers refuse']);
  });

  it.each([
    ['no head', 'Do it.', 'SKILL.md does not begin with a YAML head between two lines of ---'],
    [
      'an open head',
      '---\nname: my-skill\n',
      'SKILL.md does not begin with a YAML head between two lines of ---',
    ],
    ['no name', skill('description: d'), 'its head has no name'],
    ['no description', skill('name: my-skill'), 'its description is no text'],
    [
      'another name',
      skill('name: other\ndescription: d'),
      "its name 'other' is not that of its folder 'my-skill'",
    ],
    [
      'capitals',
      skill('name: My-Skill\ndescription: d'),
      'its name is not lower-case letters, digits and single hyphens between them',
    ],
    [
      'two hyphens',
      skill('name: my--skill\ndescription: d'),
      'its name is not lower-case letters, digits and single hyphens between them',
    ],
    [
      'a path',
      skill('name: ../../etc\ndescription: d'),
      'its name is not lower-case letters, digits and single hyphens between them',
    ],
    ['a long name', skill(`name: ${'a'.repeat(65)}\ndescription: d`), 'its name has more than 64 characters'],
    [
      'a long description',
      skill(`name: my-skill\ndescription: ${'d'.repeat(1_025)}`),
      'its description has more than 1024 characters',
    ],
    [
      'a long compatibility',
      skill(`name: my-skill\ndescription: d\ncompatibility: ${'c'.repeat(501)}`),
      'its compatibility has more than 500 characters',
    ],
    [
      'an unknown field',
      skill('name: my-skill\ndescription: d\nrun: rm'),
      "its head has 'run', which the specification does not know",
    ],
    [
      'metadata that is none',
      skill('name: my-skill\ndescription: d\nmetadata:\n  - a'),
      'its metadata is no list of keys and texts',
    ],
    ['a list', skill('- a'), 'the head of SKILL.md is no YAML: it is no list of keys and values'],
    [
      'a key twice',
      skill('name: my-skill\nname: my-skill\ndescription: d'),
      /no YAML: Map keys must be unique/,
    ],
    [
      'a bomb',
      skill(
        `a: &a [${'x,'.repeat(9)}x]\n${'bcdefghijk'
          .split('')
          .map((key, at) => `${key}: &${key} [${`*${'abcdefghij'[at]},`.repeat(9)}x]`)
          .join('\n')}`,
      ),
      /no YAML/,
    ],
  ])('with %s is none', async (_, text, reason) => {
    await expect(read(text)).rejects.toThrow(reason);
  });

  it.each([
    ['{', "The checks of the skill 'my-skill' cannot be read: assets/checks.json is no JSON."],
    ['{"checks":[{}]}', "The checks of the skill 'my-skill' cannot be read: assets/checks.json checks"],
  ])('warns of checks that cannot be made: %s', async (checks, warning) => {
    const head = Buffer.from(skill('name: my-skill\ndescription: d'));
    const found = await readSkill({
      folder: 'my-skill',
      origin: 'own',
      files: [],
      head,
      checks: Buffer.from(checks),
    });
    expect(found.warnings).toEqual([expect.stringContaining(warning)]);
  });

  it('that is no UTF-8 is none', async () => {
    const head = new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xff]);
    await expect(readSkill({ folder: 'a', origin: 'own', files: [], head })).rejects.toThrow(
      'no text in UTF-8',
    );
  });
});

it.each([
  ['references/guide.md', 'references/guide.md'],
  ['./SKILL.md', 'SKILL.md'],
  ['../other/SKILL.md', undefined],
  ['a/../../b', undefined],
  ['/etc/passwd', undefined],
  ['a//b', undefined],
  ['a\\..\\b', undefined],
  ['', undefined],
  ['a\u0000b', undefined],
])('%j is the path %j', (text, path) => expect(asSkillPath(text)).toBe(path));
