import { shiftedText } from 'oracle-runtime/kit';
import { parsedXml, type XmlElement } from './xml-element.js';

/** What stands where a formula cannot be written in a line. */
const UNWRITTEN = '[formula]';
const DEEPEST = 100;
/** Marks that lie on what they strike out. */
const STRIKES = ['m:strikeH', 'm:strikeV', 'm:strikeBLTR', 'm:strikeTLBR'];
const UNREAD = new Set(['w:del', 'w:moveFrom']);

/**
 * A formula of Word (Office MathML) written in one line, as those of HTML are: a fraction has its stroke, a power its sign.
 * @param xml of the element `m:oMath` or `m:oMathPara`
 */
export function formulaInLine(xml: string): string {
  const root = parsedXml(xml);
  const text = root === undefined ? '' : written(root, 0).replace(/\s+/g, ' ').trim();
  if (text === '') return isEmpty(xml) ? '' : UNWRITTEN;
  // Behind a whole number a fraction is another.
  return root !== undefined && beginsWithFraction(root) ? ` ${text}` : text;
}

/** Whether nothing is written in it, not even hidden. */
const isEmpty = (xml: string) => !/<(?:m|w):t(?=[\s>])/.test(xml);

function beginsWithFraction(element: XmlElement): boolean {
  const first = element.children.find(({ name }) => !/Pr$/.test(name));
  if (first === undefined) return false;
  return first.name === 'm:f' || (first.name === 'm:oMath' && beginsWithFraction(first));
}

function written(element: XmlElement, depth: number): string {
  if (depth > DEEPEST) return UNWRITTEN;
  const all = (name?: string) =>
    element.children.filter((child) => (name === undefined ? !/Pr$/.test(child.name) : child.name === name));
  const write = (child: XmlElement) => written(child, depth + 1);
  const part = (name: string) => all(name).map(write).join('').trim();
  const set = (name: string) => setting(element, name);
  const inside = () => all().map(write).join('');
  const e = () => part('m:e');
  switch (element.name) {
    case 'm:t':
    case 'w:t':
      return element.text;
    case 'm:r':
    case 'w:r':
      return /<w:(?:strike|vanish)(?=[\s/>])/.test(element.properties) ? '' : inside();
    case 'm:f':
      return set('m:type') === 'noBar'
        ? `(${part('m:num')} over ${part('m:den')})`
        : `${grouped(part('m:num'))}/${grouped(part('m:den'))}`;
    case 'm:sSup':
      return `${base(e())}${shifted(part('m:sup'), 'sup')}`;
    case 'm:sSub':
      return `${base(e())}${shifted(part('m:sub'), 'sub')}`;
    case 'm:sSubSup':
      return `${base(e())}${shifted(part('m:sub'), 'sub')}${shifted(part('m:sup'), 'sup')}`;
    case 'm:sPre':
      return ` ${shifted(part('m:sub'), 'sub')}${shifted(part('m:sup'), 'sup')}${e()}`;
    case 'm:rad': {
      const degree = isOn(element, 'm:degHide') ? '' : part('m:deg');
      return degree === '' ? `√${grouped(e())}` : `${grouped(e())}^(1/${grouped(degree)})`;
    }
    case 'm:nary':
      return ` ${set('m:chr') ?? '∫'}${shifted(part('m:sub'), 'sub')}${shifted(part('m:sup'), 'sup')} ${e()}`;
    case 'm:d': {
      const [open, close] = [set('m:begChr') ?? '(', set('m:endChr') ?? ')'];
      return `${open}${all('m:e')
        .map(write)
        .join(set('m:sepChr') ?? '|')}${close}`;
    }
    case 'm:func': {
      const of = e();
      return ` ${part('m:fName')}${/^[([{|]/.test(of) ? '' : ' '}${of}`;
    }
    case 'm:limLow':
      return `${e()}${shifted(part('m:lim'), 'sub')}`;
    case 'm:limUpp':
      return `${e()}${shifted(part('m:lim'), 'sup')}`;
    case 'm:acc':
      return marked(e(), set('m:chr') ?? '\u0302');
    case 'm:bar':
      return marked(e(), set('m:pos') === 'top' ? '\u0305' : '\u0332');
    case 'm:m':
      return `[${all('m:mr')
        .map((row) =>
          row.children
            .filter(({ name }) => name === 'm:e')
            .map(write)
            .join(' '),
        )
        .join('; ')}]`;
    case 'm:eqArr':
      return all('m:e').map(write).join('; ');
    case 'm:borderBox':
      return STRIKES.some((name) => isOn(element, name)) ? '' : e();
    case 'm:phant':
      return set('m:show') !== undefined && !isOn(element, 'm:show') ? '' : e();
    case 'm:oMathPara':
      return all().map(write).join(' ');
    case 'w:br':
    case 'w:tab':
      return ' ';
    default:
      return UNREAD.has(element.name) ? '' : inside();
  }
}

/** What the element's properties set: the value of one, by its name. */
function setting(element: XmlElement, name: string): string | undefined {
  const properties = element.children.find((child) => child.name === `${element.name}Pr`);
  const one = properties?.children.find((child) => child.name === name);
  return one === undefined ? undefined : (one.value ?? '');
}

function isOn(element: XmlElement, name: string): boolean {
  const value = setting(element, name);
  return value !== undefined && !/^(?:0|off|false)$/.test(value);
}

function shifted(text: string, shift: 'sup' | 'sub'): string {
  const bare = text.replace(/\s+/gu, ' ').trim();
  if (bare === '') return '';
  const mark = shiftedText(bare, shift);
  return mark.trim() === bare && /[\p{L}\p{N}]/u.test(bare)
    ? `${shift === 'sup' ? '^' : '_'}(${bare})`
    : mark;
}

function marked(text: string, mark: string): string {
  return Array.from(text).length === 1 ? `${text}${mark}` : `(${text})${mark}`;
}

/** What is raised as one is held together: (a+b)². */
function base(text: string): string {
  return /^[([{|].*[)\]}|]$/u.test(text) ? text : grouped(text);
}

/** What is more than one name or number is held together. */
function grouped(text: string): string {
  const bare = text.trim();
  return /^[\p{L}\p{M}\p{N}.,]*$/u.test(bare) || /^\([^()]*\)$/u.test(bare) ? bare : `(${bare})`;
}
