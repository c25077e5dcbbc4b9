import { expect, it } from 'vitest';
import { estimateTokens } from './estimate-tokens.js';

/** Sentences with their tokens in o200k_base and cl100k_base, counted with js-tiktoken 1.0. */
const COUNTED: readonly (readonly [script: string, o200k: number, cl100k: number, text: string])[] = [
  [
    'English',
    43,
    43,
    'The district has 5,000 households in 42 villages. We want to know what share of them boils its drinking water, to within five percent, and expect that one in ten will not answer the door.',
  ],
  [
    'German',
    45,
    53,
    'Der Bezirk hat 5.000 Haushalte in 42 Dörfern. Wir möchten auf fünf Prozent genau wissen, welcher Anteil sein Trinkwasser abkocht, und erwarten, dass jeder zehnte nicht öffnet.',
  ],
  [
    'Russian',
    51,
    86,
    'В районе 5000 домохозяйств в 42 деревнях. Мы хотим знать с точностью до пяти процентов, какая доля кипятит питьевую воду, и ожидаем, что каждый десятый не откроет дверь.',
  ],
  [
    'Arabic',
    36,
    69,
    'في المنطقة 5000 أسرة في 42 قرية. نريد أن نعرف نسبة الأسر التي تغلي مياه الشرب بهامش خطأ خمسة في المائة.',
  ],
  [
    'Hindi',
    42,
    118,
    'ज़िले के 42 गाँवों में 5000 परिवार हैं। हम जानना चाहते हैं कि कितने परिवार पीने का पानी उबालते हैं, पाँच प्रतिशत की सटीकता के साथ।',
  ],
  ['Amharic', 118, 155, 'በወረዳው ውስጥ በ42 መንደሮች 5000 ቤተሰቦች አሉ። ምን ያህሉ የመጠጥ ውሃ እንደሚያፈሉ ማወቅ እንፈልጋለን።'],
  [
    'Chinese',
    43,
    69,
    '该地区有42个村庄，共5000户家庭。我们想知道有多少家庭把饮用水烧开，误差不超过百分之五，并预计十分之一的家庭不会应门。',
  ],
  [
    'Korean',
    40,
    56,
    '이 지역에는 42개 마을에 5000가구가 있습니다. 식수를 끓이는 가구의 비율을 5퍼센트 오차로 알고 싶습니다.',
  ],
  [
    'JSON',
    66,
    65,
    '{"summary":"A simple random sample of 357 of 5000.","design":{"id":"design-5c1d","population":5000,"margin":0.05,"confidence":0.95,"strata":[{"name":"north","size":1200},{"name":"south","size":3800}]}}',
  ],
  ['emoji', 20, 32, '👍🎉😀🚀🌍 ok 👨‍👩‍👧‍👦'],
];

it.each(COUNTED)('stays near what two vocabularies count: %s', (_, o200k, cl100k, text) => {
  const estimate = estimateTokens(text);
  expect(estimate).toBeGreaterThanOrEqual(0.8 * Math.min(o200k, cl100k));
  expect(estimate).toBeLessThanOrEqual(1.35 * Math.max(o200k, cl100k));
});

it('counts what four characters a token would take for a third of it', () => {
  const [, , , , , amharic] = COUNTED;
  expect(estimateTokens(amharic?.[3] ?? '')).toBeGreaterThan(5 * ((amharic?.[3].length ?? 0) / 4));
});

it('counts nothing for nothing', () => {
  expect(estimateTokens('')).toBe(0);
});
