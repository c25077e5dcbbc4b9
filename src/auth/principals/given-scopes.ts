import { didYouMean } from '../../kit/nearest-name.js';
import { hasScope, OracleError, type Principal } from '../../plugin/index.js';

/**
 * @param known scope -> what it allows
 * @param whose begins the sentence, such as `A person`
 * @throws OracleError `invalid_request` for no scope at all, or one that is not known
 */
export function checkKnownScopes(
  scopes: readonly string[],
  known: Readonly<Record<string, string>>,
  whose: string,
): void {
  const unknown = scopes.filter((scope) => !Object.hasOwn(known, scope));
  if (scopes.length > 0 && unknown.length === 0) return;
  const words = unknown.map(
    (scope) => `There is no scope '${scope}'.${didYouMean(scope, Object.keys(known))}`,
  );
  const list = Object.entries(known).map(([scope, allows]) => `${scope} (${allows})`);
  throw new OracleError('invalid_request', {
    detail: words.length === 0 ? `${whose} needs at least one scope.` : words.join(' '),
    hint: `Known scopes: ${list.join(', ')}.`,
    errors: [
      { field: 'scopes', message: unknown.length === 0 ? 'is empty' : `unknown: ${unknown.join(', ')}` },
    ],
  });
}

/** Nobody gives what they do not hold. @throws OracleError `forbidden` */
export function checkHeldScopes(scopes: readonly string[], by: Principal): void {
  const lacking = scopes.filter((scope) => !hasScope(by, scope));
  if (lacking.length > 0)
    throw new OracleError('forbidden', {
      detail: `You cannot give what you do not hold: ${lacking.join(', ')}.`,
      hint: 'Ask the owner of the oracle.',
    });
}
