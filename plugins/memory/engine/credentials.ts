import { randomUUID } from 'node:crypto';
import { type Clock, OracleError, type Principal, type Signer } from 'oracle-runtime/plugin';

const LIFE_SECONDS = 300;

/** Whom memories belong to: the owner id of whoever asks; undefined for who is nobody, and so has none. */
export function subjectOf({ kind, id }: Pick<Principal, 'kind' | 'id'>): string | undefined {
  const isNobody = kind === 'anonymous' || typeof id !== 'string' || id.trim() === '';
  return isNobody ? undefined : id;
}

/** Says to the engine for whom it is asked: a JWT (RFC 7519, EdDSA) by this oracle, anew for each request. */
export class Credentials {
  readonly #signer: Signer | undefined;
  readonly #audience: string;
  readonly #clock: Clock;

  /** @param audience origin of the engine */
  constructor(signer: Signer | undefined, audience: string, clock: Clock) {
    this.#signer = signer;
    this.#audience = audience;
    this.#clock = clock;
  }

  /**
   * Good for five minutes.
   * @throws OracleError `identity_missing`, `unauthenticated` for a subject that is nobody
   */
  async for(subject: string): Promise<string> {
    if (this.#signer === undefined) {
      throw new OracleError('identity_missing', {
        detail: 'Memory needs the identity of this oracle: it signs for whom the engine is asked.',
        hint: 'Set SIGNING_MNEMONIC, or start with npm start, which makes one.',
      });
    }
    if (subject.trim() === '') throw nobody();
    const now = Math.floor(this.#clock.now() / 1_000);
    const { did } = this.#signer;
    const claims = { iss: did, sub: subject, aud: this.#audience, iat: now, exp: now + LIFE_SECONDS };
    const head = encoded({ alg: 'EdDSA', typ: 'JWT', kid: did });
    const signed = `${head}.${encoded({ ...claims, jti: randomUUID(), scope: 'memory' })}`;
    const signature = await this.#signer.sign(Buffer.from(signed));
    return `${signed}.${Buffer.from(signature).toString('base64url')}`;
  }
}

export function nobody(): OracleError {
  return new OracleError('unauthenticated', { detail: 'Memories belong to somebody: sign in.' });
}

/** What looks like such a credential, in what an engine says: one that lies or is careless may say it again. */
export function withoutCredentials(text: string): string {
  return text.replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '<credential>');
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
