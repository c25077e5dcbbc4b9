import { OracleError } from 'oracle-runtime/plugin';
import { describe, expect, it } from 'vitest';
import { findReadingColumns } from './reading-columns.js';

describe('columns of readings by the names that people give them', () => {
  it.each([
    [
      ['village_id', 'date', 'kg'],
      ['village_id', 'date', 'kg'],
    ],
    [
      ['Code ménage', 'Date de visite', 'Consommation (kg)'],
      ['Code ménage', 'Date de visite', 'Consommation (kg)'],
    ],
    [
      ['hh_id', 'fecha de la visita', 'wood_kg'],
      ['hh_id', 'fecha de la visita', 'wood_kg'],
    ],
    [
      ['HH', 'Date [d]', 'kg charcoal'],
      ['HH', 'Date [d]', 'kg charcoal'],
    ],
    [
      ['domicílio', 'data', 'horas'],
      ['domicílio', 'data', 'horas'],
    ],
    [
      ['N° ménage', 'date', 'heures'],
      ['N° ménage', 'date', 'heures'],
    ],
    // A unit of measurement is no household.
    [
      ['id', 'date', 'value', 'unit'],
      ['id', 'date', 'value'],
    ],
    [
      ['unit', 'date', 'value'],
      ['unit', 'date', 'value'],
    ],
  ])('%j', (names, [unitId, date, value]) => {
    expect(findReadingColumns(names ?? [], {})).toMatchObject({ unitId, date, value });
  });

  it('says what to do where no column is there to be named', () => {
    const hintOf = (names: readonly string[]) => {
      try {
        findReadingColumns(names, {});
      } catch (error) {
        return OracleError.isInstance(error) ? error.hint : undefined;
      }
      return undefined;
    };
    expect(hintOf(['hh', 'hours'])).toContain('add one (YYYY-MM-DD)');
    expect(hintOf(['hh', 'date'])).not.toContain('YYYY-MM-DD');
  });

  it('asks where several could be the value', () => {
    expect(() => findReadingColumns(['hh', 'date', 'wood_kg', 'charcoal_kg'], {})).toThrow(
      'Several columns could hold the value: "wood_kg", "charcoal_kg".',
    );
  });
});
