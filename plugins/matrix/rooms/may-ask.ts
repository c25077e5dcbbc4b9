/** Whether one of the patterns names the user: `*` stands for any letters. */
export function mayAsk(userId: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const parts = pattern.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`, 'su').test(userId);
  });
}
