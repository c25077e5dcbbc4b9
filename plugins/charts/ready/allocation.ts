import type { DesignRecord } from '../../sampling/service.js';
import type { Chart } from '../charts.js';
import { INK, OKABE_ITO } from '../drawing/theme.js';
import { counted, listed, said } from './say.js';

/** More would be no picture any more. */
const MOST_STRATA = 40;
const NEEDED = 'Valid units needed';
const TO_DRAW = 'Units to draw';

/** How a design divides its sample: of each stratum the valid units that it needs and the units to draw for them. */
export function allocationChart(design: DesignRecord): Chart {
  const { parameters, stratification, designId, trail } = design;
  const whole = {
    name: 'the whole population',
    population: parameters.population,
    calculatedSize: parameters.calculatedSize,
    sampleSize: parameters.adjustedSize,
  };
  const strata = stratification?.strata ?? [whole];
  const shown = strata.toSorted((a, b) => b.sampleSize - a.sampleSize).slice(0, MOST_STRATA);
  const values = shown.flatMap(({ name, population, calculatedSize, sampleSize }) => [
    { stratum: name, what: NEEDED, units: calculatedSize, label: said(calculatedSize) },
    { stratum: name, what: TO_DRAW, units: sampleSize, label: `${said(sampleSize)} of ${said(population)}` },
  ]);
  const title = 'Allocation of the sample';
  const encoding = {
    y: { field: 'stratum', type: 'nominal', title: null, sort: null, axis: { ticks: false, domain: false } },
    yOffset: { field: 'what', sort: [NEEDED, TO_DRAW] },
    x: { field: 'units', type: 'quantitative', title: 'Units', axis: { tickMinStep: 1, tickCount: 6 } },
  };
  const drawn = listed(
    shown
      .slice(0, 8)
      .map(({ name, population, sampleSize }) => `${said(sampleSize)} of ${said(population)} in ${name}`),
  );
  return {
    kind: 'allocation',
    title,
    alt:
      `Bars of ${stratification === null ? 'the whole' : counted(strata.length, 'stratum', 'strata')}: ${said(parameters.adjustedSize)} of ` +
      `${said(parameters.population)} units are drawn, so that ${said(parameters.calculatedSize)} valid ones are left. ` +
      `Drawn are ${drawn}${strata.length > 8 ? ', and fewer in the others' : ''}.` +
      (shown.length < strata.length
        ? ` The ${strata.length - shown.length} smallest are left out of the picture.`
        : ''),
    spec: {
      title: {
        text: title,
        subtitle: `${said(parameters.adjustedSize)} of ${said(parameters.population)} units · ${designId}`,
      },
      width: 460,
      height: { step: 22 },
      data: { values },
      encoding,
      layer: [
        {
          mark: { type: 'bar', cornerRadiusEnd: 2 },
          encoding: {
            color: {
              field: 'what',
              type: 'nominal',
              title: null,
              scale: { domain: [NEEDED, TO_DRAW], range: [OKABE_ITO[4], OKABE_ITO[0]] },
              legend: { orient: 'top' },
            },
          },
        },
        {
          mark: { type: 'text', align: 'left', dx: 4, color: INK },
          encoding: { text: { field: 'label', type: 'nominal' } },
        },
      ],
    },
    table: {
      columns: ['stratum', 'population', 'valid units needed', 'units to draw'],
      rows: strata.map(({ name, population, calculatedSize, sampleSize }) => [
        name,
        population,
        calculatedSize,
        sampleSize,
      ]),
    },
    source: { designId, ...(trail !== null && { trail }) },
  };
}
