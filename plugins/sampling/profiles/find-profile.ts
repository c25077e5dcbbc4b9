import { BUILT_IN_PROFILES, DEFAULT_PROFILE } from './built-in-profiles.js';
import type { Profile } from './profile.js';

/** The profiles that this oracle allows, the default first. */
export interface Profiles {
  readonly all: readonly Profile[];
  readonly defaultName: string;
  find(name: string): Profile | undefined;
}

/** Built-in profiles plus an operator's own; one of the same name replaces the built-in. */
export function profilesWith(extra: readonly Profile[] = [], defaultName = DEFAULT_PROFILE): Profiles {
  const byName = new Map([...BUILT_IN_PROFILES, ...extra].map((profile) => [profile.name, profile]));
  return { all: [...byName.values()], defaultName, find: (name) => byName.get(name) };
}
