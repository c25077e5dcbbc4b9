import { visit } from 'jsonc-parser';
import { isExact } from '../kit/exact-number.js';

/** The first whole number that JavaScript would read as another one, such as 2^53 + 1, and where it stands. @param text JSON that parses */
export function locateUnheldInteger(
  text: string,
): { readonly path: string; readonly digits: string } | undefined {
  if (!/\d{16}/.test(text)) return undefined;
  let found: { path: string; digits: string } | undefined;
  visit(text, {
    onLiteralValue: (value, offset, length, _line, _character, path) => {
      const digits = text.slice(offset, offset + length);
      if (typeof value === 'number' && /^-?\d+$/.test(digits) && !isExact(digits))
        found ??= { path: path().join('.'), digits };
    },
  });
  return found;
}
