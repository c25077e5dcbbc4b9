import { defineService, type Principal } from 'oracle-runtime/plugin';

/** How a person wants to be answered. What nobody set is undefined: never a guess. */
export interface UserPreferences {
  /** BCP 47, such as `sw-KE`. */
  readonly language: string | undefined;
  /** IANA name, such as `Africa/Nairobi`. */
  readonly timeZone: string | undefined;
  readonly units: 'metric' | 'imperial' | undefined;
  /** What separates decimals in numbers that the person writes and reads. */
  readonly decimalSeparator: '.' | ',' | undefined;
}

/** Preferences, for whatever prints numbers, dates and units. */
export interface PreferenceService {
  of(principal: Principal): Promise<UserPreferences>;
}

export const Preferences = defineService<PreferenceService>()('user-preferences', 'preferences');
