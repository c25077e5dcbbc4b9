import type { Phrases } from './phrases.js';

const quote = (text: string) => `« ${text} »`;

export const fr: Phrases = {
  commas: false,
  and: 'et',
  quote,
  offline:
    'Réponse hors ligne : aucun modèle de langage n’est configuré, les demandes sont donc comprises d’après leurs mots.',
  cut: 'Votre message était long : je n’en ai lu que le début.',
  interrupted: (title) => `${title} : l’appel a été interrompu avant de donner un résultat.`,
  done: (title) => `${title} : c’est fait.`,
  leftAsItWas: 'Je l’ai laissé tel quel.',
  nothingTakenBack: 'Rien n’a été annulé.',
  failed: (title, reason) => `${title} n’a pas marché : ${reason}`,
  noReason: 'aucune raison n’a été donnée.',
  tellMe: (fields) => `Indiquez-moi ${fields} et je réessaierai.`,
  unused: (values) => `Non utilisé dans votre message : ${values}. Si c’est important, dites ce que c’est.`,
  whatIs: (values) => `Qu’est-ce que ${values} ? Ce n’est pas utilisé ici.`,
  whichOne: (values) => `Lequel est le bon : ${values} ?`,
  unitsApart: 'Les valeurs sont dans des unités qui ne vont pas ensemble : sont-elles justes ?',
  notLoaded: (name, reason) =>
    `Je n’ai pas pu utiliser ${name} : ${reason ?? 'ses outils ne sont pas disponibles dans cette conversation.'}`,
  nothingAvailable: 'Aucune capacité n’est disponible.',
  canDo: 'Voici ce que je sais faire :',
  loaded: 'chargé',
  askPlainly: 'Demandez en mots simples, avec les nombres et les noms qui comptent.',
  welcome: 'Je vous en prie.',
  goodbye: 'Au revoir.',
  good: 'Bien. Et ensuite ?',
  leaveIt: 'D’accord, j’en reste là.',
  whoIAm: 'Je suis le planificateur hors ligne de cet oracle',
  hello: 'Bonjour ! Je fonctionne hors ligne',
  noModel:
    'aucun modèle de langage n’est configuré, je rapproche donc les demandes simples des capacités disponibles.',
  helpWith: (list) => `Je peux aider avec ${list}.`,
  more: (count) => `${count} autres (demandez « what can you do? »)`,
  try: 'Essayez :',
  unsure:
    'Je suis hors ligne (aucun modèle de langage n’est configuré) et je ne suis pas sûr de ce que vous voulez dire ; je n’ai donc rien fait.',
  bringFile:
    'Je ne vois pas les fichiers de votre appareil. Joignez le fichier à votre prochain message, ou lancez `oracle files put <file> <path>` ; dites ensuite qu’en faire.',
  nearest: 'Ce que je sais faire de plus proche :',
  example: (text) => `Par exemple : ${quote(text)}`,
  goAhead: 'on y va ?',
  yesOrNo: ['oui', 'non'],
  cannotHeed: (words) => `Je ne peux pas tenir compte de ${words}.`,
  stillNeed: 'Il me faut encore ',
  aValueThatFits: 'une valeur qui convient',
  forThis: (title) => `pour ceci : ${title}`,
  which: (label, choices, what) => `Quelle valeur pour ${label} : ${choices} ? C’est pour : ${what}.`,
  bounds: (label, bounds, wrote) => `${label} doit être ${bounds} ; vous avez écrit ${wrote}.`,
  atLeast: (value) => `au moins ${value}`,
  atMost: (value) => `au plus ${value}`,
  wholeNumber: 'un nombre entier',
  refused: (why, words) => `Je n’ai rien changé : ${why} (${words}).`,
  sayPlainly: (example) =>
    `Si vous voulez que ce soit fait, dites-le en une phrase simple${example === undefined ? '' : `, comme ${example}`}.`,
  readsAs: {
    negation: 'la phrase dit ce qu’il ne faut pas faire',
    condition: 'la phrase dépend d’une condition, et je ne peux pas en attendre une',
    question: 'la phrase pose une question plutôt qu’elle ne demande de le faire',
    narrowing: 'la phrase restreint ce qui est visé, et je ne peux agir que sur ce qui est nommé exactement',
    correction: 'la phrase revient sur quelque chose',
    delay: 'la phrase vise un autre moment, et je ne peux agir que maintenant',
    report: 'la phrase en parle plutôt qu’elle ne demande de le faire',
  },
};
