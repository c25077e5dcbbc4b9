import { formulaInLine } from './docx-formula.js';
import { encoded } from './xml-element.js';

/** Begins and ends of paragraphs, and formulas. */
const FORMULA =
  /<m:oMathPara(?=[\s>])[^>]*(?<!\/)>[\s\S]*?<\/m:oMathPara>|<m:oMath(?=[\s>])[^>]*(?<!\/)>[\s\S]*?<\/m:oMath>|<w:p(?=[\s>])[^>]*>|<\/w:p>/g;
/** Formulas of older editors: objects, of which the page shows a picture. */
const OBJECT =
  /<w:object(?=[\s>])(?:(?!<\/w:object>)[\s\S])*?ProgID="(?:Equation|MathType)[\s\S]*?<\/w:object>/g;
/** What only directs or computes the text that it holds. */
const AROUND = /<\/?w:(?:bdo|dir|fldSimple)(?=[\s>])[^>]*>/g;
/** A word with its reading above it. */
const RUBY =
  /<w:ruby(?=[\s>])[^>]*>[\s\S]*?<w:rt(?=[\s>])?[^>]*>([\s\S]*?)<\/w:rt>\s*<w:rubyBase(?=[\s>])?[^>]*>([\s\S]*?)<\/w:rubyBase>\s*<\/w:ruby>/g;

/** The XML of a part of a document in which what would be left out stands as plain runs: formulas, readings, fields. */
export function inlineUnread(xml: string): string {
  const plain = xml
    .replace(/<w:cr\s*\/>/g, '<w:br/>')
    .replace(/<w:ptab(?=[\s/>])[^>]*\/>/g, '<w:tab/>')
    .replace(OBJECT, '<w:t>[formula]</w:t>')
    .replace(AROUND, '')
    .replace(RUBY, (_, reading: string, base: string) => `${base}${run('(')}${reading}${run(')')}`);
  if (!plain.includes('<m:oMath')) return plain;
  let paragraphs = 0;
  return plain.replace(FORMULA, (found) => {
    if (found.startsWith('</w:p')) paragraphs -= 1;
    else if (found.startsWith('<w:p')) paragraphs += found.endsWith('/>') ? 0 : 1;
    else {
      const text = formulaInLine(found);
      if (text === '') return '';
      return paragraphs > 0 ? run(text) : `<w:p>${run(text)}</w:p>`;
    }
    return found;
  });
}

const run = (text: string) => `<w:r><w:t xml:space="preserve">${encoded(text)}</w:t></w:r>`;
