/** What means somebody already where people are named. */
const RESERVED: ReadonlySet<string> = new Set(['owner', 'everybody', 'nobody', 'oracle']);
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u;
/** Scripts that have letters of the same looks. */
const LOOKALIKES = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u];

/** A name as it is compared: what looks or is read alike is one name. */
function foldedName(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** Why a person cannot be called so, in words that follow the name of the field; undefined when they can. */
export function nameFault(name: string, taken: readonly string[]): string | undefined {
  if (INVISIBLE.test(name)) return 'has characters that nobody sees';
  const folded = foldedName(name);
  if (folded === '' || folded === '*' || RESERVED.has(folded)) return 'is reserved';
  if (folded.startsWith('did:')) return 'must be no DID';
  if (LOOKALIKES.filter((script) => script.test(folded)).length > 1)
    return 'mixes letters of several scripts';
  const twin = taken.find((other) => other !== name && foldedName(other) === folded);
  return twin === undefined ? undefined : `is read like ${twin}, who is here`;
}
