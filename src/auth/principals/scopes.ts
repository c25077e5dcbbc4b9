import { CORE_SCOPES } from '../../boot/reserved-names.js';
import { didYouMean } from '../../kit/nearest-name.js';
import type { Logger } from '../../plugin/index.js';

/** Tells the operator which of `externalScopes` nothing here asks for; a plugin that is left out may be why. */
export function warnOfUnknownScopes(
  scopes: readonly string[],
  known: readonly string[],
  logger: Logger,
): void {
  const names = [...Object.keys(CORE_SCOPES), ...known];
  for (const scope of scopes.filter((each) => !names.includes(each)))
    logger.warn({ scope }, `externalScopes: no plugin knows the scope.${didYouMean(scope, names)}`);
}
