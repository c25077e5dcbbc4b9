/** Those whose text has words of the query, by how many of them; of equals the order stays. */
export function rank<T extends { readonly text: string }>(memories: readonly T[], query: string): T[] {
  const wanted = new Set(wordsOf(query));
  return memories
    .map((memory) => ({
      memory,
      hits: new Set(wordsOf(memory.text).filter((word) => wanted.has(word))).size,
    }))
    .filter(({ hits }) => hits > 0)
    .toSorted((a, b) => b.hits - a.hits)
    .map(({ memory }) => memory);
}

/** In lower case, without accents, shorn of a plural's s. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[\p{L}\p{N}]{2,}/gu) ?? []).map((word) => word.replace(/(?<=\p{L}{3})s$/u, ''));
}
