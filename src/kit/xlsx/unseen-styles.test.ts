import { SaxesParser } from 'saxes';
import { expect, it } from 'vitest';
import { UnseenStyles } from './unseen-styles.js';

const DARK = '<fill><patternFill patternType="solid"><fgColor rgb="FF1F3864"/></patternFill></fill>';
const GREY = '<fill><patternFill patternType="gray125"/></fill>';

/** Whether a cell is not seen whose style has this font, fill and format. */
function isUnseen(
  font: string,
  fill = '<fill><patternFill patternType="none"/></fill>',
  code = 'General',
): boolean {
  const styles = new UnseenStyles();
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => styles.open(name, attributes));
  parser.on('closetag', () => styles.close());
  parser
    .write(
      `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><fonts><font><sz val="11"/></font><font>${font}</font></fonts>` +
        `<fills><fill/>${fill}</fills><cellStyleXfs><xf fontId="1"/></cellStyleXfs><cellXfs><xf/><xf numFmtId="200" fontId="1" fillId="1"><alignment/></xf></cellXfs></styleSheet>`,
    )
    .close();
  expect(styles.indices.has(0)).toBe(false);
  return styles.indices.has(1);
}

it.each([
  ['white letters', '<color rgb="FFFFFFFF"/>'],
  ['nearly white ones', '<color rgb="FFFEFEF0"/>'],
  ['white by the theme', '<color theme="0"/>'],
  ['white by the palette', '<color indexed="9"/>'],
  ['a grey of the theme that is tinted to white', '<color theme="1" tint="0.95"/>'],
  ['letters of one point', '<sz val="1"/>'],
])('%s are not seen', (_, font) => expect(isUnseen(font)).toBe(true));

it('nor is the colour of the fill', () => {
  expect(isUnseen('<color rgb="FF1F3864"/>', DARK)).toBe(true);
  expect(isUnseen('<color indexed="8"/>', DARK.replace('FF1F3864', 'FF000000'))).toBe(true);
});

it.each([';;;', ';;', '0;-0;0;', '[Red];;', '&quot;&quot;;;;'])('nor a value by the format %s', (code) =>
  expect(isUnseen('<sz val="11"/>', undefined, code)).toBe(true),
);

it('headings in white on a dark fill are seen, and so is what is merely pale or unknown', () => {
  expect(isUnseen('<color theme="0"/>', DARK)).toBe(false);
  expect(isUnseen('<color rgb="FFBFBFBF"/>')).toBe(false);
  expect(isUnseen('<color theme="7"/>')).toBe(false);
  expect(isUnseen('<color indexed="41"/>')).toBe(false);
  expect(isUnseen('<color theme="0"/>', GREY)).toBe(false);
  for (const code of ['0;-0;;@', '0.00', '&quot;HH-&quot;000', '@', '#,##0_);(#,##0)', 'yyyy\\-mm\\-dd'])
    expect(isUnseen('<sz val="10"/>', undefined, code)).toBe(false);
});
