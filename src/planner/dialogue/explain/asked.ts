import { fold } from '../../language/fold.js';

/** A message of more asks for something else besides. */
const LONGEST = 120;

/** Words before a question that say nothing. */
const LEAD =
  '(?:(?:and|but|so|ok|okay|hm+|wait|sorry|please|und|aber|also|et|mais|alors|y|pero|e|mas|entao|na|lakini)[\\s,]+)*';

/** `what does precision mean here` */
const HERE = '(?: (?:here|there|exactly|in this case|hier|genau|ici|aqui|hapa))?';

/** `why 112?`, `how did you get that?`, `show me the formula`, in six languages, without accents. */
const WHY: readonly RegExp[] = [
  `(?:why|how come|warum|wieso|weshalb|pourquoi|por que|kwa nini|mbona)(?!\\s+(?:not|don'?t|do not|can'?t|nicht|pas|no|nao))(?![\\p{L}])`,
  `how (?:did|do|does|have|has|is|was|are|were) .{1,60}\\b(?:get|got|gotten|calculated?|computed?|arrived?|reach(?:ed)?|come|came|worked out|figured?|derived?|determined|obtained)\\b`,
  `how so\\b`,
  `where (?:do|does|did) .{1,40}\\bcome from`,
  `(?:what(?:'?s| is| was| are)|which) (?:the )?(?:formulas?|formulae|working|calculations?|math|maths|derivation|reasoning)\\b`,
  `(?:(?:can|could|would) you (?:please )?)?(?:show|explain|give|tell|print|see|justify)(?: (?:me|us))? (?:the |your |that |this |its )?(?:formulas?|formulae|workings?|calculations?|math|maths|steps|reasoning|derivation|reasons?)\\b`,
  `(?:(?:can|could|would) you (?:please )?)?(?:explain|justify) (?:it|that|this|(?:the|this|that) (?:results?|answers?|sizes?|numbers?|figures?)|\\d[\\d.,]*%?)(?: to (?:me|us))?`,
  `wie (?:hast|haben|kommst|kommen|kommt|wird|wurde|ist|sind) .{1,60}\\b(?:berechnet|gerechnet|ausgerechnet|darauf|drauf|dazu|zustande|ermittelt)\\b`,
  `(?:zeig|zeige|zeigen|erklare?|erklaren|gib)(?: sie)?(?: (?:mir|uns))?(?: bitte)? (?:die |den |das |deine |ihre )?(?:formeln?|rechnung|berechnung|rechenweg|rechenschritte|das ergebnis|ergebnis)\\b`,
  `(?:wie lautet|was ist|welche ist) (?:die )?formel|welche formel\\b`,
  `woher (?:kommt|kommen)\\b`,
  `comment (?:as|avez|tu|vous|est|sont|a) .{0,60}(?:calcule|obtenu|trouve|arrive)`,
  `(?:montre|montrez|affiche|affichez|explique|expliquez|donne|donnez)(?:[- ](?:moi|nous))? (?:la |le |les |ton |votre )?(?:formules?|calculs?|demarche|etapes|resultat)\\b`,
  `quelle (?:est la )?formule\\b`,
  `d'ou vien(?:t|nent)\\b`,
  `como (?:lo |la |se |has |ha |fue |voce |foi |e que )*(?:calcul|obtuv|obtev|llegaste|llego|sacaste|chegou|chegaste)`,
  `(?:muestra|muestrame|ensename|explica|explicame|dame|mostra|mostre|mostra-me|explique|de-me)(?: me)? (?:la |el |los |a |o |os )?(?:formulas?|calculos?|pasos|passos|resultado)\\b`,
  `(?:cual es|qual e|qual foi|que) (?:la |a )?formula\\b`,
  `(?:de donde (?:sale|salen|viene)|de onde (?:vem|veio|sai))\\b`,
  `(?:umepataje|umehesabuje|ulipataje|ulihesabuje|imepatikanaje)\\b`,
  `(?:nionyeshe|onyesha|eleza|nieleze) (?:fomula|kanuni|hesabu|hatua|matokeo)\\b`,
  `.{1,40}\\b(?:inatoka|imetoka|ilitoka) wapi`,
].map((pattern) => new RegExp(`^[¿¡\\s]*${LEAD}[¿¡]?${pattern}`, 'u'));

/** `what does dropout mean?`: nothing but the meaning of a word is asked for. */
const MEANING: readonly RegExp[] = [
  `what (?:does|do|did) (.+?) (?:mean|stand for)`,
  `what (?:is|was|are) meant (?:by|with) (.+)`,
  `(?:what(?:'s| is) the )?meaning of (.+)`,
  `define (.+)`,
  `was (?:bedeute[nt]|heisst|meint) (.+)`,
  `was ist mit (.+) gemeint`,
  `(?:que|qu'est[- ]ce que) (?:veut dire|veulent dire|signifient?) (.+)`,
  `(.+?),? (?:ca|cela) veut dire quoi`,
  `(?:o )?que (?:significan?|significam|quiere decir|quer dizer) (.+)`,
  `(?:nini )?maana ya (.+)`,
  `(.+?) (?:maana yake nini|(?:ina|hu|ana|ya|i)ma?anisha nini)`,
].map(whole);

