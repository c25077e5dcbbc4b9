import { type JSONPath, visit } from 'jsonc-parser';

/** Where the first key stands that its object has already; undefined when every key stands once. @param text JSON that parses */
export function locateRepeatedKey(text: string): JSONPath | undefined {
  const open: Set<string>[] = [];
  let found: JSONPath | undefined;
  visit(text, {
    onObjectBegin: () => {
      open.push(new Set());
    },
    onObjectEnd: () => {
      open.pop();
    },
    onObjectProperty: (key, _offset, _length, _line, _character, path) => {
      const keys = open.at(-1);
      if (keys?.has(key) === true) found ??= [...path(), key];
      keys?.add(key);
    },
  });
  return found;
}
