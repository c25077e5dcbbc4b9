/**
 * Signs around what is said by others: a quotation, a source, a cell of somebody's table. They stand in what is being
 * worded alone and in no answer; as characters that Unicode keeps for such use they are in no text.
 */
const BEGIN = '\ufdd0';
const END = '\ufdd1';
const SIGNS = /[\ufdd0\ufdd1]/gu;

/** Marks what stays letter for letter, whatever the person's preferences are. */
export function verbatim(text: string): string {
  return text === '' ? '' : `${BEGIN}${withoutSigns(text)}${END}`;
}

/** Text with its marks taken off. */
export function withoutSigns(text: string): string {
  return text.replace(SIGNS, '');
}

/** The parts of a text in order, and which of them are marked; the marks are taken off. */
export function partsOf(text: string): { readonly text: string; readonly isVerbatim: boolean }[] {
  return text.split(BEGIN).flatMap((part, index) => {
    const end = index === 0 ? -1 : part.indexOf(END);
    const open = { text: withoutSigns(part.slice(end + 1)), isVerbatim: false };
    return end === -1 ? [open] : [{ text: withoutSigns(part.slice(0, end)), isVerbatim: true }, open];
  });
}
