import { oneLine } from 'oracle-runtime/kit';
import type { AnalysedEntry, FactorsOfValues } from './analysed-entry.js';

/** Characters of a factor, and forms of before, that are shown. */
const [SHOWN, FORMS] = [40, 4];

/** What a kilogram of a fuel has of the energy of one of wood, and the least and the most that honest tables say. */
interface Energy {
  readonly about: number;
  readonly least: number;
  readonly most: number;
}

/** Tables differ by the moisture of the wood: a fifth. */
const aFifth = (about: number): Energy => ({ about, least: about * 0.8, most: about * 1.2 });

/**
 * Source: IPCC, 2006 Guidelines for National Greenhouse Gas Inventories, volume 2, table 1.2: wood 15.6 TJ/Gg, charcoal 29.5,
 * liquefied gas 47.3, kerosene 43.8, other primary solid biomass 11.6, of which straw has more and dung less.
 */
const ENERGY: Readonly<Record<string, Energy>> = {
  charcoal: aFifth(1.9),
  gas: aFifth(3),
  kerosene: aFifth(2.8),
  residues: { about: 0.74, least: 0.5, most: 1.2 },
};

/** What stands out in the factors by which a form multiplied what was weighed: whoever sets them with answers at hand sets the mean. */
export function factorMarks({ factors: all }: Pick<AnalysedEntry, 'factors'>): string[] {
  if (all === undefined || all === null) return [];
  return [
    ...all.flatMap(({ factors, values, mean, before }) =>
      before === null
        ? []
        : [
            `That a kilogram counts as ${inWords(factors)} of dry wood was set when ${before.values} values had come in by ${formsBefore(before.factors)}, with the mean ${before.mean}: the mean of the ${values} values by it is ${mean}.`,
          ],
    ),
    ...all.flatMap(({ factors, values }) =>
      factors.flatMap((each) => {
        const [, fuel = '', factor = ''] = /^(\w+) (\S+)$/.exec(each) ?? [];
        const energy = ENERGY[fuel];
        const isLess = energy !== undefined && Number(factor) < energy.least;
        return energy === undefined || (!isLess && !(Number(factor) > energy.most))
          ? []
          : [
              `A kilogram of ${fuel} counts as ${oneLine(factor, SHOWN)} of dry wood in the form behind ${values} values, and has about ${energy.about} times the energy of one of wood (IPCC 2006): homes that burn it seem to use ${isLess ? 'less' : 'more'}.`,
            ];
      }),
    ),
    ...(all.length < 2
      ? []
      : [
          `The values of one analysis were computed otherwise: ${all.map((each) => `${each.values} with ${inWords(each.factors)} for a kilogram, with the mean ${each.mean}`).join('; ')}.`,
        ]),
  ];
}

/** The same of every analysis of weighings. */
export function factorNote({ factors: all }: Pick<AnalysedEntry, 'factors'>): string {
  if (all === undefined || all === null) return '';
  return `; dry wood for a kilogram: ${all.map((each) => `${inWords(each.factors)} (${each.values} values)`).join('; ')}`;
}

function formsBefore(forms: NonNullable<FactorsOfValues['before']>['factors']): string {
  const told = forms.slice(0, FORMS).map(inWords).join(' or ');
  return forms.length > FORMS ? `${told}, …` : told;
}

function inWords(factors: readonly string[]): string {
  return ['wood 1', ...factors].map((each) => oneLine(each, SHOWN)).join(', ');
}
