const LIMIT = 60;

/** A session's title from its first message: the first line, cut at a word. */
export function titleOf(message: string): string {
  const line = message.trim().split('\n', 1)[0]?.replace(/\s+/g, ' ').trim() ?? '';
  if (line.length <= LIMIT) return line;
  const head = line.slice(0, LIMIT);
  const space = head.lastIndexOf(' ');
  return `${(space > LIMIT / 2 ? head.slice(0, space) : head.replace(/[\uD800-\uDBFF]$/, '')).trimEnd()}…`;
}