/** `what is a stratum?`, which may as well ask for a value: only a word that is known is explained. */
const WHAT_IS: readonly RegExp[] = [
  `(?:why|what) (?:do|does|would|should|must|have) (?:i|we|you|one) (?:to )?(?:need|want|give|ask for|tell you) (.+?)(?: for)?`,
  `what(?:'s| is| are) (.+?) (?:good |needed |used )?for`,
  `(?:wozu|warum|wofur) (?:brauche|brauchen|braucht|brauchst|benotigen?|benotigt) (?:ich|wir|man|ihr|du|sie) (.+)`,
  `pourquoi (?:(?:ai-je|avez-vous|as-tu|a-t-on|avons-nous) besoin (?:de |d')|faut-il |demandez-vous |demandes-tu )(.+)`,
  `(?:para|por) que (?:necesito|necesita|necesitas|necesitamos|sirven?|piden?) (.+)`,
  `(?:para|por) que (?:preciso|precisa|precisas|precisamos|servem?|pedem?) (?:de |d[oa]s? )?(.+)`,
  `kwa nini (?:ninahitaji|nahitaji|unahitaji|tunahitaji) (.+)`,
  `what(?:'s| is| are) (?:an? )?(.+)`,
  `explain (.+)`,
  `was (?:ist|sind) (?:eine?n? )?(.+)`,
  `(?:c'est quoi|qu'est[- ]ce qu(?:e|')(?: ?c'est qu(?:e|'))?) ?(?:une? )?(.+)`,
  `que (?:es|son) (?:una? )?(.+)`,
  `o que (?:e|sao) (?:uma? )?(.+)`,
  `(.+) ni nini`,
].map(whole);

/** `what is in it?`: the content of a file that is spoken of. */
const CONTENT: readonly RegExp[] = [
  `what(?:'s| is) (?:in|inside)(?: of)? (?:it|that|this|there|the (?:file|list|attachment|table)|my (?:file|list))`,
  `what does (?:it|that|this|the (?:file|list|attachment|table)) (?:say|contain|hold|look like)`,
  `(?:can you )?(?:show|read|open|display|preview|look at)(?: me)? (?:it|the (?:file|list|attachment|contents?|table))(?: to me)?`,
  `was (?:steht|ist) (?:da )?(?:drin|darin|in der (?:datei|liste|tabelle))|was enthalt (?:sie|es|die (?:datei|liste|tabelle))`,
  `(?:qu'y a[- ]t[- ]il|qu'est[- ]ce qu'il y a|il y a quoi) (?:dedans|dans (?:le fichier|la liste))`,
  `que (?:hay|tiene|contiene) (?:dentro|adentro|en el|el archivo|la lista|en la lista|en el archivo)`,
  `o que (?:tem|ha|contem) (?:nele|nela|dentro|no arquivo|no ficheiro|na lista|o arquivo|a lista)`,
  `(?:kuna nini ndani|ina nini|(?:faili|orodha) ina nini)(?: yake)?`,
].map(whole);

function whole(pattern: string): RegExp {
  return new RegExp(`^[¿¡\\s]*${LEAD}[¿¡]?(?:${pattern})${HERE}[\\s?.!]*$`, 'u');
}

/** Whether a message asks how something was reckoned, or why it is so. */
export function asksWhy(text: string): boolean {
  const plain = plainOf(text);
  return plain !== undefined && WHY.some((pattern) => pattern.test(plain));
}

/** A word whose meaning is asked for; `surely` where the message cannot ask for anything else. */
export interface AskedWord {
  readonly word: string;
  readonly surely: boolean;
}

export function askedMeaning(text: string): AskedWord | undefined {
  const plain = plainOf(text);
  if (plain === undefined) return undefined;
  for (const [patterns, surely] of [
    [MEANING, true],
    [WHAT_IS, false],
  ] as const) {
    for (const pattern of patterns) {
      const word = pattern
        .exec(plain)
        ?.slice(1)
        .find((group) => group !== undefined);
      if (word !== undefined) return { word: bare(word), surely };
    }
  }
  return undefined;
}

/** Whether a message asks what stands in a file that came with it or before it. */
export function asksContent(text: string): boolean {
  const plain = plainOf(text);
  return plain !== undefined && CONTENT.some((pattern) => pattern.test(plain));
}

function plainOf(text: string): string | undefined {
  return text.length > LONGEST ? undefined : fold(text).replace(/\s+/gu, ' ').trim();
}

/** A word without quotation marks, its article, and `here` behind it. */
function bare(word: string): string {
  return word
    .replace(/["'“”„«»‘’`]/gu, '')
    .replace(
      /^(?:the|a|an|der|die|das|den|le|la|les|l|el|los|las|o|os|as|un|une|una|um|uma)\s+(?:(?:word|term|wort|begriff|mot|terme|palabra|termino|palavra|termo)\s+)?/u,
      '',
    )
    .replace(/[\s?.!,]+$/u, '')
    .replace(/\s+(?:here|there|please|in this case|hier|ici|aqui|hapa)$/u, '')
    .trim();
}
