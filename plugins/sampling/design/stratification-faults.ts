import { isRecord } from 'oracle-runtime/kit';
import type { Fault } from './faults.js';
import { variationFault } from './variation-fault.js';

type Loose = Readonly<Record<string, unknown>>;

/** Tolerance of the sum of weights: 0.7 + 0.2 + 0.1 is 0.9999999999999999, and people write 0.333333. */
const WEIGHT_TOLERANCE = 1e-6;

/** Names that a person would read as the same stratum are the same. */
function stratumKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}

/** What contradicts or is missing among the strata of an unchecked request. */
export function stratificationFaults(request: Loose): Fault[] {
  const stratification = asRecord(request['stratification']);
  if (stratification?.['enabled'] !== true) return [];
  const strata = stratification['strata'];
  if (!Array.isArray(strata) || strata.length === 0) {
    return [
      fault(
        'invalid_request',
        'strata',
        'is required when stratification is enabled: a list of name and weight.',
      ),
    ];
  }
  const records = strata.map((stratum) => asRecord(stratum) ?? {});
  return [
    ...nameFaults(records),
    ...shareFaults(records, request['population']),
    ...records.flatMap((stratum, index) => expectationFaults(stratum, index, request)),
  ];
}

function nameFaults(strata: readonly Loose[]): Fault[] {
  const seen = new Map<string, number>();
  return strata.flatMap(({ name }, index) => {
    if (typeof name !== 'string') return [];
    const first = seen.get(stratumKey(name));
    if (first === undefined) {
      seen.set(stratumKey(name), index);
      return [];
    }
    return [fault('conflict', `strata.${index}.name`, `'${name}' is already the name of strata.${first}.`)];
  });
}

function shareFaults(strata: readonly Loose[], population: unknown): Fault[] {
  const populations = numbers(strata, 'population');
  const weights = numbers(strata, 'weight');
  const faults: Fault[] = [];
  if (weights.length === strata.length) {
    const sum = weights.reduce((a, b) => a + b, 0);
    if (Math.abs(sum - 1) > WEIGHT_TOLERANCE)
      faults.push(fault('conflict', 'strata', `the weights sum to ${round(sum)}, not to 1.`));
  }
  if (populations.length === 0) {
    for (const [index, { weight }] of strata.entries()) {
      if (weight === undefined)
        faults.push(
          fault(
            'invalid_request',
            `strata.${index}.weight`,
            'is required unless every stratum has a population.',
          ),
        );
      else if (
        typeof weight === 'number' &&
        typeof population === 'number' &&
        population > 1 &&
        weight >= 0 &&
        weight * population < 1
      )
        faults.push(
          fault(
            'insufficient_data',
            `strata.${index}`,
            `comes to ${round(weight * population)} units: less than one.`,
          ),
        );
    }
    return faults;
  }
  if (populations.length < strata.length) {
    faults.push(fault('invalid_request', 'strata', 'give a population for every stratum or for none.'));
    return faults;
  }
  const sum = populations.reduce((a, b) => a + b, 0);
  if (typeof population === 'number' && sum !== population)
    faults.push(
      fault('conflict', 'strata', `the populations sum to ${sum}, not to the population ${population}.`),
    );
  for (const [index, stratum] of strata.entries()) {
    const { weight, population: units } = stratum;
    if (typeof units === 'number' && units >= 0 && units < 1)
      faults.push(
        fault('insufficient_data', `strata.${index}.population`, `comes to ${units} units: less than one.`),
      );
    if (
      typeof weight === 'number' &&
      typeof units === 'number' &&
      Math.abs(weight * sum - units) > Math.max(1, 0.01 * sum)
    )
      faults.push(
        fault(
          'conflict',
          `strata.${index}.weight`,
          `${weight} contradicts the population ${units} of ${sum}.`,
        ),
      );
  }
  return faults;
}

function expectationFaults(stratum: Loose, index: number, request: Loose): Fault[] {
  const type = request['parameterType'];
  const faults: Fault[] = [];
  const { mean, dropoutRate } = stratum;
  if (typeof mean === 'number' && (mean <= 0 || (type === 'proportion' && mean >= 1)))
    faults.push(
      fault(
        'invalid_request',
        `strata.${index}.mean`,
        type === 'proportion'
          ? `${mean} is no proportion: it must be above 0 and below 1.`
          : `${mean} is not allowed: it must be above 0.`,
      ),
    );
  const { mean: own = request['expectedMean'], sd = request['expectedSD'] } = stratum;
  const variation = variationFault(type, own, sd);
  // What the strata only inherit is told once, of the whole.
  if (variation !== undefined && (mean !== undefined || stratum['sd'] !== undefined))
    faults.push(fault('invalid_request', `strata.${index}.${variation.of}`, variation.message));
  if (dropoutRate === 1)
    faults.push(
      fault('invalid_request', `strata.${index}.dropoutRate`, '1 is not allowed: it must be below 1.'),
    );
  return faults;
}

function numbers(strata: readonly Loose[], key: string): number[] {
  return strata.map((stratum) => stratum[key]).filter((value) => typeof value === 'number');
}

function asRecord(value: unknown): Loose | undefined {
  return isRecord(value) ? (value as Loose) : undefined;
}

function fault(code: Fault['code'], field: string, message: string): Fault {
  return { code, field: `stratification.${field}`, message };
}

function round(value: number): number {
  return Number(value.toPrecision(10));
}
