import { foldInPlace } from '../language/fold.js';

/** A part of a message. */
export interface Part {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A question of what some source says about something. */
export interface AskedSource {
  /** What it is about: all that stands behind `about`, without courtesy. */
  readonly topic: Part;
  /** Documents that are named as where it is to be looked; empty where all are meant. */
  readonly sources: readonly Part[];
  /** Whether the source is surely a document: a file, `handbook.md`, one by its kind, `the manual`, or all of them. */
  readonly isOfDocuments: boolean;
  /** What narrows the source and is no name: `page 1` of `page 1 of wrap.pdf`. */
  readonly narrowed: readonly string[];
  /** Where the sentence begins and ends. */
  readonly start: number;
  readonly end: number;
}

/** A longer message is a letter. */
const LONGEST = 600;

const SAY =
  'say|says|said|state|states|tell us|tells us|tell me|tells me|mention|mentions|write|writes|explain|explains|have to say|has to say|contain|contains';
const ANYTHING = '(?:(?:anything|something|much) )?';

const SUR = "(?:sur |concernant |(?:a propos|au sujet) d(?:es |u |e |'))";

/** How it is asked in six languages: `S` stands for the source, `T` for the topic. The surer way comes first. */
const WAYS: readonly string[] = [
  `what (?:do|does|did) S (?:${SAY}) ${ANYTHING}(?:about|on|regarding|concerning|of|as to) T`,
  `(?:quote|cite|show me|tell me|find out|look up) what S (?:${SAY}) ${ANYTHING}(?:about|on|regarding|concerning|of) T`,
  `(?:do|does|did) S (?:${SAY}) ${ANYTHING}(?:about|on|regarding|concerning) T`,
  `what (?:is|was) (?:said|written) in S (?:about|on|regarding|concerning) T`,
  `in S,? what (?:is|was) (?:said|written) (?:about|on|regarding|concerning) T`,
  `according to S(?:,|:) (?:what about )?T`,
  `search (?:in |through )?D for T`,
  `look up T in D`,
  `was (?:sagt|sagen|schreibt|schreiben|steht|stehen) (?:in |im )?S (?:uber|zum thema|bezuglich|betreffend|in bezug auf) T`,
  `was (?:sagt|sagen|schreibt|schreiben|steht|stehen) (?:in |im )?S (?:zu|zum|zur|von|vom) T`,
  `(?:zitiere|zitier|sag mir|zeig mir),? was (?:in |im )?S (?:uber|zu|zum|zur|von) T (?:sagt|sagen|steht|stehen)`,
  `(?:durchsuche|durchsuch) D nach T`,
  `suche? (?:in|im) D nach T`,
  `que (?:dit|disent) S ${SUR}T`,
  `que (?:dit|disent) S (?:du |des |de |d')T`,
  `qu'est-ce que S (?:dit|disent) ${SUR}T`,
  `(?:cite|citez|dis-moi|montre-moi),? ce que (?:dit|disent) S ${SUR}T`,
  `(?:cherche[rz]?|recherche[rz]?) dans D T`,
  `que (?:dice|dicen) S (?:sobre|acerca de|respecto a|en cuanto a) T`,
  `que (?:dice|dicen) S (?:de|del) T`,
  `(?:cita|cite|dime|muestrame) (?:lo que|que) (?:dice|dicen) S (?:sobre|acerca de|respecto a) T`,
  `(?:busca|buscar|busque) en D T`,
  `(?:o )?que (?:diz|dizem) S (?:sobre|a respeito d(?:e|o|a|os|as)|acerca d(?:e|o|a|os|as)|quanto a) T`,
  `(?:cite|cita|mostre-me|diga-me) o que (?:diz|dizem) S (?:sobre|a respeito d(?:e|o|a|os|as)|acerca d(?:e|o|a|os|as)) T`,
  `(?:procure|procura|procurar|pesquise) (?:em|no|na|nos|nas) D (?:por )?T`,
  `S (?:i|zi|ki|vi|u|ya|wa|li|a)na(?:sema|eleza) (?:nini )?(?:kuhusu|juu ya) T`,
  `(?:tafuta|angalia) (?:katika|kwenye|ndani ya) D (?:kuhusu )?T`,
];

/** A file by its name, or a path that does not begin at the root of the files of a person. */
const FILE = String.raw`[\p{L}\p{N}_][\p{L}\p{N}_./-]*\.(?=[\p{N}]{0,3}\p{L})[\p{L}\p{N}]{2,5}`;
const HAS_FILE = new RegExp(`(?<![/\\p{L}\\p{N}._-])${FILE}(?![\\p{L}\\p{N}])`, 'giu');
/** All documents together. */
const ALL =
  'documents?|files|papers|notes|knowledge|knowledge base|sources|documentation|handbooks|manuals|guidelines|rules|regulations|policies|standards|unterlagen|dokumente?n?|dateien|quellen|regeln|richtlinien|vorschriften|handbucher|wissensbasis|documents|fichiers|sources|regles|manuels|documentos?|archivos|fuentes|reglas|normas|arquivos|ficheiros|fontes|regras|nyaraka|hati|faili|kanuni|miongozo|vyanzo';
/** What one of them is called by its kind. */
const KIND =
  /(?<![\p{L}])(?:handbook|manual|guide|guideline|policy|rulebook|methodology|handbuch|leitfaden|richtlinie|anleitung|regelwerk|manuel|reglement|guia|politica|reglamento|regulamento|kitabu|mwongozo|sera)(?![\p{L}])/u;
const DETERMINER =
  "(?:(?:all|alle|tous|toutes|todos|todas)\\s+)?(?:(?:the|my|our|your|this|that|its|these|those|der|die|das|dem|den|meine[mnr]?|unsere?[mnr]?|diese[mnrs]?|le|la|les|mon|ma|mes|notre|nos|ce|cette|ces|el|los|las|mi|mis|nuestr[oa]s?|est[ea]s?|o|a|os|as|meu|minha|meus|minhas|nosso|nossa|nossos|nossas)\\s+|l')?";
const IS_ALL = new RegExp(`^${DETERMINER}(?:${ALL})(?: (?:zangu|zetu|yangu|yetu|hizi))?$`, 'u');
const LEADING = new RegExp(
  `^${DETERMINER}(?:(?:documents?|files?|dokument|datei|fichier|documento|archivo|arquivo|ficheiro|hati|faili)\\s+(?=["'“„«\\p{L}\\p{N}]))?`,
  'u',
);
/** People and what stands for something, which are no documents. */
const NOBODY =
  /^(?:i|you|he|she|it|they|we|one|people|anyone|anybody|everyone|who|nobody|someone|that|this|these|those|us|me|ich|du|er|sie|es|wir|ihr|man|je|tu|il|elle|on|nous|vous|ils|elles|yo|usted|ustedes|ellos|ellas|nosotros|eu|voce|voces|eles|elas|nos|mimi|wewe|yeye|sisi|wao|watu)$/u;
const JOINS = /\s*(?:,|\s(?:and|und|et|y|e|na|or|oder|ou|o)\s)\s*/u;
const COURTESY =
  /[\s,]*(?<![\p{L}])(?:please|pls|thanks|thank you|bitte|danke|s'il (?:te|vous) plait|svp|merci|por favor|gracias|obrigad[oa]|tafadhali|asante)[\s,.!?]*$/u;
const LEAD =
  /^(?:(?:and|so|now|ok|okay|please|then|also|und|bitte|dann|et|alors|y|entonces|e|entao|na|tafadhali|por favor|can you tell me|could you tell me)[\s,]+)*/u;
/** Small words that lead to a document: `page 1 of`. */
const SMALL =
  /^(?:of|in|the|a|an|my|our|von|der|die|das|aus|im|de|du|des|la|le|les|dans|del|el|en|do|da|em|no|na|ya|wa|la|katika|document|file)$/u;

const PATTERNS = WAYS.map((way) => {
  const source = way
    .replace(/ /gu, '\\s+')
    .replace(/(?<![\p{L}\\])[SD](?![\p{L}])/u, '(?<source>.{1,90}?)')
    .replace(/(?<![\p{L}\\])T(?![\p{L}])/u, '(?<topic>\\S.*?)');
  return { pattern: new RegExp(`^${source}$`, 'du'), isSearch: /(?<![\p{L}])D(?![\p{L}])/u.test(way) };
});

/**
 * What a message asks about a source: `What does handbook.md say about paying interviewers on Sundays?` Undefined where it
 * asks nothing like it, or what somebody says.
 */
export function askedSource(message: string): AskedSource | undefined {
  if (message.length > LONGEST) return undefined;
  const sentence = onlySentence(message);
  if (sentence === undefined) return undefined;
  const text = foldInPlace(message).slice(sentence.start, sentence.end);
  for (const { pattern, isSearch } of PATTERNS) {
    const found = pattern.exec(text)?.indices?.groups;
    const [source, topic] = [found?.['source'], found?.['topic']];
    if (source === undefined || topic === undefined) continue;
    const part = ([from, to]: readonly [number, number]): Part => ({
      text: message.slice(sentence.start + from, sentence.start + to),
      start: sentence.start + from,
      end: sentence.start + to,
    });
    const named = sourcesOf(part(source), isSearch);
    if (named === undefined) continue;
    return { topic: unmarked(part(topic)), ...named, start: sentence.start, end: sentence.end };
  }
  return undefined;
}

/** The message without lead, courtesy and marks, where that is one sentence. */
function onlySentence(message: string): { start: number; end: number } | undefined {
  const plain = foldInPlace(message);
  const blank = /^[\s¿¡"“„«]*/u.exec(plain)?.[0].length ?? 0;
  const lead = LEAD.exec(plain.slice(blank))?.[0].length ?? 0;
  const start = blank + lead + (/^[\s¿¡]*/u.exec(plain.slice(blank + lead))?.[0].length ?? 0);
  let rest = plain.slice(start).replace(/[\s?!.…]+$/u, '');
  rest = rest.replace(COURTESY, '').replace(/[\s?!.…,]+$/u, '');
  if (rest === '' || /[?!;\n]|\p{L}{2}[.…]\s+\p{L}/u.test(rest)) return undefined;
  return { start, end: start + rest.length };
}

function sourcesOf(
  whole: Part,
  isSearch: boolean,
): Pick<AskedSource, 'sources' | 'isOfDocuments' | 'narrowed'> | undefined {
  const plain = foldInPlace(whole.text);
  if (IS_ALL.test(plain))
    // `search my files for …` looks for files.
    return isSearch && /files|dateien|fichiers|archivos|arquivos|ficheiros|faili/u.test(plain)
      ? undefined
      : { sources: [], isOfDocuments: true, narrowed: [] };
  const files = [...plain.matchAll(HAS_FILE)].map(({ 0: name, index }) =>
    partOf(whole, index, index + name.length),
  );
  if (files.length > 0) {
    let rest = plain;
    for (const { text } of files) rest = rest.replace(foldInPlace(text), ' ');
    const words = rest
      .split(JOINS)
      .join(' ')
      .split(/[^\p{L}\p{N}]+/u);
    const narrowed = words.filter((word) => word !== '' && !SMALL.test(word)).join(' ');
    return { sources: files, isOfDocuments: true, narrowed: narrowed === '' ? [] : [narrowed] };
  }
  if (isSearch) return undefined;
  const from = LEADING.exec(plain)?.[0].length ?? 0;
  const name = unmarked(partOf(whole, from, whole.text.length));
  const bare = foldInPlace(name.text);
  if (bare === '' || NOBODY.test(bare) || NOBODY.test(plain) || bare.split(/\s+/u).length > 6)
    return undefined;
  return { sources: [name], isOfDocuments: KIND.test(bare), narrowed: [] };
}

function partOf(whole: Part, from: number, to: number): Part {
  return { text: whole.text.slice(from, to), start: whole.start + from, end: whole.start + to };
}

/** Without quotation marks around it. */
function unmarked(part: Part): Part {
  const inner = /^["'“”„«»‘’‹›]\s*([^"“”„«»]+?)\s*["'“”«»‘’‹›]$/du.exec(part.text)?.indices?.[1];
  return inner === undefined ? part : partOf(part, inner[0], inner[1]);
}
