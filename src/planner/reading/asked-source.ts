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

/** How a question begins. */
const ASKS: Readonly<Record<'en' | 'de' | 'fr' | 'es' | 'pt', string>> = {
  en: '(?=(?:who|whom|whose|what|when|where|which|how|why|is|are|was|were|do|does|did|may|must|can|should) )',
  de: '(?=(?:wer|wen|wem|was|wann|wo|wie|wieviele?|welche[rsmn]?|warum|ist|sind|darf|durfen|muss|mussen|kann|konnen|soll|sollen|gibt) )',
  fr: "(?=(?:qui|que|quoi|quand|ou|comment|combien|quel\\p{L}*|pourquoi|est-ce|faut-il|doit-on|peut-on) |qu')",
  es: '(?=(?:a |de |en |cada )?(?:quien|quienes|que|cuando|donde|como|cuanto|cuantos|cuanta|cuantas|cual|cuales|por que|hay|se|debe|deben|puede|pueden) )',
  pt: '(?=(?:a |de |em |com )?(?:quem|que|o que|quando|onde|como|quanto|quantos|quanta|quantas|qual|quais|por que|ha|deve|devem|pode|podem) )',
};
const PT_IN = '(?:em|no|na|nos|nas)';
const PT_OF = '(?:sobre|a respeito d(?:e|o|a|os|as)|acerca d(?:e|o|a|os|as))';

/**
 * How it is asked in six languages: `S` stands for the source, `D` for one that is surely a document, `T` for the topic, which
 * as `G` goes up to the last of what may lead to the source. `W` is a source of one word in the midst of the topic, of which `R` is
 * the rest. The surer way comes first.
 */
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
  `what (?:is|was|has been|stands|do you find|can you find) (?:said |written |known )?(?:about|on|regarding|concerning) G in D`,
  `(?:search|look|find|find me|show me)(?: for)? (?:passages |quotes |something |anything )?(?:about |on )?G (?:in|within|through) D`,
  `${ASKS.en}G according to D`,
  `was (?:steht|wird gesagt|ist geschrieben) (?:uber|zu|zum|zur|von) G (?:in|im) D`,
  `(?:suche?|finde?|such mir|finde mir)(?: nach| etwas uber)? G (?:in|im) D`,
  `${ASKS.de}T (?:laut|gemass)(?: de[mrn]| unserem| unserer)? W R`,
  `${ASKS.de}G (?:laut|gemass|nach) D`,
  `qu'est-il ecrit ${SUR}G dans D`,
  `(?:qu'est-ce qui|que) (?:est|est-il) (?:dit|ecrit) ${SUR}G dans D`,
  `(?:cherche[rz]?|recherche[rz]?|trouve[rz]?)(?:-moi)? ${SUR}?G dans D`,
  `(?:selon|d'apres) D, T`,
  `${ASKS.fr}G (?:selon|d'apres) D`,
  `que (?:esta escrito|se dice|hay escrito|pone|dice) (?:sobre|acerca de) G en D`,
  `(?:busca|buscar|busque|encuentra|encuentre)(?:me)? (?:algo )?(?:sobre )?G en D`,
  `segun D, T`,
  `${ASKS.es}G segun D`,
  `(?:o )?que (?:esta escrito|se diz|ha) ${PT_OF} G ${PT_IN} D`,
  `(?:procure|procura|procurar|pesquise|pesquisa|busque|busca|encontre)(?: por| algo sobre| sobre)? G ${PT_IN} D`,
  `(?:segundo|conforme|de acordo com) D, T`,
  `${ASKS.pt}G (?:segundo|conforme|de acordo com) D`,
  `(?:kuna nini|nini kimeandikwa|kimeandikwa nini|kumeandikwa nini) kuhusu G (?:katika|kwenye) D`,
  `(?:tafuta|nitafutie|angalia) (?:habari )?(?:za |kuhusu )?G (?:katika|kwenye|ndani ya) D`,
  `(?:kulingana na|kwa mujibu wa) D, T`,
  `G (?:kulingana na|kwa mujibu wa) D`,
];

