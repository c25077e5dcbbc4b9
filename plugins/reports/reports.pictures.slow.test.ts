import { deflateSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WrittenPlan, writePlan } from './testing/written-plan.js';
import { zipAgain } from './testing/zip-again.js';
import { verifyReport } from './verification/verify-report.js';

let plan: WrittenPlan;
beforeAll(async () => {
  plan = await writePlan();
}, 120_000);
afterAll(() => plan?.oracle.close());

async function picturesOf(file: Buffer) {
  const { verdict, checks } = await verifyReport(file, plan.oracle.app.identity?.did);
  return { verdict, ...checks.find(({ name }) => name === 'pictures') };
}
const FAILS = { verdict: 'fail', passed: false, detail: expect.stringContaining('shows other pictures') };
const asPut = { verdict: 'unproven', passed: true, detail: expect.stringContaining('as they were put in') };

describe('a picture on the pages of a PDF', () => {
  it('that is painted over in its own pixels fails, whatever file is attached', async () => {
    expect(await picturesOf(paintedOver(plan.file('pdf')))).toMatchObject(FAILS);
  });

  const place = /q\s[^q]*?\/I1 Do\s+Q/;
  it.each<[string, string | RegExp, string]>([
    ['that is not painted', '/I1 Do', ''],
    ['that another is painted in the place of', '/I1 Do', '/I2 Do'],
    ['that is painted twice', place, '$& $&'],
    ['that is mirrored', '/I1 Do', '-1 0 0 1 1 0 cm /I1 Do'],
    ['that is turned', '/I1 Do', '0 1 -1 0 1 0 cm /I1 Do'],
    ['that is stretched', '/I1 Do', '0.8 0 0 1 0 0 cm /I1 Do'],
    ['that is cropped', '/I1 Do', '0 0 0.5 1 re W n /I1 Do'],
    ['that is cropped to a shape', '/I1 Do', '0 0 m 1 0 l 0.5 1 l h W n /I1 Do'],
    ['that is off the page', '/I1 Do', '1 0 0 1 9 0 cm /I1 Do'],
    ['with a white field over it', '/I1 Do', '/I1 Do 1 1 1 rg 0 0.5 0.9 0.4 re f'],
    ['with a bar of its own colour over it', '/I1 Do', '/I1 Do 0 0 1 rg 0.4 0 0.1 0.7 re f'],
    ['with a line through it', '/I1 Do', '/I1 Do q 0.1 w 0.1 0.1 m 0.9 0.9 l S Q'],
  ])('%s fails', async (_what, from, to) => {
    expect(await picturesOf(repainted(plan.file('pdf'), from, to))).toMatchObject(FAILS);
  });

  it('of which the colours are turned over fails', async () => {
    const file = plan.file('pdf').toString('latin1');
    const turned = file.replace('/ColorSpace /DeviceRGB', '/ColorSpace /DeviceRGB /Decode [1 0 1 0 1 0]');
    expect(turned).not.toBe(file);
    expect(await picturesOf(Buffer.from(turned, 'latin1'))).toMatchObject(FAILS);
  });

  it.each<[string, string | RegExp, string]>([
    ['was only written anew', '/I1 Do', '  /I1 Do '],
    ['was put into a clip of the whole page', '/I1 Do', 'q -9 -9 99 99 re W n /I1 Do Q'],
    ['has a field beside it', '/I1 Do', '/I1 Do 1 1 1 rg 1.02 0 0.05 0.5 re f'],
  ])('is as it was put in where it %s', async (_what, from, to) => {
    expect(await picturesOf(repainted(plan.file('pdf'), from, to))).toMatchObject(asPut);
  });

  it('is as it was put in where the file was only saved anew', async () => {
    const again = Buffer.concat([plan.file('pdf'), Buffer.from('% signed\n')]);
    expect(await picturesOf(again)).toMatchObject(asPut);
  });
});

