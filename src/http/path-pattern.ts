/** What is no literal in a path: `:name` is one segment and `*name`, at the end, all that is left. */
const PARAMETER = /[:*]([A-Za-z_$][\w$]*)/g;
const PATH = /^\/(?:[^\s:*?#%(){}[\]+!"\\]|:[A-Za-z_$][\w$]*)*(?:\*[A-Za-z_$][\w$]*)?$/;

/** Whether the router can match it; it has no optional groups any more. */
export function isPattern(path: string): boolean {
  return PATH.test(path);
}

/** The paths of a route, without and with each of its optional groups (`{/:id}`). */
export function variantsOf(path: string): string[] {
  const group = /\{([^{}]*)\}/.exec(path);
  if (group === null) return [path || '/'];
  const before = path.slice(0, group.index);
  const after = path.slice(group.index + group[0].length);
  return [...variantsOf(before + after), ...variantsOf(before + (group[1] ?? '') + after)];
}

/** The same path in the words of OpenAPI: `:id` and `*rest` become `{id}` and `{rest}`. */
export function templateOf(path: string): string {
  return path.replace(PARAMETER, '{$1}');
}