/** A longer question has a story. */
const LONGEST_QUESTION = 120;
/** With fewer words a question points at what was said before. */
const FEWEST = 4;
/** What is asked to be told, or whether it is so. */
const TOLD =
  /^(?:(?:tell me|sag mir|sage mir|dis-moi|dites-moi|dime|digame|diga-me|me diga|niambie),? )?(?:is it (?:true|right|correct) that |stimmt es,? dass |ist es (?:wahr|richtig),? dass |est-il vrai que |est-ce vrai que |es (?:verdad|cierto) que |e verdade que |je,? ni kweli kwamba |ni kweli kwamba |je,? )?/u;
const TRUTH = /true|right|correct|stimmt|wahr|richtig|vrai|verdad|cierto|kweli/u;
/** `what a lovely day` asks nothing, and what a word means no document of anybody is asked. */
const CRIES =
  /^(?:what an? |how (?:nice|lovely|sad|good|great) |que (?:bom|bien|pena) |quel(?:le)? (?:dommage|belle|beau) |(?:what (?:is|are) an?|was ist eine?|qu'est-ce qu'une?|que es una?|o que e uma?) )|(?<!\p{L})(?:means?|meant|bedeute[nt]|heisst|signifie\p{L}*|veut dire|significa\p{L}*|quer dizer|maana)(?!\p{L})/u;
const OPENS_AT_ALL = new RegExp(
  [
    '(?:who|whom|whose|what|when|where|which|how|why)',
    '(?:wer|wen|wem|was|wann|wo|wie|wieviele?|welche[rsmn]?|warum)',
    "(?:qui|quand|comment|combien|pourquoi|quel\\p{L}*|qu'est-ce)",
    '(?:quien|quienes|cuando|donde|cuanto|cuantos|cuanta|cuantas|cual|cuales|que)',
    '(?:quem|quando|onde|quanto|quantos|quanta|quantas|qual|quais)',
    '(?:nani|lini|wapi)',
  ]
    .map((words) => `^(?:a |de |en |con |com |cada |in |on |by )?${words}(?!\\p{L})`)
    .join('|'),
  'u',
);
/** With a question mark also what asks yes or no, and Swahili, which asks at the end. */
const OPENS = new RegExp(
  `${OPENS_AT_ALL.source}|^(?:is|are|does|do|must|ist|sind|darf|muss|gibt es|est-ce que|faut-il|hay|se debe|deve|nobody|everybody)(?!\\p{L})|(?<!\\p{L})(?:nani|nini|lini|wapi|gani|ngapi|vipi|mara ngapi|kiasi gani)(?!\\p{L})`,
  'u',
);
/** Speak of who writes, of who answers, or of what was spoken of before. */
const OF_US: ReadonlySet<string> = new Set(
  (
    'i me my mine we us our ours you your yours it its this that these those they them their he she his her here now today tomorrow yesterday ' +
    'ich mir mich mein meine meiner meinen wir uns unser unsere du dir dich dein deine sie ihr ihre es dies diese dieser heute morgen ' +
    'je j moi mon ma mes nous notre nos tu te toi ton ta tes vous votre vos il elle ils elles ce cela ca aujourd hui demain ' +
    'yo me mi mis nosotros nuestro nuestra tu tus te usted su sus eso esto esta hoy manana ' +
    'eu meu minha meus minhas nos nosso nossa voce seu sua isso isto este ele ela hoje amanha ' +
    'mimi yangu zangu langu wangu sisi yetu zetu wewe yako zako hii hiyo hizi hilo leo kesho'
  ).split(' '),
);

