import type { Phrases } from './phrases.js';

const quote = (text: string) => `«${text}»`;

export const es: Phrases = {
  commas: false,
  and: 'y',
  quote,
  offline:
    'Respondido sin conexión: no hay ningún modelo de lenguaje configurado, así que entiendo las peticiones por sus palabras.',
  cut: 'Su mensaje era largo: solo he leído el principio.',
  interrupted: (title) => `${title}: la llamada se interrumpió antes de dar un resultado.`,
  done: (title) => `${title}: hecho.`,
  leftAsItWas: 'Lo he dejado como está.',
  nothingTakenBack: 'No se ha deshecho nada.',
  failed: (title, reason) => `${title} no funcionó: ${reason}`,
  noReason: 'no dio ningún motivo.',
  tellMe: (fields) => `Dígame ${fields} y lo intentaré de nuevo.`,
  unused: (values) => `No usado de su mensaje: ${values}. Si importa, diga qué es.`,
  whatIs: (values) => `¿Qué es ${values}? Aquí no se usa.`,
  whichOne: (values) => `¿Cuál vale: ${values}?`,
  unitsApart: 'Los valores están en unidades que no se corresponden: ¿son correctos?',
  notLoaded: (name, reason) =>
    `No pude usar ${name}: ${reason ?? 'sus herramientas no están disponibles en esta conversación.'}`,
  nothingAvailable: 'No hay ninguna capacidad disponible.',
  canDo: 'Esto es lo que puedo hacer:',
  loaded: 'cargado',
  askPlainly: 'Pregunte con palabras sencillas, con los números y nombres que importan.',
  welcome: 'De nada.',
  goodbye: 'Adiós.',
  good: 'Bien. ¿Qué sigue?',
  leaveIt: 'De acuerdo, lo dejo así.',
  whoIAm: 'Soy el planificador sin conexión de este oráculo',
  hello: '¡Hola! Funciono sin conexión',
  noModel:
    'no hay ningún modelo de lenguaje configurado, así que relaciono peticiones sencillas con las capacidades disponibles.',
  helpWith: (list) => `Puedo ayudar con ${list}.`,
  more: (count) => `${count} más (pregunte «what can you do?»)`,
  try: 'Pruebe:',
  unsure:
    'Estoy sin conexión (no hay ningún modelo de lenguaje configurado) y no sé bien qué quiere decir, así que no he hecho nada.',
  bringFile:
    'No veo los archivos de su equipo. Adjunte el archivo a su próximo mensaje, o ejecute `oracle files put <file> <path>`; luego diga qué hacer con él.',
  nearest: 'Lo más parecido que puedo hacer:',
  example: (text) => `Por ejemplo: ${quote(text)}`,
  goAhead: '¿adelante?',
  yesOrNo: ['sí', 'no'],
  cannotHeed: (words) => `No puedo tener en cuenta ${words}.`,
  stillNeed: 'Todavía necesito ',
  aValueThatFits: 'un valor que sirva',
  forThis: (title) => `para esto: ${title}`,
  which: (label, choices, what) => `¿Qué valor para ${label}: ${choices}? Es para: ${what}.`,
  bounds: (label, bounds, wrote) => `${label} debe ser ${bounds}; usted escribió ${wrote}.`,
  atLeast: (value) => `como mínimo ${value}`,
  atMost: (value) => `como máximo ${value}`,
  wholeNumber: 'un número entero',
  refused: (why, words) => `No he cambiado nada: ${why} (${words}).`,
  sayPlainly: (example) =>
    `Si quiere que se haga, dígalo en una frase sencilla${example === undefined ? '' : `, como ${example}`}.`,
  readsAs: {
    negation: 'la frase dice lo que no hay que hacer',
    condition: 'la frase depende de una condición, y no puedo esperar a que se cumpla',
    question: 'la frase pregunta en lugar de pedir',
    narrowing: 'la frase limita a qué se aplica, y solo puedo aplicarlo a lo que se nombra exactamente',
    correction: 'la frase retira algo',
    delay: 'la frase es para otro momento, y solo puedo hacer las cosas ahora',
    report: 'la frase lo cuenta en lugar de pedirlo',
  },
};
