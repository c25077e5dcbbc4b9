/** What proxies send to keep a connection open where a part of an answer is due. */
const KEEPS_OPEN =
  /^[\s:;.!-]*(?:(?:open ?router )?processing|keep[\s_-]?alive|ping|pong|heart[\s_-]?beat|waiting|queued|connected|null)?[\s:;.!-]*$/i;

/** Whether words in a stream are no part of an answer; others stand where a part was, or tell that there is none. */
export function keepsOpen(words: string): boolean {
  return KEEPS_OPEN.test(words);
}
