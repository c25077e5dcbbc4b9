import type { Phrases } from './phrases.js';

const quote = (text: string) => `“${text}”`;

export const sw: Phrases = {
  and: 'na',
  quote,
  offline:
    'Limejibiwa nje ya mtandao: hakuna modeli ya lugha iliyowekwa, kwa hiyo maombi yanaeleweka kwa maneno yake.',
  cut: 'Ujumbe wako ulikuwa mrefu: nimesoma mwanzo wake tu.',
  interrupted: (title) => `${title}: kazi ilikatizwa kabla ya kutoa matokeo.`,
  done: (title) => `${title}: imefanyika.`,
  leftAsItWas: 'Nimeiacha kama ilivyo.',
  nothingTakenBack: 'Hakuna kilichorudishwa.',
  failed: (title, reason) => `${title} haikufanikiwa: ${reason}`,
  noReason: 'haikutoa sababu.',
  tellMe: (fields) => `Niambie ${fields} nami nitajaribu tena.`,
  unused: (values) => `Hakikutumika katika ujumbe wako: ${values}. Kama ni muhimu, sema ni nini.`,
  notLoaded: (name, reason) =>
    `Sikuweza kutumia ${name}: ${reason ?? 'zana zake hazipatikani katika mazungumzo haya.'}`,
  nothingAvailable: 'Hakuna uwezo unaopatikana.',
  canDo: 'Haya ndiyo ninayoweza kufanya:',
  loaded: 'imepakiwa',
  askPlainly: 'Uliza kwa maneno rahisi, pamoja na namba na majina muhimu.',
  welcome: 'Karibu.',
  goodbye: 'Kwaheri.',
  good: 'Vizuri. Nini kinafuata?',
  leaveIt: 'Sawa, ninaiacha hapo.',
  whoIAm: 'Mimi ni mpangaji wa nje ya mtandao wa oracle hii',
  hello: 'Habari! Ninafanya kazi nje ya mtandao',
  noModel: 'hakuna modeli ya lugha iliyowekwa, kwa hiyo ninalinganisha maombi rahisi na uwezo uliopo.',
  helpWith: (list) => `Ninaweza kusaidia na ${list}.`,
  more: (count) => `${count} zaidi (uliza “what can you do?”)`,
  try: 'Jaribu:',
  unsure:
    'Niko nje ya mtandao (hakuna modeli ya lugha iliyowekwa) na sina uhakika unamaanisha nini, kwa hiyo sijafanya chochote.',
  bringFile:
    'Sioni faili zilizo kwenye kifaa chako. Ambatisha faili kwenye ujumbe wako unaofuata, au tumia `oracle files put <file> <path>`; kisha sema nifanye nini nayo.',
  nearest: 'Yaliyo karibu zaidi ninayoweza kufanya:',
  example: (text) => `Kwa mfano: ${quote(text)}`,
  goAhead: 'niendelee?',
  yesOrNo: ['ndiyo', 'hapana'],
  cannotHeed: (words) => `Siwezi kuzingatia ${words}.`,
  stillNeed: 'Bado ninahitaji ',
  aValueThatFits: 'thamani inayofaa',
  forThis: (title) => `kwa hili: ${title}`,
  which: (label, choices, what) => `Thamani ipi kwa ${label}: ${choices}? Ni kwa: ${what}.`,
  bounds: (label, bounds, wrote) => `${label} lazima iwe ${bounds}; uliandika ${wrote}.`,
  atLeast: (value) => `angalau ${value}`,
  atMost: (value) => `isizidi ${value}`,
  wholeNumber: 'namba kamili',
  refused: (why, words) => `Sijabadilisha chochote: ${why} (${words}).`,
  sayPlainly: (example) =>
    `Ukitaka ifanyike, sema kwa sentensi moja rahisi${example === undefined ? '' : `, kama ${example}`}.`,
  readsAs: {
    negation: 'sentensi inasema lisifanyike nini',
    condition: 'sentensi inategemea sharti, nami siwezi kulisubiri',
    question: 'sentensi inauliza badala ya kuomba',
    narrowing: 'sentensi inaweka mipaka, nami ninaweza kufanya tu kwa kilichotajwa hasa',
    correction: 'sentensi inarudisha nyuma jambo',
    delay: 'sentensi ni ya wakati mwingine, nami ninaweza kufanya sasa tu',
    report: 'sentensi inasimulia badala ya kuomba',
  },
};
