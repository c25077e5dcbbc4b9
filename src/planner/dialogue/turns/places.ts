/** Places in a list, by the words of six languages, without accents. */
const PLACES: readonly RegExp[] = [
  /\b(?:first|former|1st|erste[rns]?|premiere?|primer[oa]?|primeir[oa]|(?:ya )?kwanza)\b/u,
  /\b(?:second|2nd|zweite[rns]?|deuxieme|segund[oa]|(?:ya )?pili)\b/u,
  /\b(?:third|3rd|dritte[rns]?|troisieme|tercer[oa]?|terceir[oa]|(?:ya )?tatu)\b/u,
];
const LAST = /\b(?:last|latter|latest|letzte[rns]?|derniere?|ultim[oa]|(?:ya )?mwisho)\b/u;

/** The place that a folded text names, from 0; -1 is the last. Undefined where it names none. */
export function placeNamed(plain: string): number | undefined {
  if (LAST.test(plain)) return -1;
  const place = PLACES.findIndex((pattern) => pattern.test(plain));
  return place < 0 ? undefined : place;
}
