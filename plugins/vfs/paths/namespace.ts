declare const namespaceBrand: unique symbol;

/** `user:<address>` or `entity:<did>`: one owner's separate tree of files, used verbatim in URLs. */
export type Namespace = string & { readonly [namespaceBrand]: true };

const MAX_LENGTH = 256;
/** The method-specific id of the owner's DID: `ixo1...`, `z6Mk...`, `web:host`-like ids with `:` and `%`. */
const USER = /^user:[A-Za-z0-9._:%-]+$/;
const ENTITY = /^entity:did:[a-z0-9]+:[A-Za-z0-9._:%-]+$/;

/** The namespace that the text names, or undefined; also of what has none. */
export function asNamespace(text: string | undefined): Namespace | undefined {
  if (text === undefined) return undefined;
  const valid = text.length <= MAX_LENGTH && (USER.test(text) || ENTITY.test(text));
  return valid ? (text as Namespace) : undefined;
}

/** The namespace of a domain or other entity. Undefined when it is no DID. */
export function entityNamespace(did: string): Namespace | undefined {
  return asNamespace(`entity:${did}`);
}

/** Whether it is one DID's own, which its name tells only in part. */
export function isPersonal(namespace: Namespace): boolean {
  return USER.test(namespace);
}
