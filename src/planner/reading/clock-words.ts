/** How six languages say a time of day in words: `half past nine`, `halb zehn`, `neuf heures et demie`. Folded; parts of patterns. */
const HOURS = {
  en: 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight',
  de: 'eins|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf',
  fr: 'une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|midi|minuit',
  es: 'una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce',
  pt: 'uma|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|onze|doze',
  sw: 'moja|mbili|tatu|nne|tano|sita|saba|nane|tisa|kumi(?: na (?:moja|mbili))?',
};
const MINUTES = {
  en: '(?:five|ten|fifteen|twenty(?:[- ]five)?|thirty(?:[- ]five)?|forty(?:[- ]five)?|fifty(?:[- ]five)?)',
  de: '(?:funf|zehn|funfzehn|zwanzig|funfundzwanzig|dreissig|dreißig|vierzig|funfundvierzig|funfzig)',
  fr: '(?:cinq|dix|quinze|vingt(?:[- ]cinq)?|trente|quarante(?:[- ]cinq)?|cinquante)',
  es: '(?:cinco|diez|quince|veinte|veinticinco|treinta|cuarenta|cincuenta)',
  pt: '(?:cinco|dez|quinze|vinte(?: e cinco)?|trinta|quarenta(?: e cinco)?|cinquenta)',
};
const or = (words: string): string => `(?:\\d{1,2}|${words})`;

/** Hours behind the word that makes a time of them: `at nine`, `um acht`, `a las tres`. */
export const WORD_HOURS = `(?:(?:at|by) (?:${HOURS.en})(?: o'clock)?|(?:um|gegen) (?:${HOURS.de})|a las? (?:${HOURS.es})|[ad]?as (?:${HOURS.pt}))`;

/** A time of day with a part of its hour in words. */
export const WORD_CLOCK = `(?:${[
  `(?:at )?(?:a )?(?:half|quarter) (?:past|to|after|before|till) ${or(HOURS.en)}`,
  `at half ${or(HOURS.en)}`,
  `(?:at )?(?:${MINUTES.en}|\\d{1,2} minutes) (?:past|to|before|after) ${or(HOURS.en)}`,
  `(?:at |by )(?:${HOURS.en}) ${MINUTES.en}`,
  `(?:um |gegen )?(?:${or(MINUTES.de)}(?: minuten)? (?:vor|nach) )?(?:halb|viertel|viertel vor|viertel nach|dreiviertel) ${or(HOURS.de)}`,
  `(?:um |gegen )(?:${MINUTES.de}|\\d{1,2} minuten|\\d{1,2}) (?:vor|nach) ${or(HOURS.de)}`,
  `(?:um |gegen )?(?:${HOURS.de}|ein) uhr(?: ${or(MINUTES.de)})?`,
  `(?:a |vers )?(?:${or(HOURS.fr)} ?(?:heures?|h)|midi|minuit) (?:et (?:demie?|quart)|moins (?:le )?(?:quart|${MINUTES.fr})|${MINUTES.fr})`,
  `(?:a|vers) (?:${HOURS.fr}) heures?`,
  `(?:a |sobre )?las? ${or(HOURS.es)} (?:y|menos) (?:media|(?:un )?cuarto|${MINUTES.es})`,
  `(?:a )?(?:un )?(?:cuarto|${MINUTES.es}) para las? ${or(HOURS.es)}`,
  `[ad]?as? ${or(HOURS.pt)}(?: horas?)? (?:e|menos) (?:meia|(?:um )?quarto|${MINUTES.pt})`,
  `(?:as? |ao )?(?:um quarto|${MINUTES.pt}) para as? ${or(HOURS.pt)}`,
  `saa (?:${HOURS.sw})(?: na (?:nusu|robo|dakika [a-z0-9]+)| kasoro(?:bo| robo| dakika [a-z0-9]+))`,
].join('|')})`;
