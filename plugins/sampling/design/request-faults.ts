import { isRecord } from 'oracle-runtime/kit';
import type { Profiles } from '../profiles/find-profile.js';
import type { Fault } from './faults.js';
import { stratificationFaults } from './stratification-faults.js';
import { variationFault } from './variation-fault.js';

/** A request as it came, unchecked. */
export type Loose = Readonly<Record<string, unknown>>;

/**
 * All rules about a design request that its shape alone does not say: the profile's level, the sense of values
 * beside each other, strata that agree. Takes unchecked input, so that one answer can list these faults beside
 * those of the shape; a value of the wrong type is left to the shape.
 */
export function requestFaults(raw: unknown, profiles: Profiles): Fault[] {
  if (!isRecord(raw)) return [];
  const request = raw as Loose;
  return [
    ...profileFaults(request, profiles),
    ...valueFaults(request),
    ...populationFaults(request),
    ...stratificationFaults(request),
  ];
}

/** The profile is known, and confidence and precision, where they are given, are its own. */
export function profileFaults(request: Loose, profiles: Profiles): Fault[] {
  const name = request['profile'] ?? profiles.defaultName;
  if (typeof name !== 'string') return [];
  const profile = profiles.find(name);
  if (profile === undefined) {
    const known = profiles.all.map((p) => p.name).join(', ');
    return [invalid('profile', `'${name}' is not a known profile. Known: ${known}.`)];
  }
  const levels = (['confidence', 'precision'] as const).flatMap((field) => {
    const value = request[field];
    if (typeof value !== 'number' || same(value, profile[field])) return [];
    const others = profiles.all.filter((p) => same(p[field], value)).map((p) => p.name);
    const way = others.length > 0 ? ` Profiles that use ${value}: ${others.join(', ')}.` : '';
    return [
      invalid(field, `${value} is not allowed: profile ${profile.name} requires ${profile[field]}.${way}`),
    ];
  });
  return levels.length === 0 || request['profile'] !== undefined
    ? levels
    : [...levels, ...profileChoice(request, profiles)];
}

/** Who named a level and no profile meant another than the default: which ones have that level. */
function profileChoice({ confidence, precision }: Loose, profiles: Profiles): Fault[] {
  if (typeof confidence !== 'number' || typeof precision !== 'number') return [];
  const fitting = profiles.all.filter((p) => same(p.confidence, confidence) && same(p.precision, precision));
  if (fitting.length === 0) return [];
  const names = fitting.map((p) => p.name).join(' or ');
  return [invalid('profile', `is needed for ${confidence} and ${precision}: ${names}.`)];
}

function same(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-12;
}

/** Beyond it nothing is measured, and squares would have no room. */
const LARGEST = 1e15;

function valueFaults(request: Loose): Fault[] {
  const faults: Fault[] = [];
  const { expectedMean: mean, expectedSD: sd, dropoutRate: dropout, parameterType: type } = request;
  for (const [field, value] of Object.entries({ expectedMean: mean, expectedSD: sd }))
    if (typeof value === 'number' && value > LARGEST)
      faults.push(invalid(field, 'is larger than anything that is measured'));
  if (faults.length > 0) return faults;
  if (type === 'proportion') {
    if (typeof mean === 'number' && (mean <= 0 || mean >= 1))
      faults.push(invalid('expectedMean', `${mean} is no proportion: it must be above 0 and below 1.`));
  } else {
    if (typeof mean === 'number' && mean <= 0)
      faults.push(
        invalid(
          'expectedMean',
          `${mean} is not allowed: the precision is relative to the mean, so it must be above 0.`,
        ),
      );
    if (sd === undefined)
      faults.push(
        invalid(
          'expectedSD',
          'is required for a mean. For a share of households in use, set parameterType to proportion.',
        ),
      );
  }
  const variation = variationFault(type, mean, sd);
  if (variation !== undefined)
    faults.push(invalid(variation.of === 'mean' ? 'expectedMean' : 'expectedSD', variation.message));
  if (dropout === 1)
    faults.push(invalid('dropoutRate', '1 is not allowed: it must be below 1, or nobody would be left.'));
  return faults;
}

/** 0 or 1 units are no population to sample from. */
export function populationFaults(request: Loose): Fault[] {
  const { population } = request;
  if (population !== 0 && population !== 1) return [];
  return [
    {
      code: 'insufficient_data',
      field: 'population',
      message: `${population} is too few units for a sample: at least 2 are needed.`,
    },
  ];
}

function invalid(field: string, message: string): Fault {
  return { code: 'invalid_request', field, message };
}
