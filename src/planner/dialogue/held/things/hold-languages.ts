import { fold, foldInPlace } from '../../../language/fold.js';
import type { Language } from '../../../language/language.js';
import { getPath, rootLeaves, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import { meets } from '../../../schema/validate.js';
import { type PlannedCall, standingOf } from '../../planning/planned-call.js';

/** What the six languages are called in each of them, as they are folded. */
const CALLED: Readonly<Record<Language, string>> = {
  en: 'english englisch anglais ingles kiingereza',
  de: 'german deutsch allemand aleman alemao kijerumani',
  fr: 'french franzosisch francais frances kifaransa',
  es: 'spanish spanisch espagnol espanol espanhol kihispania',
  pt: 'portuguese portugiesisch portugais portugues kireno',
  sw: 'swahili kiswahili suaheli kisuaheli suajili suaili',
};
const CODES: ReadonlyMap<string, Language> = new Map(
  Object.entries(CALLED).flatMap(([code, names]) =>
    names.split(' ').map((name) => [name, code as Language] as const),
  ),
);
/** `in Swahili and French`: the lead belongs to the whole row. */
const IN_LANGUAGES = new RegExp(
  String.raw`(?<![\p{L}])(?:in|auf|en|em|kwa|into)\s+(?<row>(?:${[...CODES.keys()].join('|')})(?:(?:\s*,\s*|\s+(?:and|und|et|y|e|na|or)\s+|\s*[/+&]\s*)(?:in\s+|auf\s+|en\s+|em\s+|kwa\s+)?(?:${[...CODES.keys()].join('|')}))*)(?![\p{L}])`,
  'gu',
);
/** What denies a language rather than wishes for it. */
const DENIED =
  /(?<![\p{L}])(?:not|no|never|without|except|nicht|kein|ohne|ausser|pas|sans|sauf|sin|salvo|nao|sem|exceto|si|bila|isipokuwa)\s+$/u;

/**
 * A call held to the languages that the message wants its result in, `in Swahili and French only`: the field that takes them
 * has them, in their order; where there is none they are told as unused.
 */
export function holdLanguages(call: PlannedCall, message: string): PlannedCall {
  if (call.agreed === true || standingOf(call) === 'refuse') return call;
  const low = foldInPlace(message);
  const rows = [...low.matchAll(IN_LANGUAGES)].map(({ 0: raw, index, groups }) => ({
    raw: message.slice(index, index + raw.length),
    codes: (groups?.['row'] ?? '').match(/\p{L}+/gu)?.flatMap((word) => CODES.get(word) ?? []) ?? [],
    isDenied: DENIED.test(low.slice(0, index)),
  }));
  const [row, another] = rows;
  if (row === undefined) return call;
  const field = rootLeaves(fieldsOf(call.candidate.tool.parameters)).find(isOfLanguages);
  const own = field === undefined ? undefined : getPath(call.args, field.path);
  if (field !== undefined && another === undefined && !row.isDenied) {
    const codes = [...new Set(row.codes)];
    if (JSON.stringify(own) === JSON.stringify(field.kind === 'array' ? codes : codes[0])) return call;
    const value = field.kind === 'array' ? codes : codes.length === 1 ? codes[0] : undefined;
    if (value !== undefined && meets(value, field.schema))
      return {
        ...call,
        args: withPath(call.args, field.path, value),
        unused: call.unused.filter((one) => !row.raw.includes(one)),
      };
  }
  const told = fold(`${JSON.stringify(call.args)} ${call.unused.join(' ')}`);
  const isHeld = (code: string) => told.includes(`"${code}"`);
  const left = rows.filter(
    ({ raw, codes }) => !codes.every(isHeld) && !told.includes(fold(raw).replace(/^\p{L}+\s+/u, '')),
  );
  if (left.length === 0) return call;
  const unused = [...call.unused, ...left.map(({ raw }) => raw)];
  return { ...call, unused, band: 'likely', unsettled: true };
}

/** Whether a field takes codes of languages. */
function isOfLanguages({ name, schema }: Field): boolean {
  const written = JSON.stringify(schema);
  return /lang|locale/iu.test(name) && written.includes('"en"') && written.includes('"fr"');
}