/** A file by its name, or a path that does not begin at the root of the files of a person. */
const FILE = String.raw`[\p{L}\p{N}_][\p{L}\p{N}_./-]*\.(?=[\p{N}]{0,3}\p{L})[\p{L}\p{N}]{2,5}`;
const HAS_FILE = new RegExp(`(?<![/\\p{L}\\p{N}._-])${FILE}(?![\\p{L}\\p{N}])`, 'giu');
/** All documents together. */
const ALL =
  'documents?|files|papers|notes|knowledge|knowledge base|sources|documentation|handbooks|manuals|guidelines|rules|regulations|policies|standards|unterlagen|dokumente?n?|dateien|quellen|regeln|richtlinien|vorschriften|handbucher|wissensbasis|documents|fichiers|sources|regles|manuels|documentos?|archivos|fuentes|reglas|normas|arquivos|ficheiros|fontes|regras|nyaraka|hati|faili|kanuni|miongozo|vyanzo';
/** What one of them is called by its kind. */
const KIND =
  /(?<![\p{L}])(?:handbook|manual|guide|guideline|policy|rulebook|methodology|handbuch|leitfaden|richtlinie|anleitung|regelwerk|manuel|reglement|guia|politica|reglamento|regulamento|kitabu|mwongozo|sera)(?![\p{L}])/u;
const IS_KIND = new RegExp(
  `^(?:\\p{L}+ )?(?:${KIND.source})(?: (?!d(?:ie|er|as|en|em)(?!\\p{L}))\\p{L}+){0,2}$`,
  'u',
);
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
    .replace(/(?<![\p{L}\\])T(?![\p{L}])/u, '(?<topic>\\S.*?)')
    .replace(/(?<![\p{L}\\])G(?![\p{L}])/u, '(?<topic>\\S.*)')
    .replace(/(?<![\p{L}\\])W(?![\p{L}])/u, '(?<source>\\p{L}+)')
    .replace(/(?<![\p{L}\\])R(?![\p{L}])/u, '(?<rest>\\S.*)');
  return { pattern: new RegExp(`^${source}$`, 'du'), isSearch: /(?<![\p{L}])[DW](?![\p{L}])/u.test(way) };
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
    const [source, topic, rest] = [found?.['source'], found?.['topic'], found?.['rest']];
    if (source === undefined || topic === undefined) continue;
    const part = ([from, to]: readonly [number, number]): Part => ({
      text: message.slice(sentence.start + from, sentence.start + to),
      start: sentence.start + from,
      end: sentence.start + to,
    });
    const named = sourcesOf(part(source), isSearch);
    if (named === undefined) continue;
    const about = unmarked(part(topic));
    const whole = rest === undefined ? about : { ...about, text: `${about.text} ${part(rest).text}` };
    return { topic: whole, ...named, start: sentence.start, end: sentence.end };
  }
  return undefined;
}

/**
 * A question of what is so, of the kind that a document answers: `How often are boreholes tested?`. It speaks of nobody here, of no
 * thing by its name and of no number. Undefined where a message is none.
 */
export function plainQuestion(
  message: string,
): { readonly text: string; readonly isOfTruth: boolean } | undefined {
  const sentence = message.length > LONGEST_QUESTION ? undefined : onlySentence(message);
  if (sentence === undefined) return undefined;
  const said = message.slice(sentence.start, sentence.end);
  const whole = foldInPlace(said);
  const lead = TOLD.exec(whole)?.[0].length ?? 0;
  const isOfTruth = TRUTH.test(whole.slice(0, lead));
  // `les forages sont-ils testés` speaks of nobody before.
  const text = whole.slice(lead).replace(/-(?:t-)?(?:ils?|elles?|on)(?!\p{L})/gu, '');
  const isAsked = /\?[\s.!?]*$/u.test(message) ? isOfTruth || OPENS.test(text) : OPENS_AT_ALL.test(text);
  const isOwn = CRIES.test(text) || text.split(/[^\p{L}]+/u).some((word) => OF_US.has(word));
  if (!isAsked || isOwn || /[\p{N}/@#]/u.test(text) || text.split(' ').length < FEWEST) return undefined;
  return { text: said.slice(lead), isOfTruth };
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
  const from = LEADING.exec(plain)?.[0].length ?? 0;
  const name = unmarked(partOf(whole, from, whole.text.length));
  const bare = foldInPlace(name.text);
  if (isSearch && !IS_KIND.test(bare)) return undefined;
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
