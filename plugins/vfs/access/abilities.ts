import type { Principal } from 'oracle-runtime/plugin';

/** What may be done with files: ability -> the abilities that it implies. Writing does not imply deleting. */
export const abilities = {
  'fs/list': [],
  'fs/read': ['fs/list'],
  'fs/write': ['fs/read'],
  'fs/delete': ['fs/read'],
} as const satisfies Record<string, readonly string[]>;

export type Ability = keyof typeof abilities;

/** Whether one of the granted scopes is the ability or implies it. */
export function covers(granted: Principal['scopes'], ability: Ability): boolean {
  if (granted.has('*') || granted.has(ability)) return true;
  const above = (Object.keys(abilities) as Ability[]).filter((each) =>
    (abilities[each] as readonly string[]).includes(ability),
  );
  return above.some((each) => covers(granted, each));
}
