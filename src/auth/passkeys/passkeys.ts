import { createHash } from 'node:crypto';
import { type Clock, type Logger, OracleError, type Principal } from '../../plugin/index.js';
import type { PasskeyRow, Store } from '../../store/types.js';
import { openLoginSession } from '../identity/login-session.js';
import { identityMissing, unauthenticated } from '../principals/auth-errors.js';
import type { Identity } from '../types.js';
import { type Assertion, checkAssertion, checkRegistration } from './ceremony.js';
import { type ChallengeUse, knownChallenge, newChallenge } from './challenges.js';
import { requireHolder } from './holder.js';
import type { NoRelyingParty, RelyingParty } from './relying-party.js';
import type { Passkeys } from './types.js';

export interface PasskeyDeps {
  readonly store: Pick<Store, 'passkeys' | 'people' | 'logins' | 'audit' | 'keys'>;
  readonly identity: Identity | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Asked each time: the port is known once it listens. */
  readonly party: () => RelyingParty | NoRelyingParty;
}

/** Passkeys of the owner and of people; see {@link Passkeys}. */
export function createPasskeys({ store, identity, clock, logger, party }: PasskeyDeps): Passkeys {
  const macKey = () => store.keys('auth').get('passkey-challenges');

  const audit = (action: string, { did, name }: PasskeyRow, by: Principal) =>
    store.audit.record({ action, subject: did, actor: by.id, invoker: by.did, details: { name } });

  function requireParty(): RelyingParty {
    if (identity === undefined) throw identityMissing();
    const found = party();
    if (typeof found !== 'string') return found;
    throw new OracleError('conflict', {
      detail: WHY_NOT[found],
      hint: 'Sign in by a link: npx oracle login',
    });
  }

  const challengeFor = async (use: ChallengeUse) => newChallenge(await macKey(), use, clock);

  /** Uses the challenge up: of all who bring it, the first one gets on. */
  async function spend(use: ChallengeUse, challenge: string): Promise<void> {
    const known = knownChallenge(await macKey(), use, challenge, clock);
    if (known === undefined) throw new Error('The challenge is not ours, or over');
    if (!(await store.logins.consume(`passkey ${known.nonce}`, known.expiresAt)))
      throw new Error('The challenge was used before');
  }

  async function signedIn(id: string, assertion: Assertion, userHandle: string | undefined) {
    const here = requireParty();
    const passkey = await store.passkeys.find(id);
    if (passkey === undefined || passkey.rpId !== here.id) throw new Error('Nobody has this passkey');
    const { did, name } = passkey;
    if (userHandle !== undefined && userHandle !== handleOf(did)) throw new Error('It is somebody else’s');
    // Of an identity that was replaced the owner's passkeys are over.
    const person = did === identity?.did ? undefined : await store.people.find(did);
    if (did !== identity?.did && person === undefined)
      throw new Error('Who had this passkey may come no longer');
    const { challenge, signCount } = checkAssertion(assertion, passkey.publicKey, here);
    await spend({ to: 'sign-in' }, challenge);
    return { did, person, signCount, passkey: { id, name } };
  }

  return {
    place: () => party(),

    async offerNew(by) {
      requireHolder(by);
      const { id } = requireParty();
      const own = await store.passkeys.list(by.did);
      return {
        challenge: await challengeFor({ to: 'make', did: by.did }),
        rpId: id,
        userHandle: handleOf(by.did),
        known: own.map((each) => each.id),
      };
    },

    async add(by, name, registration) {
      requireHolder(by);
      const here = requireParty();
      try {
        const { challenge, passkey } = checkRegistration(registration, here);
        await spend({ to: 'make', did: by.did }, challenge);
        const row = await store.passkeys.add({ ...passkey, did: by.did, rpId: here.id, name });
        await audit('passkey.add', row, by);
        return row;
      } catch (error) {
        if (OracleError.isInstance(error)) throw error;
        throw notMade(error);
      }
    },

    async list(by) {
      requireHolder(by);
      return store.passkeys.list(by.did);
    },

    async remove(by, id) {
      requireHolder(by);
      const row = await store.passkeys.remove(by.did, id);
      if (row === undefined) throw new OracleError('not_found', { detail: 'You have no such passkey.' });
      await audit('passkey.remove', row, by);
    },

    async offerSignIn() {
      const { id } = requireParty();
      return { challenge: await challengeFor({ to: 'sign-in' }), rpId: id };
    },

    async signIn({ id, userHandle, assertion }, address) {
      try {
        const { signCount, ...who } = await signedIn(id, assertion, userHandle);
        if (!(await store.passkeys.use(id, signCount, address))) {
          await store.audit.record({
            action: 'passkey.copied',
            subject: who.did,
            actor: who.did,
            invoker: who.did,
            details: { name: who.passkey.name, ...(address === undefined ? {} : { from: address }) },
          });
          throw new Error('It was used as often before, as a copy of it would be');
        }
        return await openLoginSession({ store, clock, address }, who);
      } catch (error) {
        if (OracleError.isInstance(error)) throw error;
        // For the operator; whoever asks hears the same for all that does not hold.
        logger.info(
          { why: error instanceof Error ? error.message : String(error) },
          'a passkey did not hold',
        );
        throw unauthenticated();
      }
    },
  };
}

const WHY_NOT: Readonly<Record<NoRelyingParty, string>> = {
  address: 'There are no passkeys here: browsers make none for an address in digits, as PUBLIC_URL has.',
  insecure:
    'There are no passkeys here: browsers make none over plain HTTP. PUBLIC_URL has to begin with https.',
  unnamed: 'There are no passkeys here: the oracle does not know its name. Set PUBLIC_URL.',
};

function notMade(cause: unknown): OracleError {
  return new OracleError('invalid_request', {
    detail: `The passkey does not hold: ${cause instanceof Error ? cause.message : String(cause)}.`,
    hint: 'Make it again in the page, at the address that GET /auth/devices names.',
    cause,
  });
}

/** What an authenticator keeps of whose passkey it is; it says nothing about them. */
function handleOf(did: string): string {
  return createHash('sha256').update(did).digest('base64url');
}
