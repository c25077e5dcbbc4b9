import { OracleError } from 'oracle-runtime/plugin';
import type { Expression } from './expression.js';

/** How tightly an expression holds together, loosest first; operands that hold less tightly get brackets. */
const LOOSENESS = { any: 1, all: 2, compare: 3, sum: 4, product: 5, whole: 6 } as const;

/**
 * An expression as XPath 1.0 with the functions of ODK XForms.
 * @param reference a question as the document refers to it: `${days}` in XLSForm, `/data/days` in an XForm
 */
export function printExpression(expression: Expression, reference: (question: string) => string): string {
  const print = (each: Expression): string => printExpression(each, reference);
  const within = (each: Expression, least: number): string =>
    loosenessOf(each) < least ? `(${print(each)})` : print(each);
  switch (expression.kind) {
    case 'answer':
      return reference(expression.to);
    case 'self':
      return '.';
    case 'text':
      return literal(expression.text);
    case 'number':
      return String(expression.number);
    case 'compare': {
      const { left, sign, right } = expression;
      return `${within(left, LOOSENESS.sum)} ${sign} ${within(right, LOOSENESS.sum)}`;
    }
    case 'arithmetic': {
      const { left, sign, right } = expression;
      const own = loosenessOf(expression);
      return `${within(left, own)} ${sign} ${within(right, own + 1)}`;
    }
    case 'all':
      return expression.of.map((each) => within(each, LOOSENESS.all)).join(' and ');
    case 'any':
      return expression.of.map((each) => within(each, LOOSENESS.any)).join(' or ');
    case 'if':
      return `if(${print(expression.when)}, ${print(expression.gives)}, ${print(expression.otherwise)})`;
    case 'chosen':
      return `selected(${reference(expression.question)}, ${literal(expression.choice)})`;
    case 'count':
      return `count-selected(${reference(expression.question)})`;
    case 'lookup':
      return `instance('${expression.list}')/root/item[name = ${reference(expression.question)}]/${expression.column}`;
    case 'orZero':
      return `coalesce(${reference(expression.question)}, 0)`;
    case 'rounded':
      return `round(${print(expression.of)}, ${expression.decimals})`;
    case 'joined':
      return `concat(${expression.of.map(print).join(', ')})`;
    case 'today':
      return 'today()';
  }
}

function loosenessOf(expression: Expression): number {
  switch (expression.kind) {
    case 'any':
    case 'all':
      return expression.of.length > 1 ? LOOSENESS[expression.kind] : LOOSENESS.whole;
    case 'compare':
      return LOOSENESS.compare;
    case 'arithmetic':
      return expression.sign === '+' || expression.sign === '-' ? LOOSENESS.sum : LOOSENESS.product;
    default:
      return LOOSENESS.whole;
  }
}

/** @throws OracleError `invalid_request`: XPath 1.0 has no way to write both quotes in one literal */
function literal(value: string): string {
  if (!value.includes("'")) return `'${value}'`;
  if (!value.includes('"')) return `"${value}"`;
  throw new OracleError('invalid_request', {
    detail: `${value} has both kinds of quotes, which a form cannot compare with.`,
  });
}
