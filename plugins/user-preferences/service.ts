import { defineService, type Habits, type Principal } from 'oracle-runtime/plugin';

/** How a person wants to be answered. What nobody set is undefined: never a guess. */
export interface UserPreferences extends Habits {
  readonly tone?: 'brief' | 'friendly' | 'formal' | 'detailed' | undefined;
  readonly units?: 'metric' | 'imperial' | undefined;
}

/** Preferences, for whatever prints numbers, dates and units. */
export interface PreferenceService {
  of(principal: Principal): Promise<UserPreferences>;
}

export const Preferences = defineService<PreferenceService>()('user-preferences', 'preferences');
