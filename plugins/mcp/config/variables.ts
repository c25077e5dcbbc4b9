/** `${NAME}`, `${env:NAME}` and `${NAME:-what else}`, as desktop clients write them. */
const NAMED = /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;
const SECRET_NAME = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL|MNEMONIC|AUTH/i;
/** Shorter values would blot out ordinary words. */
const SHORTEST = 6;

/** Fills in variables, and notes which were not set and what is a secret. */
export class Variables {
  readonly unset = new Set<string>();
  readonly secrets = new Set<string>();
  readonly #variable: (name: string) => string | undefined;

  constructor(variable: (name: string) => string | undefined) {
    this.#variable = variable;
  }

  fill(text: string): string {
    return text.replace(NAMED, (_, name: string, otherwise: string | undefined) => {
      const value = this.#variable(name);
      if (value !== undefined && SECRET_NAME.test(name)) this.#keep(value);
      if (value === undefined && otherwise === undefined) this.unset.add(name);
      return value ?? otherwise ?? '';
    });
  }

  /** A value whose own name says whether it is a secret. */
  fillNamed(name: string, text: string): string {
    return SECRET_NAME.test(name) ? this.fillSecret(text) : this.fill(text);
  }

  /** A value that is one, such as of a header; of `Bearer abc` the `abc` is one as well. */
  fillSecret(text: string): string {
    const value = this.fill(text);
    for (const part of [value, ...value.split(/\s+/)]) this.#keep(part);
    return value;
  }

  /** An address; what its query or its user part calls a secret is one. */
  fillUrl(text: string): string {
    const filled = this.fill(text);
    if (!URL.canParse(filled)) return filled;
    const { password, searchParams } = new URL(filled);
    this.#keep(decodeURIComponent(password));
    for (const [name, value] of searchParams) if (SECRET_NAME.test(name)) this.#keep(value);
    return filled;
  }

  #keep(secret: string): void {
    if (secret.length >= SHORTEST) this.secrets.add(secret);
  }
}
