import type { Phrases } from './phrases.js';

const quote = (text: string) => `“${text}”`;

export const pt: Phrases = {
  commas: false,
  and: 'e',
  quote,
  offline:
    'Respondido sem conexão: nenhum modelo de linguagem está configurado, por isso entendo os pedidos pelas suas palavras.',
  cut: 'A sua mensagem era longa: li apenas o começo.',
  interrupted: (title) => `${title}: a chamada foi interrompida antes de dar um resultado.`,
  done: (title) => `${title}: feito.`,
  leftAsItWas: 'Deixei como está.',
  nothingTakenBack: 'Nada foi desfeito.',
  failed: (title, reason) => `${title} não funcionou: ${reason}`,
  noReason: 'não deu nenhum motivo.',
  tellMe: (fields) => `Diga-me ${fields} e tentarei de novo.`,
  unused: (values) => `Não usado da sua mensagem: ${values}. Se for importante, diga o que é.`,
  whatIs: (values) => `O que é ${values}? Não é usado aqui.`,
  whichOne: (values) => `Qual vale: ${values}?`,
  unitsApart: 'Os valores estão em unidades que não combinam: estão certos?',
  notLoaded: (name, reason) =>
    `Não consegui usar ${name}: ${reason ?? 'as suas ferramentas não estão disponíveis nesta conversa.'}`,
  nothingAvailable: 'Nenhuma capacidade está disponível.',
  canDo: 'Isto é o que posso fazer:',
  loaded: 'carregado',
  askPlainly: 'Pergunte em palavras simples, com os números e nomes que importam.',
  welcome: 'De nada.',
  goodbye: 'Até logo.',
  good: 'Bom. O que vem a seguir?',
  leaveIt: 'Certo, fico por aqui.',
  whoIAm: 'Sou o planejador sem conexão deste oráculo',
  hello: 'Olá! Estou funcionando sem conexão',
  noModel:
    'nenhum modelo de linguagem está configurado, por isso relaciono pedidos simples com as capacidades disponíveis.',
  helpWith: (list) => `Posso ajudar com ${list}.`,
  more: (count) => `mais ${count} (pergunte “what can you do?”)`,
  try: 'Experimente:',
  unsure:
    'Estou sem conexão (nenhum modelo de linguagem está configurado) e não tenho certeza do que quer dizer, por isso não fiz nada.',
  bringFile:
    'Não vejo os ficheiros do seu computador. Anexe o ficheiro à próxima mensagem, ou execute `oracle files put <file> <path>`; depois diga o que fazer com ele.',
  nearest: 'O mais próximo que posso fazer:',
  example: (text) => `Por exemplo: ${quote(text)}`,
  goAhead: 'pode ser?',
  yesOrNo: ['sim', 'não'],
  cannotHeed: (words) => `Não posso levar em conta ${words}.`,
  stillNeed: 'Ainda preciso de ',
  aValueThatFits: 'um valor que sirva',
  forThis: (title) => `para isto: ${title}`,
  which: (label, choices, what) => `Que valor para ${label}: ${choices}? É para: ${what}.`,
  bounds: (label, bounds, wrote) => `${label} deve ser ${bounds}; você escreveu ${wrote}.`,
  atLeast: (value) => `no mínimo ${value}`,
  atMost: (value) => `no máximo ${value}`,
  wholeNumber: 'um número inteiro',
  refused: (why, words) => `Não mudei nada: ${why} (${words}).`,
  sayPlainly: (example) =>
    `Se quiser que seja feito, diga numa frase simples${example === undefined ? '' : `, como ${example}`}.`,
  readsAs: {
    negation: 'a frase diz o que não fazer',
    condition: 'a frase depende de uma condição, e não posso esperar por ela',
    question: 'a frase pergunta em vez de pedir',
    narrowing: 'a frase limita a que se aplica, e só posso aplicar ao que é nomeado exatamente',
    correction: 'a frase volta atrás em algo',
    delay: 'a frase é para outro momento, e só posso fazer as coisas agora',
    report: 'a frase conta em vez de pedir',
  },
};
