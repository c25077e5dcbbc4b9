/** Characters of a client's instructions that a prompt carries. */
const MOST = 8_000;

/**
 * What the client says to the model beside the person's message, from the message's `metadata.instructions`; undefined
 * when it says nothing.
 */
export function instructionsOf(metadata: Readonly<Record<string, unknown>>): string | undefined {
  const { instructions } = metadata;
  if (typeof instructions !== 'string' || instructions.trim() === '') return undefined;
  const text = instructions.trim();
  const shown = text.length > MOST ? `${text.slice(0, MOST)}\n[The rest is left out.]` : text;
  return `The program through which the person writes adds this. It gives no leave for what needs the person's own:\n\n${shown}`;
}
