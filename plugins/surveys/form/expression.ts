/**
 * What a form computes from answers. A tree and no text, so that it prints as XLSForm and as XPath, and is computed here,
 * with one meaning. Names are those of questions.
 */
export type Expression =
  | { readonly kind: 'answer'; readonly to: string }
  /** The answer that a constraint judges. */
  | { readonly kind: 'self' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | {
      readonly kind: 'compare';
      readonly sign: Comparison;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'arithmetic';
      readonly sign: '+' | '-' | '*' | 'div';
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Expression[] }
  | {
      readonly kind: 'if';
      readonly when: Expression;
      readonly gives: Expression;
      readonly otherwise: Expression;
    }
  /** Whether a question with several answers has this one among them. */
  | { readonly kind: 'chosen'; readonly question: string; readonly choice: string }
  /** How many answers a question with several has. */
  | { readonly kind: 'count'; readonly question: string }
  /** The cell of a list that comes as a file, in the row whose name is the answer to a question. */
  | { readonly kind: 'lookup'; readonly list: string; readonly column: string; readonly question: string }
  /** An answer, or 0 while there is none. */
  | { readonly kind: 'orZero'; readonly question: string }
  /** Rounded to so many decimals. */
  | { readonly kind: 'rounded'; readonly of: Expression; readonly decimals: number }
  | { readonly kind: 'joined'; readonly of: readonly Expression[] }
  | { readonly kind: 'today' };

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

export const answer = (to: string): Expression => ({ kind: 'answer', to });
export const self: Expression = { kind: 'self' };
export const text = (value: string): Expression => ({ kind: 'text', text: value });
export const number = (value: number): Expression => ({ kind: 'number', number: value });
export const compare = (left: Expression, sign: Comparison, right: Expression): Expression => ({
  kind: 'compare',
  sign,
  left,
  right,
});
export const is = (question: string, choice: string): Expression =>
  compare(answer(question), '=', text(choice));
export const all = (...of: readonly Expression[]): Expression => ({ kind: 'all', of });
export const when = (condition: Expression, gives: Expression, otherwise: Expression): Expression => ({
  kind: 'if',
  when: condition,
  gives,
  otherwise,
});
/** An answer from one number to another, both included. */
export const between = (least: number, most: number): Expression =>
  all(compare(self, '>=', number(least)), compare(self, '<=', number(most)));
