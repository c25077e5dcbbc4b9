import type { Choice } from './form-model.js';

/** Fuels that a household is asked about. */
export const FUELS = [
  { name: 'wood', label: { en: 'Wood', de: 'Holz', fr: 'Bois', es: 'Leña', pt: 'Lenha', sw: 'Kuni' } },
  {
    name: 'charcoal',
    label: { en: 'Charcoal', de: 'Holzkohle', fr: 'Charbon de bois', es: 'Carbón', pt: 'Carvão', sw: 'Mkaa' },
  },
  { name: 'gas', label: { en: 'Gas', de: 'Gas', fr: 'Gaz', es: 'Gas', pt: 'Gás', sw: 'Gesi' } },
  {
    name: 'kerosene',
    label: {
      en: 'Kerosene',
      de: 'Kerosin',
      fr: 'Pétrole',
      es: 'Queroseno',
      pt: 'Querosene',
      sw: 'Mafuta ya taa',
    },
  },
  {
    name: 'electricity',
    label: {
      en: 'Electricity',
      de: 'Strom',
      fr: 'Électricité',
      es: 'Electricidad',
      pt: 'Eletricidade',
      sw: 'Umeme',
    },
  },
  {
    name: 'residues',
    label: {
      en: 'Crop residues or dung',
      de: 'Erntereste oder Dung',
      fr: 'Résidus ou bouse',
      es: 'Residuos o estiércol',
      pt: 'Resíduos ou estrume',
      sw: 'Mabaki ya mazao au samadi',
    },
  },
] as const satisfies readonly Choice[];

/** How people write each of them, and what is made of them and burns otherwise, in the languages of the page. */
const WRITTEN: Readonly<Record<(typeof FUELS)[number]['name'] | 'pressed' | 'ethanol', RegExp>> = {
  wood: /wood|holz|bois|le[ñn]a|lenha|kuni/iu,
  charcoal: /char|coal|kohle|carb|carv|mkaa|makaa/iu,
  gas: /gas|gaz|g[áa]s|gesi|lpg|gpl|glp/iu,
  kerosene: /keros|queros|paraff|p[ée]trole|petr[óo]leo|mafuta/iu,
  electricity: /electr|[ée]lectri|eletri|el[ée]c\b|strom|umeme/iu,
  residues: /dung|dünger|mist|bouse|esti[eé]r|ester|samadi|straw|stroh|crop|ernte|resid|r[ée]sidu|mabaki/iu,
  pressed: /pellet|bri[qk]|chip|dust|säge|sciure|serr/iu,
  ethanol: /ethanol|etanol|alcohol|alkohol|alcool/iu,
};
/** What stands between the names of more than one fuel. */
const MORE = /[/,+&]|\b(?:and|und|et|y|e|na|with|mit)\b/iu;

/**
 * The fuel that a text names: `eucalyptus firewood` is wood, `Holzkohle` is charcoal, though wood is in its name. Undefined
 * for one that is not known, and for more than one.
 */
export function fuelNamed(text: string): keyof typeof WRITTEN | undefined {
  if (MORE.test(text)) return undefined;
  const named = (Object.keys(WRITTEN) as (keyof typeof WRITTEN)[]).filter((fuel) => WRITTEN[fuel].test(text));
  // What wood is made into bears its name.
  const [only, ...more] = named.length > 1 ? named.filter((fuel) => fuel !== 'wood') : named;
  return more.length === 0 ? only : undefined;
}
