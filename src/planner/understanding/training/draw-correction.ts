import type { SlotKind, Template, TemplateSlot } from '../../../plugin/index.js';
import type { Language } from '../../language/language.js';
import type { Leaf } from '../leaf-fields.js';
import type { DrawnTurn } from './draw-sentence.js';
import { drawValue } from './draw-value.js';
import type { Random } from './random.js';

const LEADS: Readonly<Record<Language, readonly string[]>> = {
  en: ['no, ', 'sorry, ', 'actually ', 'and with ', 'make it ', 'what about ', 'not that, ', ''],
  de: ['nein, ', 'Entschuldigung, ', 'doch ', 'und mit ', ''],
  fr: ['non, ', 'pardon, ', 'plutôt ', 'et avec ', ''],
  es: ['no, ', 'perdón, ', 'mejor ', 'y con ', ''],
  pt: ['não, ', 'desculpe, ', 'melhor ', 'e com ', ''],
  sw: ['hapana, ', 'samahani, ', 'na ', 'je ', ''],
};

/**
 * A turn that corrects one value of what was said: `no, dropout 8%`. The field is called as its schema calls it, so that
 * corrections are understood of fields about which nobody wrote one. Undefined when the sentence has no number to correct.
 */
export function drawCorrection(
  template: Template,
  leaves: ReadonlyMap<string, Leaf>,
  random: Random,
  language: Language,
): DrawnTurn | undefined {
  const slots = slotsOf(template).flatMap(({ fields: [field, ...more], draws }) => {
    const leaf = field === undefined ? undefined : leaves.get(field.path.join('.'));
    if (field?.reading !== 'as is' || more.length > 0 || !('kind' in draws)) return [];
    return leaf === undefined || leaf.kind !== 'number' || leaf.many
      ? []
      : [{ field, leaf, kind: draws.kind }];
  });
  if (slots.length === 0) return undefined;
  const { field, leaf, kind } = random.pick(slots);
  const name = random.pick(leaf.names);
  const value = drawValue(kind satisfies SlotKind, random, language);
  const before =
    random.pick(LEADS[language]) +
    (random.chance(0.85) ? `${name}${random.pick([' ', ' ', ' is ', ' = ', ': '])}` : '');
  return {
    text: before + value,
    spans: [{ start: before.length, end: before.length + value.length, fields: [field] }],
  };
}

function slotsOf(template: Template): TemplateSlot[] {
  return template.flatMap((piece) => {
    if (piece.type === 'slot') return [piece.slot];
    return piece.type === 'choice' ? piece.options.flatMap(slotsOf) : [];
  });
}
