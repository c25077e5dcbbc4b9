import type { Comparison, Expression } from '../form/expression.js';

/** As XPath has them; what was not answered is ''. */
export type Value = string | number | boolean;

/** What an expression is computed over. */
export interface Answers {
  /** '' for what was not answered. */
  of(question: string): Value;
  /** The cell of a list that comes as a file. */
  cell(list: string, name: string, column: string): string;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/**
 * An expression over answers, by the rules of XPath 1.0 as phones compute it.
 * @param self the answer that a constraint judges
 */
export function evaluate(expression: Expression, answers: Answers, self: Value = ''): Value {
  const value = (each: Expression) => evaluate(each, answers, self);
  switch (expression.kind) {
    case 'answer':
      return answers.of(expression.to);
    case 'self':
      return self;
    case 'text':
      return expression.text;
    case 'number':
      return expression.number;
    case 'compare':
      return compares(value(expression.left), expression.sign, value(expression.right));
    case 'arithmetic':
      return computes(toNumber(value(expression.left)), expression.sign, toNumber(value(expression.right)));
    case 'all':
      return expression.of.every((each) => toBoolean(value(each)));
    case 'any':
      return expression.of.some((each) => toBoolean(value(each)));
    case 'if':
      return value(toBoolean(value(expression.when)) ? expression.gives : expression.otherwise);
    case 'chosen':
      return toText(answers.of(expression.question)).split(' ').includes(expression.choice);
    case 'count':
      return toText(answers.of(expression.question)).split(' ').filter(Boolean).length;
    case 'lookup':
      return answers.cell(expression.list, toText(answers.of(expression.question)), expression.column);
    case 'orZero': {
      const given = answers.of(expression.question);
      return given === '' ? 0 : given;
    }
    case 'rounded': {
      const factor = 10 ** expression.decimals;
      return Math.round(toNumber(value(expression.of)) * factor) / factor;
    }
    case 'joined':
      return expression.of.map((each) => toText(value(each))).join('');
    case 'today':
      return answers.today;
  }
}

export function toBoolean(value: Value): boolean {
  if (typeof value === 'number') return value !== 0 && !Number.isNaN(value);
  return typeof value === 'string' ? value !== '' : value;
}

export function toNumber(value: Value): number {
  if (typeof value === 'string') return value.trim() === '' ? Number.NaN : Number(value);
  return Number(value);
}

/** As XPath writes it: no text for what is no number is '' in a form. */
export function toText(value: Value): string {
  return typeof value === 'number' && Number.isNaN(value) ? '' : String(value);
}

function compares(left: Value, sign: Comparison, right: Value): boolean {
  if (sign === '=' || sign === '!=') {
    const same =
      typeof left === 'number' || typeof right === 'number'
        ? toNumber(left) === toNumber(right)
        : typeof left === 'boolean' || typeof right === 'boolean'
          ? toBoolean(left) === toBoolean(right)
          : left === right;
    return sign === '=' ? same : !same;
  }
  const [a, b] = [toNumber(left), toNumber(right)];
  if (sign === '<') return a < b;
  if (sign === '<=') return a <= b;
  return sign === '>' ? a > b : a >= b;
}

function computes(a: number, sign: '+' | '-' | '*' | 'div', b: number): number {
  if (sign === '+') return a + b;
  if (sign === '-') return a - b;
  return sign === '*' ? a * b : a / b;
}
