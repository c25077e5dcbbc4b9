import { either, type Phrases } from './phrases.js';

const quote = (text: string) => `„${text}“`;

export const de: Phrases = {
  language: 'de',
  commas: false,
  and: 'und',
  quote,
  offline:
    'Offline beantwortet: Es ist kein Sprachmodell eingerichtet, daher ordne ich Anfragen nach ihren Wörtern zu.',
  cut: 'Ihre Nachricht war lang: Ich habe nur den Anfang gelesen.',
  interrupted: (title) => `${title}: Der Aufruf wurde unterbrochen, bevor es ein Ergebnis gab.`,
  done: (title) => `${title}: erledigt.`,
  leftAsItWas: 'Ich habe es so gelassen, wie es ist.',
  nothingTakenBack: 'Es wurde nichts zurückgenommen.',
  failed: (title, reason) => `${title} hat nicht geklappt: ${reason}`,
  noReason: 'Es wurde kein Grund genannt.',
  tellMe: (fields) => `Nennen Sie mir ${fields}, dann versuche ich es noch einmal.`,
  unused: (values) =>
    `Aus Ihrer Nachricht nicht verwendet: ${values}. Wenn es wichtig ist, sagen Sie bitte, was es ist.`,
  whatIs: (values) => `Was ist ${values}? Es wird hier nicht verwendet.`,
  partsApart: (parts, whole) => `Die Teile ergeben ${parts} und nicht ${whole}: was stimmt?`,
  isIt: (value, meanings) => `Ist ${value} ${either(meanings, 'oder')}?`,
  whichOne: (values) => `Was gilt: ${values}?`,
  unitsApart: 'Die Werte stehen in Einheiten, die nicht zueinander passen: stimmen sie?',
  notLoaded: (name, reason) =>
    `Ich konnte ${name} nicht verwenden: ${reason ?? 'Die Werkzeuge dafür gibt es in diesem Gespräch nicht.'}`,
  nothingAvailable: 'Es ist keine Fähigkeit verfügbar.',
  canDo: 'Das kann ich:',
  loaded: 'geladen',
  askPlainly: 'Fragen Sie in einfachen Worten, mit den Zahlen und Namen, auf die es ankommt.',
  welcome: 'Gern geschehen.',
  goodbye: 'Auf Wiedersehen.',
  good: 'Gut. Was kommt als Nächstes?',
  nothingWaits: 'Nichts hat auf ein Ja gewartet, also wurde nichts getan. Was kommt als Nächstes?',
  leaveIt: 'In Ordnung, ich lasse es dabei.',
  leftUndone: (what) => `In Ordnung: es wurde nur gezeigt. ${what}: nicht getan.`,
  notDoneYet: (what, words) =>
    `Es wurde bisher nur gezeigt. ${what}: noch nicht getan. Dafür sagen Sie ${quote(words)}.`,
  whoIAm: 'Ich bin der Offline-Planer dieses Orakels',
  hello: 'Hallo! Ich arbeite offline',
  noModel:
    'Es ist kein Sprachmodell eingerichtet, daher ordne ich einfache Anfragen den vorhandenen Fähigkeiten zu.',
  helpWith: (list) => `Ich kann helfen mit: ${list}.`,
  more: (count) => `${count} weitere (fragen Sie „what can you do?“)`,
  try: 'Zum Beispiel:',
  unsure:
    'Ich bin offline (es ist kein Sprachmodell eingerichtet) und bin nicht sicher, was Sie meinen; ich habe daher nichts getan.',
  bringFile:
    'Dateien auf Ihrem Gerät sehe ich nicht. Hängen Sie die Datei an Ihre nächste Nachricht, oder rufen Sie `oracle files put <file> <path>` auf; sagen Sie dann, was damit geschehen soll.',
  gotFile: (names) => `${names} ist da. Was soll ich damit tun?`,
  cannotShowFile: (name, type) =>
    `Was in ${name} steht, kann ich nicht zeigen: es ist hier kein reiner Text (${type}).`,
  fileBegins: (name) => `${name} beginnt so:`,
  nearest: 'Am nächsten kommt, was ich kann:',
  example: (text) => `Zum Beispiel: ${quote(text)}`,
  goAhead: 'nur zu?',
  yesOrNo: ['ja', 'nein'],
  cannotHeed: (words) => `Nicht berücksichtigen kann ich ${words}.`,
  orLeaveIt: 'Oder sagen Sie „nein“, dann lasse ich es.',
  setAside: (what) => `Zurückgestellt, denn niemand hat ja gesagt: ${what}.`,
  stillNeed: 'Ich brauche noch ',
  aValueThatFits: 'einen passenden Wert',
  forThis: (title) => `dafür: ${title}`,
  which: (label, choices, what) => `Welcher Wert für ${label}: ${choices}? Es geht um: ${what}.`,
  bounds: (label, bounds, wrote) => `${label} muss ${bounds} sein; Sie schrieben ${wrote}.`,
  atLeast: (value) => `mindestens ${value}`,
  atMost: (value) => `höchstens ${value}`,
  wholeNumber: 'eine ganze Zahl',
  refused: (why, words) => `Ich habe nichts geändert: ${why} (${words}).`,
  sayPlainly: (example) =>
    `Wenn es geschehen soll, sagen Sie es in einem einfachen Satz${example === undefined ? '' : `, etwa ${example}`}.`,
  readsAs: {
    negation: 'Der Satz sagt, was nicht geschehen soll',
    condition: 'Der Satz hängt an einer Bedingung, und auf eine solche kann ich nicht warten',
    question: 'Der Satz fragt, statt zu wünschen',
    narrowing:
      'Der Satz schränkt ein, womit es geschehen soll, und ich kann es nur mit dem tun, was genau genannt ist',
    correction: 'Der Satz nimmt etwas zurück',
    delay: 'Der Satz meint einen anderen Zeitpunkt, und ich kann nur jetzt etwas tun',
    report: 'Der Satz erzählt davon, statt es zu wünschen',
  },
};
