import { FetchRefused, WorkError } from 'oracle-runtime/kit';

/** Something that was asked for and is not to be had, in words for who asked. */
export class Refusal extends Error {}

/** What goes wrong on the way to a page, in words that tell nothing of the network that this server stands in. */
export function inWords(error: unknown, host: string): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof FetchRefused || error instanceof WorkError)
    return `The page cannot be read: ${error.message}.`;
  if (error instanceof Error && error.name === 'TimeoutError') return `${host} did not answer in time.`;
  return `${host} cannot be reached.`;
}
