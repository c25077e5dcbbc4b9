import { describe, expect, it } from 'vitest';
import { SensorLog } from '../logger-files/sensor-log.js';
import { namedAfter } from './sensor-names.js';

const laid = (name: string, household: string, ofFile?: string) => {
  const log = new SensorLog(name);
  log.household = ofFile;
  return { log, household };
};

describe('the household that a sensor is named after', () => {
  it('is said by its name or its file', () => {
    const named = namedAfter([laid('HH-2 wood', 'HH-1'), laid('S-7', 'HH-1', 'HH-3')]);
    expect([...named]).toEqual([
      ['HH-2 wood', 'HH-2'],
      ['S-7', 'HH-3'],
    ]);
  });

  it('is not said by mere numbers, which count sensors', () => {
    expect(namedAfter([laid('1', '12'), laid('2', '7'), laid('3', '44')]).size).toBe(0);
  });

  it('is said by numbers where they are those of the households as a rule', () => {
    expect(namedAfter([laid('1', '1'), laid('2', '2'), laid('9', '2')]).get('9')).toBe('9');
  });
});
