/** What a caller is told as it stands: it names nothing of this machine. */
export class Refusal extends Error {}

/** What a caller is told of a failure; anything else than a refusal is for whoever runs the server. */
export function inWords(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return 'The sandbox could not do this. Its operator finds the reason in its log.';
}
