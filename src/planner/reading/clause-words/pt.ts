import type { ClauseWords } from './clause-words.js';

const DONE =
  '(?:\\p{L}{2,}(?:ado|ido|ada|ida|ados|idos|adas|idas)|feito|posto|escrito|visto|dito|feita|aberto|pago)';
const I_DID =
  '(?:apaguei|exclui|deletei|removi|publiquei|movi|enviei|mandei|copiei|renomeei|fiz|salvei|perdi|mudei|aprovei|rejeitei|criei|calculei|coloquei|eliminei|apagou|apagaram|apagamos|apagaste|excluiu|excluiram|excluimos|removeu|removeram|publicou|publicaram|publicamos|moveu|moveram|movemos|enviou|enviaram|enviamos|fizemos|fez|fizeram|perdemos|aprovou|aprovaram|rejeitou|rejeitaram|deletou|deletaram|mandou|mandaram|visitamos|entrevistamos|eliminou|eliminaram|mudou|mudaram)';

/** Not reviewed by a native speaker. */
export const PT: ClauseWords = {
  joins: 'e depois|e tambem|e entao|e|ou|depois|entao|tambem|alem disso',
  turns: 'mas|porem|em vez disso|contudo|antes',
  starters:
    'eu|nos|voce|voces|tu|ele|ela|ha|temos|tenho|sao|e o|que|qual|quais|quem|onde|quando|como|quanto|quantos|quantas|quanta|por que|porque|nao|nunca|nada|pode|podes|poderia|podia|posso|podemos|devo|devemos|deveria|quero|queremos|preciso|precisamos|por favor|se',
  fillers:
    'por favor|pfv|pf|ok|ola|oi|bom dia|boa tarde|obrigado|obrigada|e|bem|agora|depois|entao|so|apenas|somente|sim|primeiro|simplesmente|,|:|!',
  negation:
    'nao|nunca|jamais|nada|nenhum|nenhuma|ninguem|nem|tampouco|sem|em vez de|ao inves de|evit\\w+|deix\\w+ .{1,40} (?:em paz|como esta|quiet\\w+|tal qual)|cancel\\w+|esque\\w+ isso|de jeito nenhum',
  harmless:
    'nao (?:tenho|temos) certeza|nao sei|nao so|por que nao|nao (?:respond\\w+|particip\\w+|us\\w+|utiliz\\w+|tem|tenh\\w+|temos|lembr\\w+|funcion\\w+|esta\\w*|estao|quer\\w* (?:responder|participar)|sao|ha|entend\\w+|encontr\\w+|volt\\w+|foram? (?:encontrad\\w+|localizad\\w+)|sabe\\w*|se (?:encontr\\w+|us\\w+))|nao (?:mais|menos) (?:de|que|do que)|sem (?:perdas?|desistencias?|abandonos?|reposicao|resposta|evasao)|nenhuma? (?:perda|problema|desistencia|ideia)|com ou sem|se nao|ou nao',
  condition:
    'se (?:ele|ela|eles|elas|o|a|os|as|for|forem|estiver|tiver|houver|der|eu|voce|nao|nos|alguem|isso|esse|essa|este|esta|tudo|ja|ainda|ficar|chover|¤|\\p{L}+r(?:em|mos)?)|a menos que|a nao ser que|salvo se|desde que|contanto que|caso|no caso|supondo|suponha|suponhamos|senao|do contrario|quando|uma vez|assim que|logo que|ate que|enquanto|depois que|antes que|conforme',
  courtesy:
    'se possivel|se puder|se voce puder|se der|se quiser|se for preciso|se necessario|quando puder|assim que possivel|se nao me engano|se nao',
  question:
    'que|o que|qual|quais|quem|onde|quando|como|quanto|quanta|quantos|quantas|por que|porque|e (?:seguro|possivel)|sao|esta|estao|ha|tem|foi|foram|posso|podemos|pode-se|da para|devo|devemos|deveria|deveriamos|sabe|sabes|sera|seria|ja|tenho que|vale|apagamos|publicamos',
  advice:
    'devo|devemos|deveria|deveriamos|tenho que|temos que|tenho de|posso|podemos|pode-se|poderia (?:eu|ser)|da pra|da para|pode ser (?:apagad\\w+|desfeit\\w+|recuperad\\w+|publicad\\w+|movid\\w+)|e (?:seguro|possivel|prudente|recomendavel|boa ideia|perigoso|melhor|arriscado|reversivel)|seria (?:seguro|possivel|melhor|bom)|o que (?:acontece|aconteceria|acontecera|ocorre|muda|ha)|que (?:acontece|aconteceria)|e se|talvez|quem sabe|sera que|me pergunto|pergunto-me|estou pensando|penso em|estou a pensar|nao sei se|nao tenho certeza se|recomenda\\w*|aconselha\\w*|vale a pena|como (?:posso|se|poderia|faco|apago|publico|apagar|excluir|publicar)|em teoria|hipoteticamente|quem (?:pode|poderia|veria|podera|ve)',
  request:
    '(?:voce |o senhor |a senhora )?(?:pode|podes|poderia|podia|poderias)(?: me| voce| por favor)?(?! ser| apagar-se)|voce pode|voce poderia|me (?:ajuda|mostra)|posso ver|se importa de|seria possivel voce',
  wish: 'quero|queremos|queria|gostaria|gostariamos|preciso|precisamos|e preciso|pela presente|por favor|vamos|desejo|desejamos',
  past: `(?:tenho|tem|temos|tinha|tinham|tinhamos|havia|haviam)(?: (?:ja|sido|por engano|tambem)){0,2} ${DONE}|(?:foi|foram|era|estava|ficou|sido) (?:\\p{L}+mente )?${DONE}|${I_DID}|por engano|sem querer|por acidente`,
  report: `(?:que |o que )?(?:eu |nos |alguem |ele |ela |voce |ja |eles )?(?:(?:tinha|havia|tinhamos) ${DONE}|${I_DID})`,
  narrowing:
    'exceto|excepto|menos (?:o|a|os|as|¤|esse|essa)|salvo(?! se)|com excecao|mas nao|fora (?:o|a|os|as|¤)|alem de|so(?! # (?:%|por))|somente|apenas|unicamente|tod[oa]s [oa]s (?:pdfs?|csvs?|imagens|fotos|velh[oa]s|antig[oa]s|vazi[oa]s|rascunhos|planilhas|duplicad[oa]s|word|excel|¤)|[oa]s (?:velh[oa]s|antig[oa]s|vazi[oa]s|ultim[oa]s|primeir[oa]s|duplicad[oa]s|demais|outr[oa]s)|mais (?:velh[oa]s?|antig[oa]s?|grandes?|pequen[oa]s?|recentes?|nov[oa]s?) (?:que|do que)|anteriores? a|posteriores? a|[oa]s que|aquel[ea]s que|cuj[oa]s?|que (?:sao|estao|tem|tenham|comecam|comecem|terminam|contem|contenham)|chamad[oa]s|mantenha|conserve|deixe (?:fora|so)|metade d[oa]s|algun?s|algumas|o resto',
  correction:
    'nao,? espera|espera|espere|nao,? desculpa|desculpa|desculpe|quero dizer|quis dizer|quer dizer|digo|ou melhor|melhor dizendo|na verdade|alias|correcao|ops|me enganei|nao[,:]',
  noOrder: 'e|sao|foi|era|esta|estao|tem|de|do|da|=|:|ou|eu|nos',
  objects:
    'o|a|os|as|um|uma|uns|umas|meu|minha|meus|minhas|nosso|nossa|nossos|nossas|tudo|todo|todos|toda|todas|este|esta|estes|estas|esse|essa|isso|isto|me|nos|¤|nada|cada|ao',
};
