import { OracleError, redeemCode } from 'oracle-runtime/client';
import { confirm } from '../ui/dialog.js';
import { t } from '../words/index.js';
import { note } from './faults.js';
import { change } from './oracle.js';
import { arrive, find, type Person, signIn, whoIsHere } from './sign-in.js';

/** Uses the one-time code of the address, if there is one, and finds out who is here. */
export function startSignIn(): void {
  addEventListener('hashchange', () => {
    if (location.hash.startsWith('#login=')) void enter();
  });
  void enter();
}

async function enter(): Promise<void> {
  const written = /^#login=(.+)$/.exec(location.hash)?.[1];
  if (written === undefined) return find();
  // Out of the address before anything else, so that it stands in no history and no bookmark.
  history.replaceState(null, '', location.pathname);
  dispatchEvent(new HashChangeEvent('hashchange'));
  let here: Person | undefined;
  try {
    here = await whoIsHere();
    const code = decodeURIComponent(written);
    if (here !== undefined) {
      signIn.value = { state: 'in', person: here };
      if (!(await wantsToBecome(here, code))) return;
    }
    await redeemCode('', code);
    await arrive();
  } catch (error) {
    if (here !== undefined) return note(`${t('door.refused')} ${whyRefused(error)}`, 'bad');
    if (isAway(error)) signIn.value = { state: 'unreachable' };
    else signIn.value = { state: 'out', refused: whyRefused(error) };
  }
}

/**
 * Anybody can make somebody follow a link. Whoever became somebody else by one would go on in their name without knowing,
 * so they are asked first.
 */
async function wantsToBecome(here: Person, code: string): Promise<boolean> {
  const { did, name } = await change<{ readonly did: string; readonly name: string }>(
    'POST',
    '/auth/session/whose',
    { code },
  );
  if (did === here.did) return true;
  return confirm({
    title: t('door.swap', { name }),
    text: t('door.swapWhat', { here: here.name, name }),
    act: t('door.swapDo', { name }),
    bad: true,
  });
}

/** What a person can do about it; what the oracle says of a credential is meant for programs. */
function whyRefused(error: unknown): string {
  if (!OracleError.isInstance(error)) return '';
  return error.code === 'unauthenticated' ? t('door.refusedWhy') : error.message;
}

function isAway(error: unknown): boolean {
  return OracleError.isInstance(error) && error.code === 'unavailable';
}
