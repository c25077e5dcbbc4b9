/** What is said of how something is kept, behind its figure and before it, in the languages of the page. */
const BEHIND =
  /^[\s-]?(?:[kKMG]?i?B|(?:kilo|mega)?bytes?|octets?|baiti|ms|milli\p{L}+|lines?|Zeilen?|lignes?|l[ií]neas?|linhas?|mistari|characters?|Zeichen|caract[eè]res)(?![\p{L}\d])/iu;
const BEFORE =
  /(?:version|Fassung|versi[oó]n|vers[aã]o|toleo|lines?|Zeilen?|lignes?|l[ií]neas?|linhas?|mstari|pages?|Seiten?|p[aá]ginas?|ukurasa|size|Größe|taille|tamaño|tamanho|ukubwa|rows?|offset|limit|index|order)(?:\s(?:of|is|von|de|ya))?[\s:=(#"“]*$/iu;
const FAR = 30;

/** Whether the words around a figure say of it that it is of how something is kept: bytes, a version, a line. */
export function isAboutKeeping(text: string, start: number, end: number): boolean {
  return BEHIND.test(text.slice(end, end + FAR)) || BEFORE.test(text.slice(Math.max(0, start - FAR), start));
}
