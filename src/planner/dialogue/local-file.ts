import { fold } from '../language/fold.js';

/** Places on the person's side, in six languages; what lies there the oracle cannot see. */
const THERE =
  /\b(?:on|from) (?:my|our) (?:computer|laptop|pc|desktop|phone|disk|machine|hard drive)\b|\b(?:auf|von) (?:meinem|unserem) (?:computer|laptop|pc|rechner|handy|desktop)\b|\bsur mon (?:ordinateur|ordi|portable|pc|bureau|telephone)\b|\ben mi (?:computadora|ordenador|compu|laptop|pc|portatil|telefono)\b|\bno meu (?:computador|pc|portatil|telefone|laptop)\b|\b(?:kwenye|katika) (?:kompyuta|simu|laptop) yangu\b/u;
const ATTACHED = /\n[^\S\n]*Attached files:\n/u;

/** Whether a message speaks of a file on the person's own machine, with none attached to it. */
export function isOnOwnMachine(text: string): boolean {
  return !ATTACHED.test(text) && THERE.test(fold(text));
}
