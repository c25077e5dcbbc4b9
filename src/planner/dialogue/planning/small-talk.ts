import { fold } from '../../language/fold.js';

export type SmallTalk =
  | 'greeting'
  | 'thanks'
  | 'farewell'
  | 'identity'
  | 'capabilities'
  | 'acknowledgement'
  | 'cancel';

const GREETING =
  /^(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|hallo|hola|bonjour|moin|servus|gruezi|ciao)(?: (?:there|all|everyone|oracle|again|friend|team))?(?: how are you(?: doing)?(?: today)?)?$/u;
const KINDS: readonly (readonly [kind: SmallTalk, pattern: RegExp])[] = [
  ['greeting', GREETING],
  [
    'greeting',
    /^(?:how are you(?: doing)?(?: today)?|how is it going|hows it going|whats up|what is up|sup|nice to meet you|are you there|anyone there|test|testing|ping)$/u,
  ],
  [
    'thanks',
    /^(?:ok(?:ay)? |great |perfect |cool |awesome |nice )?(?:many |big )?(?:thanks|thank you|thx|ty|cheers|merci|danke|gracias|much appreciated)(?: (?:a lot|so much|very much|again|a bunch|for (?:the|your|that|this|all)?(?: \w+){0,3}))?$/u,
  ],
  [
    'farewell',
    /^(?:bye|goodbye|good bye|bye bye|see you(?: later| soon| tomorrow)?|ciao|good night|farewell|later|cya|take care|have a (?:good|nice|great) (?:day|evening|weekend|one))$/u,
  ],
  [
    'acknowledgement',
    /^(?:ok|okay|k|great|perfect|cool|awesome|nice|good|fine|alright|all right|got it|i see|understood|wow|sounds good|that is (?:great|good|fine|all)|thats (?:great|good|fine|all|it)|lol|haha|yes|yeah|yep|sure|no|nope|hmm+|interesting)$/u,
  ],
  [
    'cancel',
    /^(?:never ?mind|cancel(?: (?:that|it|this))?|forget (?:it|that|about it)|stop|abort|leave it|no,? (?:thanks|thank you))$/u,
  ],
  [
    'identity',
    /^(?:who|what) (?:are|r) (?:you|u)(?: exactly)?$|^are you (?:an? )?(?:ai|bot|robot|human|person|real|llm|chatgpt|gpt|model|online|offline|oracle)(?: \w+){0,2}$|^what(?: is|s) your name$|^(?:introduce|describe) yourself$|^what (?:model|llm) (?:are you|is this|do you use)$|^tell me about yourself$/u,
  ],
  [
    'capabilities',
    /^(?:help|help me|i need help|can you help(?: me)?|please help(?: me)?|help please|menu|commands|options|capabilities|\?+)$/u,
  ],
  [
    'capabilities',
    /^(?:so )?(?:what|which) (?:all )?(?:can|could|do|are|else can) (?:you|u|your|i|we)(?: (?:do|help|offer|know|capabilities|abilities|tools|skills|features|able to do|ask|ask you|use|capable of))?(?: (?:with|for me|me with|here|us|you|about|then|exactly|today))*$/u,
  ],
  [
    'capabilities',
    /^(?:list|show|show me|give me|tell me|what are|see|print)(?: me)? (?:all )?(?:of )?(?:your |the |available |my )*(?:capabilities|abilities|tools|features|plugins|commands|functions|what you can do)(?: available| you have)?$/u,
  ],
  [
    'capabilities',
    /^(?:what|which) (?:capabilities|tools|plugins|features)(?: (?:do you have|are (?:there|available|loaded)|can (?:i|you) use|exist))?$/u,
  ],
  [
    'capabilities',
    /^(?:was (?:kannst|konnen) (?:du|sie)(?: alles| fur mich)?(?: tun| machen)?|hilfe|que (?:sais|peux) tu faire(?: pour moi)?|que (?:savez|pouvez) vous faire|qu est ce que tu (?:sais|peux) faire|aide|(?:que|qu) (?:puedes|sabes|podes) hacer|en que (?:me )?puedes ayudar(?:me)?|ayuda|(?:o )?que (?:e que )?(?:voce |tu )?(?:pode|podes|sabe|sabes|consegue) fazer|ajuda|(?:je )?(?:unaweza|waweza) kufanya nini|unafanya nini|msaada)$/u,
  ],
  [
    'capabilities',
    /^(?:what (?:all )?can (?:you|i|we) (?:all )?do (?:for (?:me|us) )?(?:with|about|regarding|concerning|around)|was kannst du (?:alles )?(?:mit|bei|zu)|que (?:peux|sais) tu faire (?:avec|pour)|que puedes hacer (?:con|sobre)|o que (?:voce )?(?:pode|consegue) fazer (?:com|sobre)|unaweza kufanya nini (?:kuhusu|na))(?: (?:the|my|our|den|dem|der|meinen|les|mes|el|la|los|mis|o|a|os|meus))? \p{L}+(?: \p{L}+)?(?: (?:machen|tun|anfangen))?$/u,
  ],
  [
    'capabilities',
    /^(?:(?:i am|im|we are) new (?:here|to this) )?(?:so )?(?:(?:and )?what (?:is|does) this(?: (?:thing|page|tool|chat|oracle))?(?: (?:for|do|about|good for))?|(?:how|where) (?:do|can|should) (?:i|we) (?:start|begin)(?: here)?|how (?:does this|do these things) work|where to start|(?:i am|im|we are) new (?:here|to this)|get(?:ting)? started|show me around)$/u,
  ],
  [
    'capabilities',
    /^(?:ich bin neu hier|wir sind neu hier|wo (?:fange|fangen|soll|sollen) (?:ich|wir)(?: an| anfangen| beginnen)?|wie (?:fange|fangen) (?:ich|wir) an|wofur ist das(?: hier)?(?: gut)?|was ist das hier|je suis nouveau(?: ici)?|je suis nouvelle(?: ici)?|par ou (?:commencer|je commence|commence t on)|a quoi (?:ca|cela) sert|c est quoi ici|soy nuev[oa](?: aqui)?|(?:por donde|como) (?:empiezo|empezamos|empezar)|para que sirve esto|que es esto|sou nov[oa](?: aqui)?|por onde (?:comeco|comecamos|comecar)|como (?:comeco|comecamos|comecar)|para que serve isto|(?:o )?que e isto|mimi ni mgeni(?: hapa)?|nianzie wapi|naanzaje|nianzeje|hii ni ya nini)$/u,
  ],
  ['capabilities', /^how (?:do|can|does) (?:i|you|this|it) (?:use (?:you|this|it)|work|help(?: me)?)$/u],
];
const LEAD =
  /^(?:(?:hi|hello|hey|hiya|greetings|good (?:morning|afternoon|evening|day)|hallo|hola|bonjour)(?: (?:there|oracle|all|everyone))?|thanks|thank you|thx|ok(?:ay)?|great|perfect|cool|alright|so|well|um+|hmm+|yes|yeah|sure)(?:\s*[,.!:;–—-]+\s*|\s+)/iu;

