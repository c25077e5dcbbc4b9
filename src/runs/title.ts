const LIMIT = 60;
/** Lines that are looked through; what is further down names nothing. */
const LOOKED_AT = 30;

/** The fields that head a forwarded mail, in the languages of mail programs: nothing but their subject is about anything. */
const HEADER =
  /^(?:from|to|cc|bcc|date|sent|reply-to|von|an|gesendet|datum|de|à|a|date|envoyé|para|enviado|data|fecha|kwa|kutoka|tarehe)\s*:/iu;
const SUBJECT = /^(?:subject|betreff|objet|asunto|assunto|mada)\s*:\s*/iu;
const REPLY = /^(?:(?:re|fwd?|aw|wg|tr|rv|enc|res)\s*:\s*)+/iu;
/** Signs of quoting, headings and lists, and what emphasises. */
const MARKS = /^(?:[>#*+\-–•|]+\s+)+|(?<![\p{L}\p{N}])[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}(?![\p{L}\p{N}])/gu;
/** A line that is drawn, maybe with words in it. */
const RULE = /^[-=_*~]{3,}/;
/** `Dear oracle,`: short, and it ends as no sentence does. */
const GREETING = /^.{1,40}[,،]$/u;

/** A session's title from its first message, on one clean line: what it is about, cut at a word. */
export function titleOf(message: string): string {
  const lines = message
    .trimStart()
    .slice(0, 10_000)
    .split(/[\r\n\u2028\u2029]+/u, LOOKED_AT)
    .map(clean)
    .filter(hasWords);
  const subject =
    lines
      .find((line) => SUBJECT.test(line))
      ?.replace(SUBJECT, '')
      .replace(REPLY, '') ?? '';
  const headers = lines.filter((line) => HEADER.test(line) || SUBJECT.test(line));
  // One such line alone is what somebody says.
  const said = headers.length < 2 ? lines : lines.filter((line) => !headers.includes(line));
  const [first = '', second] = said;
  return cut(
    hasWords(subject)
      ? subject
      : GREETING.test(first) && second !== undefined
        ? second
        : first || clean(message),
  );
}

/** Without what cannot be seen, or is only a sign. */
function clean(line: string): string {
  return line
    .replace(/[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, ' ')
    .replace(MARKS, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

function hasWords(line: string): boolean {
  return !RULE.test(line) && /[\p{L}\p{N}]/u.test(line);
}

function cut(line: string): string {
  if (line.length <= LIMIT) return line;
  const head = line.slice(0, LIMIT);
  const space = head.lastIndexOf(' ');
  return `${(space > LIMIT / 2 ? head.slice(0, space) : head.replace(/[\uD800-\uDBFF]$/, '')).trimEnd()}…`;
}
