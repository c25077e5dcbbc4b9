/**
 * What the client says to the model beside the person's message, from the message's `metadata.instructions`; undefined
 * when it says nothing. Each door refuses what is too long: a part of it would be taken for the whole.
 */
export function instructionsOf(metadata: Readonly<Record<string, unknown>>): string | undefined {
  const { instructions } = metadata;
  if (typeof instructions !== 'string' || instructions.trim() === '') return undefined;
  return `The program through which the person writes adds this. It gives no leave for what needs the person's own:\n\n${instructions.trim()}`;
}