/** What kind of small talk a message is, when it is nothing else. */
export function smallTalkOf(text: string): SmallTalk | undefined {
  const plain = fold(text)
    .replace(/['’]/gu, '')
    .replace(/[^\p{L}\p{N}?]+/gu, ' ')
    .replace(/(?<=[\p{L}\p{N}])\s*\?+/gu, ' ')
    .replace(
      /\b(?:please|pls|can you|could you|would you)\b(?= (?:list|show|tell|help|introduce|describe))/gu,
      '',
    )
    .replace(/ (?:please|pls)$/u, '')
    .replace(/\s+/gu, ' ')
    .trim();
  if (plain === '') return /\?/u.test(text) ? 'capabilities' : undefined;
  for (const [kind, pattern] of KINDS) if (pattern.test(plain)) return kind;
  const rest = withoutLead(text);
  return rest !== text && rest !== '' ? smallTalkOf(rest) : undefined;
}

/** Words of thanks and of praise, in six languages. */
const COURTESIES =
  /^(?:(?:that is|thats|das ist|c est|es|e|ni) )?(?:thanks|thank you|thx|ty|cheers|super|lovely|great|perfect|nice|cool|awesome|brilliant|wonderful|excellent|amazing|good|fine|all good|very good|ok|okay|alright|got it|that is all|thats all|that is it|thats it|bye|see you|(?:danke|vielen dank|dank dir|danke schon|danke sehr|perfekt|toll|prima|wunderbar|klasse|gut|alles klar|das wars|tschuss)|(?:merci(?: beaucoup| bien)?|parfait|genial|tres bien|c est tout|au revoir)|(?:(?:muchas )?gracias|perfecto|genial|muy bien|estupendo|eso es todo|adios)|(?:(?:muito )?obrigad[oa]|perfeito|otimo|muito bem|legal|e tudo|tchau)|(?:asante(?: sana)?|nashukuru|vizuri(?: sana)?|safi|poa|kwaheri))(?: (?:so much|very much|a lot|again|then|then that is all|oracle|for that|for this))?$/u;
const EMOJI = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)+/gu;

/**
 * Thanks or praise that is said in several pieces, or by a sign alone: `super, danke`, `lovely, that's all`, a thumb up. Undefined
 * for anything more.
 * @param text folded
 */
export function courtesyOf(text: string): 'thanks' | undefined {
  const pieces = text
    .replace(EMOJI, ',thanks,')
    .replace(/['’]/gu, '')
    .split(/[,.!;:()\n–—-]+|\b(?:and|und|et|y|e|na)\b/u)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  return pieces.length > 0 && pieces.length < 6 && pieces.every((piece) => COURTESIES.test(piece))
    ? 'thanks'
    : undefined;
}

/** The message behind `Hi there,` and the like. A message that is nothing else stays as it is. */
export function withoutLead(text: string): string {
  const rest = text.replace(LEAD, '');
  return rest.trim() === '' ? text : rest;
}
