/** What may be done with files: ability -> the abilities that it implies. Writing does not imply deleting. */
export const abilities = {
  'fs/list': [],
  'fs/read': ['fs/list'],
  'fs/write': ['fs/read'],
  'fs/delete': ['fs/read'],
} as const satisfies Record<string, readonly string[]>;

export type Ability = keyof typeof abilities;
