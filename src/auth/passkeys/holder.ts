import { OracleError, type Principal } from '../../plugin/index.js';

/**
 * What lasts as long as a person is made and ended by the person, signed in: a key or a token that leaked must not stay for
 * ever by it.
 * @throws OracleError `forbidden`
 */
export function requireHolder({ kind }: Principal): void {
  if (kind === 'owner' || kind === 'person') return;
  throw new OracleError('forbidden', {
    detail: 'Devices are for who is signed in.',
    hint: 'Sign in with a link of `oracle login`.',
  });
}
