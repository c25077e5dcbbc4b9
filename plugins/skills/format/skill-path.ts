const SEGMENT = /^[^\\/\p{Cc}\p{Cs}]{1,255}$/u;

/** A path within a skill's folder in its one form, or undefined: nothing leads out of it, up or to somewhere absolute. */
export function asSkillPath(text: string): string | undefined {
  if (text.length > 512) return undefined;
  const segments = text.replace(/^\.\//, '').split('/');
  const isFine = segments.every((each) => SEGMENT.test(each) && each !== '.' && each !== '..');
  return isFine ? segments.join('/') : undefined;
}
