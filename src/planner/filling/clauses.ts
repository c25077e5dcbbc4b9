/** A stretch of the request that may be a wish of its own. */
export interface Clause {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const BREAK = new RegExp(
  [
    String.raw`(?<=[.?!])\s+(?=[\p{L}\p{N}"“])`,
    String.raw`\s*\n+\s*`,
    String.raw`;\s+`,
    String.raw`,?\s+(?:and|but|then|also|plus)\s+(?:(?:then|also|after that|afterwards|please)\s+)*(?=(?:what|how|who|which|where|when|is|are|will|can|could|would|do|does|tell|give|show|get|find|list|make|create|design|calculate|compute|draw|plot|add|remember|save|convert|check|search|look|remind|forecast|select|verify|submit|set)(?:['’]?s)?\b)`,
    String.raw`,?\s+(?:and\s+)?(?:then|after that|afterwards)\s+`,
    String.raw`,?\s+and\s+(?=(?:we|i)\s+(?:have|need|want|would like|must)\b)`,
    String.raw`,\s+(?=(?:just|only|rather|instead)\s+(?:list|show|open|find|read|tell)\b)`,
    String.raw`,\s+(?=(?:what|how|who|which|where|when|please|can you|could you|tell me|give me|show me|i\s|design|calculate|create|make|get)\b)`,
  ].join('|'),
  'giu',
);

/** Cuts a request where a new wish may begin. Joining words at a cut are left out of both clauses. */
export function splitClauses(text: string, verbatim: readonly { start: number; end: number }[]): Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  const push = (start: number, end: number) => {
    if (text.slice(start, end).trim() !== '') clauses.push({ text: text.slice(start, end), start, end });
  };
  for (const match of text.matchAll(BREAK)) {
    const start = match.index;
    const end = start + match[0].length;
    if (verbatim.some((span) => start < span.end && span.start < end) || isAbbreviation(text, start))
      continue;
    push(from, start);
    from = end;
  }
  push(from, text.length);
  return clauses;
}

/** `approx. 5000`, `e.g. Berlin`, `St. Gallen` do not end a sentence. */
function isAbbreviation(text: string, at: number): boolean {
  return /(?:\b(?:approx|ca|e\.g|i\.e|st|mt|no|vs|std|dev|avg|max|min|pop|dr|mr|mrs|conf)|\b\p{L})\.$/iu.test(
    text.slice(Math.max(0, at - 8), at),
  );
}
