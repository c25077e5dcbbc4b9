import { expect, it } from 'vitest';
import { assertOwnNames } from './own-names.js';

const of = (heading: string, paragraphs: readonly string[] = ['Well.']) => ({ heading, paragraphs });
const refusal = (wish: Parameters<typeof assertOwnNames>[0]): string | undefined => {
  try {
    assertOwnNames(wish);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

it.each([
  'Monitoring report',
  'MONITORING  REPORT of 2026',
  'Verification submission',
  'submission - for - verification',
  'M o n i t o r i n g report',
  'Monitoring repor\u0165',
  'M0nit0rlng rep0rt',
  '\u1d0d\u1d0f\u0274\u026a\u1d1b\u1d0f\u0280\u026a\u0274\u0262 \u0280\u1d07\u1d18\u1d0f\u0280\u1d1b',
  'm\u0585nitoring rep\u2c9frt',
  '\ud83c\udd7c\ud83c\udd7e\ud83c\udd7d\ud83c\udd78\ud83c\udd83\ud83c\udd7e\ud83c\udd81\ud83c\udd78\ud83c\udd7d\ud83c\udd76 report',
  'M\u00f8nit\u0275ring report',
  'rnonitoring report',
  'Monitoring {{design.projectId}} report',
  'Figures of {{design.projectId}}',
  'What stands out in the trail',
  'WHERE THE FIGURES C0ME FR0M',
  'Whose words these are',
  'State of the design',
  '\u202etroper gnirotinoM',
])('%s is taken as title, as heading and over two sections', (name) => {
  expect(refusal({ title: name, sections: [of('x')] })).toContain('title must');
  expect(refusal({ sections: [of('x'), of(name)] })).toContain('sections.1.heading must');
  if (name.includes('{{')) return;
  const [first, second] = [name.slice(0, 4), name.slice(4)];
  expect(refusal({ sections: [of(first, [' ', '\u200b']), of(second)] })).toContain('must');
});

it('a file that is called like a report of the oracle is none of an outline', () => {
  for (const saveAs of [
    '/reports/Monitoring report.html',
    '/reports/sampling-plan-x.html',
    '/a/selection_record.pdf',
  ])
    expect(refusal({ sections: [of('x')], saveAs })).toContain('saveAs must not hold');
});

it.each([
  'Report on sampling',
  'What we plan',
  'Monitoring in 2026',
  '監視報告書の概要についての説明',
  'Отчёт о мониторинге за период',
  'Verification of submissions',
  'What stands out this year',
  'Where the wood comes from',
])("%s is nobody else's name", (name) => {
  expect(
    refusal({ title: name, sections: [of(name), of('Report')], saveAs: '/reports/letter.pdf' }),
  ).toBeUndefined();
});

it('two headings with words between them are two', () => {
  expect(refusal({ sections: [of('Sampling', ['We draw.']), of('Planning')] })).toBeUndefined();
});

it.each([
  ['Moni', 'toring report'],
  ['Results: monitoring re', 'port of 2026'],
  ['Sam', 'p', 'ling plan'],
  ['SELECTION REC', '\u043erd'],
])(
  'a word that is cut between titles and headings is one, whatever stands between: %s %s',
  (first, ...others) => {
    const headings = others.map((heading) => of(heading));
    expect(refusal({ title: first, sections: headings })).toContain('title must not hold');
    expect(refusal({ sections: [of(first, ['x']), ...headings] })).toContain(
      'sections.0.heading must not hold',
    );
  },
);

it('a title and headings of whole words are their own', () => {
  for (const [title, heading] of [
    ['Sampling', 'Planning of visits'],
    ['Verification', 'Submissions'],
    ['Plan', 'Sampling'],
  ])
    expect(refusal({ title, sections: [of(String(heading))] })).toBeUndefined();
});
