/** What a column of a logger's file can be, told by its name in the six languages of the chat. */
export type NamedRole =
  | 'time'
  | 'date'
  | 'sensor'
  | 'household'
  | 'stove'
  | 'stratum'
  | 'battery'
  | 'unit'
  | 'temperature'
  | 'other';

/** The first that fits: `Battery temperature` is of the battery, `Stove temp` a temperature, `Stove` a stove. */
const NAMES: readonly (readonly [NamedRole, RegExp])[] = [
  ['battery', /batt|akku|pile|bateria|batería|betri|\bvolt|vbat/],
  [
    'other',
    /humid|feucht|dew ?point|taupunkt|\brh\b|unyevu|rssi|signal|press|\blat|\blon|gps|^#$|^(no|nr|index|row|record|rec|seq|sample|line)\b\.?|logged|attached|detached|connected|stopped|end of file|event|status|checksum|crc/,
  ],
  [
    'household',
    /house ?hold|^hh\b|^hh_|hhid|haushalt|m[ée]nage|hogar|domic[ií]lio|agregado|kaya|nyumba|^home\b/,
  ],
  ['stratum', /strat|schicht|region|estrato|strate|tabaka|mkoa/],
  ['temperature', /temp|°|celsius|fahrenheit|joto|wert|^value|^reading|valeur|^valor|^t\d*$|^t ?\(|^thermo/],
  [
    'sensor',
    /sensor|device|logger|serial|probe|imei|\bmac\b|node|mission|capteur|sonde|enregistreur|ger[äa]t|f[üu]hler|dispositivo|registrador|kihisi|kifaa|^tag\b|^s\/?n\b|^id$|ibutton|sum ?id/,
  ],
  ['stove', /stove|herd|ofen|foyer|fourneau|cuisini|cocina|estufa|fog[ãa]o|jiko|burner/],
  ['unit', /^units?$|^einheit|^unit[ée]$|^unidad|^kipimo$/],
  ['date', /^(date|datum|fecha|data|tarehe|day)$/],
  ['time', /time|date|stamp|zeit|datum|heure|horodat|fecha|hora|data|saa|muda|tarehe|epoch|utc/],
];

export function roleOf(name: string): NamedRole | undefined {
  const words = name.trim().toLowerCase();
  return NAMES.find(([, pattern]) => pattern.test(words))?.[0];
}

/** Whether a name says degrees Fahrenheit. */
export function saysFahrenheit(text: string): boolean {
  return /°\s?f\b|º\s?f\b|fahrenheit|\(\s?f\s?\)|\bdeg\s?f\b|_f$|^f$/i.test(text.trim());
}

/** What a line above the table says of the logger, such as `Serial No.: 2100…`. */
export function metadataOf(line: string): { readonly key: string; readonly value: string } | undefined {
  const [, key, value] =
    /^[\s"#;*]*([\p{L}\p{N}][\p{L}\p{N} ./_()-]{0,60}?)"?\s*[:=,;\t]+\s*"?(.*?)"?[\s,;"]*$/u.exec(line) ?? [];
  return key === undefined || value === undefined || value === '' ? undefined : { key: key.trim(), value };
}
