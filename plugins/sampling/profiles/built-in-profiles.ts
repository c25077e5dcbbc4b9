import type { Profile } from './profile.js';

export const DEFAULT_PROFILE = 'swiss-95-5';

/** The standards that every oracle knows; an operator adds others in `oracle.config.json`. */
export const BUILT_IN_PROFILES: readonly Profile[] = [
  {
    name: DEFAULT_PROFILE,
    title: 'Swiss CO2 Ordinance, 95/5',
    confidence: 0.95,
    precision: 0.05,
    minimumSample: 30,
    minimumStratum: 30,
    censusBelow: 0,
    missRule: 'always-bound',
    source:
      'Mandated level 95/5, imprecision factored into emission reductions (Swiss CO2 Ordinance, art. 5(1)(c)(4): no significant overestimates); minimum 30 as in the CDM guideline',
  },
  {
    name: 'cdm-90-10',
    title: 'CDM, single project activity, 90/10',
    confidence: 0.9,
    precision: 0.1,
    minimumSample: 30,
    minimumStratum: 30,
    censusBelow: 0,
    missRule: 'bound-if-missed',
    source: 'CDM Standard: sampling and surveys, v09.0, para 13; lower bound correction of v08.0, para 18(c)',
  },
  {
    name: 'cdm-95-10',
    title: 'CDM, one plan over several activities, 95/10',
    confidence: 0.95,
    precision: 0.1,
    minimumSample: 30,
    minimumStratum: 30,
    censusBelow: 0,
    missRule: 'bound-if-missed',
    source: 'CDM Standard: sampling and surveys, v09.0, para 22',
  },
  {
    name: 'gs-90-10',
    title: 'Gold Standard, 90/10',
    confidence: 0.9,
    precision: 0.1,
    minimumSample: 50,
    minimumStratum: 50,
    censusBelow: 50,
    missRule: 'bound-if-missed',
    source: 'Gold Standard ERSDWS v2.0, section 14.5.3-4: 50 per sample group or stratum, census below 50',
  },
];
