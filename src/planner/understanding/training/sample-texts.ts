import type { Language } from '../../language/language.js';

/** Stuff that made-up sentences speak of. Nothing depends on what it is, only on there being enough of it. */

const list = (text: string) => text.split('|');

export const PLACES = list(
  'Kisumu|Eldoret|Mombasa|Thika|Entebbe|Soroti|Moshi|Iringa|Lusaka|Ndola|Harare|Maseru|Blantyre|Mzuzu|Kumasi|Tamale|Cape Town|Abuja|Kano|Lagos|Dakar|Thiès|Bamako|Niamey|Conakry|Freetown|Abidjan|Bouaké|Porto-Novo|Libreville|Luanda|Benguela|Beira|Recife|Salvador|Manaus|Belém|São Luís|Quito|Cuenca|Lima|Cusco|Sucre|Managua|León|San Salvador|Antigua|Mérida|Bogotá|Cali|Hanoi|Phnom Penh|Yangon|Dhaka|Sylhet|Patna|Jaipur|Butwal|Colombo|Jakarta|Davao|Berlin|Köln|Paris|Lyon|Madrid|Lisboa|Zanzibar|Nairobi|Addis Ababa|Juba|Goma|Kigali|Huye',
);

export const REGIONS: Readonly<Record<Language, readonly string[]>> = {
  en: list('rural|urban|peri-urban|north|south|hills|coast|lowland|Zone A|Zone B|the east|district 4'),
  de: list('Land|Stadt|Nord|Süd|Ost|Küste|Bergland|Tal'),
  fr: list('rural|urbain|Nord|Sud|Est|plateau|littoral'),
  es: list('rural|urbano|norte|sur|valle|altiplano|costa'),
  pt: list('rural|urbano|norte|sul|litoral|sertão|interior'),
  sw: list('vijijini|mjini|kaskazini|kusini|pwani|milimani'),
};

export const FOLDERS = list(
  'reports|data|notes|archive|surveys|photos|drafts|docs|lists|maps|minutes|berichte|daten|fotos|rapports|enquetes|informes|datos|relatorios|ripoti|takwimu|2023|2024|old|backup',
);

export const STEMS = list(
  'q1|summary|baseline|hh_list|frame|usage|results|visit-12|scan|annual|budget|minutes_may|households|final|v2|region_north|list2024|register',
);

export const EXTENSIONS = list('csv|xlsx|pdf|md|txt|docx|jpg|json|png');

export const NAMES = list(
  'Grace|Otieno|Marie|José|Anna|Ibrahim|Fatou|Hassan|Priya|Rosa|Okello|Traoré|Schmidt|Nyambura|Silva',
);

export const COLUMNS = list(
  'region|district|village|ward|stratum|zone|county|commune|bezirk|distrito|kata|kijiji|hh_type|area_code',
);

export const NOTES: Readonly<Record<Language, readonly string[]>> = {
  en: list(
    'hello|hi all|done|visited|yes|no answer|Monday|meeting at nine|two stoves are missing|thank you|district office|clay stoves|rice husk|broken scales|charcoal prices|solar lanterns|fuel savings|clean cooking|water filters|call the driver before noon|scale 3 is broken|the numbers do not add up|moisture meter|refugee camps',
  ),
  de: list(
    'hallo|erledigt|besucht|ja|Montag|Treffen um neun|zwei Herde fehlen|danke|Brennholz|kaputte Waagen|Solarlampen|Biogas|Messprotokoll|Fahrer anrufen|Waage 3 ist kaputt|Zahlen stimmen nicht',
  ),
  fr: list(
    'bonjour|fait|visité|oui|lundi|réunion à neuf heures|deux foyers manquent|merci|bois de chauffe|balances cassées|lampes solaires|cuisson propre|appeler le chauffeur|les chiffres sont faux|prix du charbon',
  ),
  es: list(
    'hola|hecho|visitado|sí|lunes|reunión a las nueve|faltan dos cocinas|gracias|leña|básculas rotas|lámparas solares|cocción limpia|llamar al chofer|los números no cuadran|precio del carbón',
  ),
  pt: list(
    'olá|feito|visitado|sim|segunda|reunião às nove|faltam dois fogões|obrigado|lenha|balanças quebradas|lâmpadas solares|cozinha limpa|ligar pro motorista|os números não batem',
  ),
  sw: list(
    'habari|tayari|ndiyo|Jumatatu|mkutano saa tatu|majiko mawili hayapo|asante|kuni|mizani mbovu|taa za jua|bei ya mkaa|mpigie dereva|upandaji miti|majiko banifu',
  ),
};