describe('a picture of a Word document', () => {
  it('to which the text does not lead fails', async () => {
    const rels = 'word/_rels/document.xml.rels';
    const forged = await zipAgain(plan.file('docx'), (parts) => {
      const [first = ''] = [...parts.keys()].filter((name) => name.startsWith('word/media/'));
      parts.set('word/media/other.png', `${parts.get(first)} `);
      parts.set(rels, changed(parts.get(rels) ?? '', first.replace('word/', ''), 'media/other.png'));
    });
    expect(await picturesOf(forged)).toMatchObject(FAILS);
  });

  const document = (from: string | RegExp, to: string) =>
    zipAgain(plan.file('docx'), (parts) => {
      const name = 'word/document.xml';
      parts.set(name, changed(parts.get(name) ?? '', from, to));
    });

  it.each<[string, string | RegExp, string]>([
    ['is cropped', '<a:srcRect/>', '<a:srcRect l="50000" r="10000"/>'],
    ['is stretched over its edges', '<a:fillRect/>', '<a:fillRect l="-90000"/>'],
    ['is mirrored', '<a:xfrm>', '<a:xfrm flipH="1">'],
    ['is turned', '<a:xfrm>', '<a:xfrm rot="10800000">'],
    ['is made white', /(<a:blip [^>]*)\/>/, '$1><a:lum bright="100000"/></a:blip>'],
    ['is cut to a shape', 'prst="rect"', 'prst="triangle"'],
    ['is not shown', '<wp:docPr ', '<wp:docPr hidden="1" '],
    ['is a hair', /<wp:extent cx="\d+"/, '<wp:extent cx="1000"'],
  ])('that %s fails', async (_what, from, to) => {
    expect(await picturesOf(await document(from, to))).toMatchObject(FAILS);
  });

  it('is as it was put in where a program saved it anew', async () => {
    const saved = await document('<a:srcRect/>', '<a:srcRect l="0" t="0" r="0" b="0"/>');
    expect(await picturesOf(saved)).toMatchObject(asPut);
  });
});

function changed(text: string, from: string | RegExp, to: string): string {
  const other = text.replace(from, to);
  if (other === text) throw new Error(`${from} is not in the file`);
  return other;
}

/** The same PDF with the page that paints its first picture changed; the table of its objects is left to be mended. */
function repainted(file: Buffer, from: string | RegExp, to: string): Buffer {
  const text = file.toString('latin1');
  for (const { index } of text.matchAll(/>>\s*stream\n/g)) {
    const begin = text.lastIndexOf(' obj', index);
    const start = text.indexOf('stream\n', index) + 7;
    const head = text.slice(begin, start);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
    const packed = file.subarray(start, start + length);
    const page = /FlateDecode/.test(head) && !/\/Subtype/.test(head) ? inflated(packed) : '';
    if (!page.includes('/I1 Do')) continue;
    const again = deflateSync(Buffer.from(changed(page, from, to), 'latin1'));
    return Buffer.concat([
      file.subarray(0, begin),
      Buffer.from(head.replace(/\/Length \d+/, `/Length ${again.length}`), 'latin1'),
      again,
      file.subarray(start + length),
    ]);
  }
  throw new Error('no page paints a picture');
}

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return '';
  }
}

/** The same PDF with a picture of its pages in one colour; the table of its objects is left to be mended. */
function paintedOver(file: Buffer): Buffer {
  const text = file.toString('latin1');
  const colours = /\/Subtype \/Image[\s\S]*?\/ColorSpace \/DeviceRGB/.exec(text);
  const inside = (colours?.index ?? 0) + (colours?.[0].length ?? 0);
  const [begin, from] = [text.lastIndexOf(' obj', inside), text.indexOf('stream\n', inside) + 7];
  const head = text.slice(begin, from);
  const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
  const pixels = inflateSync(file.subarray(from, from + length)).length;
  const red = deflateSync(Buffer.alloc(pixels, Buffer.from([255, 0, 0])));
  return Buffer.concat([
    file.subarray(0, begin),
    Buffer.from(head.replace(/\/Length \d+/, `/Length ${red.length}`), 'latin1'),
    red,
    file.subarray(from + length),
  ]);
}
