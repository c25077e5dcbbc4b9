import { describe, expect, it } from 'vitest';
import { readTemplate, readUtterances } from './utterances.js';

const slotOf = (text: string) => {
  const [piece] = readTemplate(text);
  return piece?.type === 'slot' ? piece.slot : undefined;
};
const faultsOf = (...lines: string[]) => readUtterances(lines.join('\n')).faults;

describe('a template', () => {
  it('has alternatives, in each other too, and slots', () => {
    expect(readTemplate('(please |)size {population:count} (homes|(rural|urban) {_:place}|)')).toEqual([
      {
        type: 'choice',
        options: [[{ type: 'words', text: 'please ' }], []],
      },
      { type: 'words', text: 'size ' },
      {
        type: 'slot',
        slot: { fields: [{ path: ['population'], reading: 'as is' }], draws: { kind: 'count' } },
      },
      { type: 'words', text: ' ' },
      {
        type: 'choice',
        options: [
          [{ type: 'words', text: 'homes' }],
          [
            {
              type: 'choice',
              options: [[{ type: 'words', text: 'rural' }], [{ type: 'words', text: 'urban' }]],
            },
            { type: 'words', text: ' ' },
            { type: 'slot', slot: { fields: [], draws: { kind: 'place' } } },
          ],
          [],
        ],
      },
    ]);
  });

  it.each([
    ['{strata.size:count}', [{ path: ['strata', 'size'], reading: 'as is' }]],
    ['{1-dropoutRate:share}', [{ path: ['dropoutRate'], reading: 'complement' }]],
    ['{sd/mean:share}', [{ path: ['sd'], reading: 'relative', of: ['mean'] }]],
    ['{z(confidence):number}', [{ path: ['confidence'], reading: 'z' }]],
    [
      '{confidence+precision:pair}',
      [
        { path: ['confidence'], reading: 'first of pair' },
        { path: ['precision'], reading: 'second of pair' },
      ],
    ],
  ])('reads how %s stands to its field', (text, fields) => {
    expect(slotOf(text)?.fields).toEqual(fields);
  });

  it('takes a literal and an escaped bracket as they are', () => {
    expect(slotOf('{path=/reports/a (b)|c.pdf}')?.draws).toEqual({ text: '/reports/a (b)|c.pdf' });
    expect(readTemplate('a \\(b\\|c\\) | d')).toEqual([{ type: 'words', text: 'a (b|c) | d' }]);
  });
});

describe('a file of utterances', () => {
  it('is read line by line, with what each wants', () => {
    const { utterances, faults } = readUtterances(
      [
        '{"do":"list_designs","say":"show my designs","with":{"kind":"designs"}}',
        '',
        '// what must not act',
        '{"not":"negation","say":["hello","do not delete {_:path}"]}',
        '{"ask":"two readings","say":"a or b"}',
      ].join('\n'),
    );
    expect(faults).toEqual([]);
    expect(utterances.map(({ line, wants, say }) => [line, wants.kind, say.length])).toEqual([
      [1, 'do', 1],
      [4, 'not', 2],
      [5, 'ask', 1],
    ]);
    expect(utterances[0]?.with).toEqual({ kind: 'designs' });
  });

  it.each([
    ['{"do":"x"', /JSON/u],
    ['[]', /must be a JSON object/u],
    ['{"say":"x"}', /one of `do`, `not`, `ask`/u],
    ['{"do":"x","not":"y","say":"z"}', /one of `do`, `not`, `ask`/u],
    ['{"do":"x","say":""}', /`say` must be a text/u],
    ['{"do":"x","says":"y"}', /'says' is not known/u],
    ['{"do":"x","say":"a (b|c"}', /'\(' at character 3 is not closed/u],
    ['{"do":"x","say":"a b)"}', /'\)' at character 4 closes nothing/u],
    ['{"do":"x","say":"{a:nosuch}"}', /no kind 'nosuch'; kinds are count/u],
    ['{"do":"x","say":"{a}"}', /must be \{field:kind\}/u],
    ['{"do":"x","say":"{a b:count}"}', /'a b' is no name of a field/u],
    ['{"do":"x","say":"{a:count"}', /'\{' at character 1 is not closed/u],
  ])('tells the line and the fault of %s', (line, fault) => {
    const faults = faultsOf('{"do":"ok","say":"fine"}', line, line);
    expect(faults.map((one) => one.line)).toEqual([2, 3]);
    expect(faults[0]?.fault).toMatch(fault);
  });

  it('refuses what is too deep instead of running out of stack', () => {
    const say = `${'('.repeat(900)}a${')'.repeat(900)}`;
    expect(faultsOf(JSON.stringify({ do: 'x', say }))[0]?.fault).toMatch(/at most 8 deep/u);
  });
});
