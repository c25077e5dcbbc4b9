/** `Stoves (2)` beside `Stoves`, and `Stoves (3)` beside both. */
export function nextTitle(title: string, others: readonly { readonly title: string | null }[]): string {
  const stem = title.replace(/ \(\d+\)$/, '');
  const numbers = others.flatMap((other) => {
    if (other.title === stem) return [1];
    const found = other.title?.startsWith(`${stem} (`)
      ? /^ \((\d+)\)$/.exec(other.title.slice(stem.length))
      : null;
    return found === null || found === undefined ? [] : [Number(found[1])];
  });
  return `${stem} (${Math.max(1, ...numbers) + 1})`;
}
