import type { Language } from './language.js';

/** How a language says its numbers: words folded, forms of one number between slashes. */
export interface NumberTable {
  readonly units: string;
  readonly tens: string;
  readonly more?: Readonly<Record<string, number>>;
  readonly scales: Readonly<Record<string, number>>;
  readonly articles: string;
  readonly and: string;
  readonly andAfter: number;
  readonly point: string;
  readonly half: string;
  /** From halves on; a star marks a part that needs no numerator. */
  readonly parts: string;
  readonly ordinals: string;
  readonly last: string;
  readonly determiners: string;
  readonly every: string;
}

export const NUMBER_TABLES: Readonly<Record<Language, NumberTable>> = {
  en: {
    units:
      'zero/nought/naught one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    tens: 'twenty thirty forty/fourty fifty sixty seventy eighty ninety',
    scales: {
      hundred: 100,
      thousand: 1e3,
      grand: 1e3,
      lakh: 1e5,
      lakhs: 1e5,
      crore: 1e7,
      crores: 1e7,
      million: 1e6,
      millions: 1e6,
      billion: 1e9,
      dozen: 12,
    },
    articles: 'a an',
    and: 'and',
    andAfter: 100,
    point: 'point',
    half: 'and a half',
    parts:
      'half*/halves third/thirds quarter/quarters/fourth/fourths fifth/fifths sixth/sixths seventh/sevenths eighth/eighths ninth/ninths tenth/tenths',
    ordinals: 'first second third fourth fifth sixth seventh eighth ninth tenth',
    last: 'last latest',
    determiners: 'the that this my your our',
    every: 'every each',
  },
  de: {
    units:
      'null ein/eins/eine/einen/einem/einer/eines zwei/zwo drei vier funf/fuenf sechs sieben acht neun zehn elf zwolf/zwoelf dreizehn vierzehn funfzehn/fuenfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreissig vierzig funfzig/fuenfzig sechzig siebzig achtzig neunzig',
    more: { anderthalb: 1.5, eineinhalb: 1.5 },
    scales: {
      hundert: 100,
      tausend: 1e3,
      tsd: 1e3,
      million: 1e6,
      millionen: 1e6,
      mio: 1e6,
      milliarde: 1e9,
      milliarden: 1e9,
      mrd: 1e9,
      dutzend: 12,
    },
    articles: 'ein eine einen einem einer eines',
    and: 'und',
    andAfter: 100,
    point: 'komma punkt',
    half: 'einhalb',
    parts:
      'halfte*/haelfte* drittel* viertel* funftel*/fuenftel* sechstel* siebtel* achtel* neuntel* zehntel*',
    ordinals:
      'erste/erster/erstes/ersten zweite/zweiter/zweites/zweiten dritte/dritter/drittes/dritten vierte/vierter/vierten funfte/funfter/funften/fuenfte sechste/sechster siebte/siebter achte/achter neunte/neunter zehnte/zehnter',
    last: 'letzte letzter letztes letzten',
    determiners: 'der die das den dem des mein meine',
    every: 'jede jeder jedes jeden',
  },
  fr: {
    units:
      'zero un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
    tens: 'vingt/vingts trente quarante cinquante soixante septante huitante/octante nonante',
    scales: {
      cent: 100,
      cents: 100,
      mille: 1e3,
      million: 1e6,
      millions: 1e6,
      milliard: 1e9,
      milliards: 1e9,
      douzaine: 12,
      dizaine: 10,
      centaine: 100,
      vingtaine: 20,
    },
    articles: 'un une le la',
    and: 'et',
    andAfter: 10,
    point: 'virgule point',
    half: 'et demi|et demie',
    parts:
      'moitie* tiers quart/quarts cinquieme/cinquiemes sixieme/sixiemes septieme huitieme/huitiemes neuvieme dixieme/dixiemes',
    ordinals:
      'premier/premiere deuxieme/second/seconde troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme dixieme',
    last: 'dernier derniere',
    determiners: "le la l' les mon ma ce cette",
    every: 'chaque',
  },
  es: {
    units:
      'cero un/uno/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    more: {
      veintiuno: 21,
      veintiun: 21,
      veintiuna: 21,
      veintidos: 22,
      veintitres: 23,
      veinticuatro: 24,
      veinticinco: 25,
      veintiseis: 26,
      veintisiete: 27,
      veintiocho: 28,
      veintinueve: 29,
      cien: 100,
      ciento: 100,
      doscientos: 200,
      doscientas: 200,
      trescientos: 300,
      trescientas: 300,
      cuatrocientos: 400,
      cuatrocientas: 400,
      quinientos: 500,
      quinientas: 500,
      seiscientos: 600,
      seiscientas: 600,
      setecientos: 700,
      setecientas: 700,
      ochocientos: 800,
      ochocientas: 800,
      novecientos: 900,
      novecientas: 900,
    },
    scales: { mil: 1e3, millon: 1e6, millones: 1e6, docena: 12, docenas: 12, decena: 10, centenar: 100 },
    articles: 'un una',
    and: 'y',
    andAfter: 10,
    point: 'coma punto',
    half: 'y medio|y media',
    parts:
      'mitad* tercio/tercios cuarto/cuartos/cuartas quinto/quintos/quintas sexto/sextos septimo octavo/octavos noveno decimo/decimos',
    ordinals:
      'primero/primera/primer segundo/segunda tercero/tercera/tercer cuarto/cuarta quinto/quinta sexto/sexta septimo/septima octavo/octava noveno/novena decimo/decima',
    last: 'ultimo ultima',
    determiners: 'el la los las mi',
    every: '',
  },
  pt: {
    units:
      'zero um/uma dois/duas tres quatro cinco seis sete oito nove dez onze doze treze catorze/quatorze quinze dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
    more: {
      cem: 100,
      cento: 100,
      duzentos: 200,
      duzentas: 200,
      trezentos: 300,
      trezentas: 300,
      quatrocentos: 400,
      quatrocentas: 400,
      quinhentos: 500,
      quinhentas: 500,
      seiscentos: 600,
      seiscentas: 600,
      setecentos: 700,
      setecentas: 700,
      oitocentos: 800,
      oitocentas: 800,
      novecentos: 900,
      novecentas: 900,
    },
    scales: {
      mil: 1e3,
      milhao: 1e6,
      milhoes: 1e6,
      bilhao: 1e9,
      bilhoes: 1e9,
      duzia: 12,
      duzias: 12,
      dezena: 10,
      centena: 100,
    },
    articles: 'um uma',
    and: 'e',
    andAfter: 10,
    point: 'virgula ponto',
    half: 'e meio|e meia',
    parts:
      'metade* terco/tercos quarto/quartos quinto/quintos sexto/sextos setimo oitavo/oitavos nono decimo/decimos',
    ordinals:
      'primeiro/primeira segundo/segunda terceiro/terceira quarto/quarta quinto/quinta sexto/sexta setimo/setima oitavo/oitava nono/nona decimo/decima',
    last: 'ultimo ultima',
    determiners: 'o a os as meu minha',
    every: '',
  },
  sw: {
    units:
      'sifuri moja/mmoja mbili/wawili/mawili/viwili/miwili tatu/watatu/matatu/vitatu nne/wanne/manne/vinne tano/watano/matano/vitano sita saba nane/wanane/manane tisa kumi',
    tens: 'ishirini thelathini arobaini/arubaini/arbaini hamsini sitini sabini themanini/thamanini tisini',
    scales: {
      mia: 100,
      elfu: 1e3,
      alfu: 1e3,
      laki: 1e5,
      milioni: 1e6,
      bilioni: 1e9,
      dazeni: 12,
      darzeni: 12,
    },
    articles: '',
    and: 'na',
    andAfter: 10,
    point: 'nukta pointi',
    half: 'na nusu|u nusu',
    parts: 'nusu* theluthi*/thuluthi* robo* humusi',
    ordinals: 'kwanza pili tatu nne tano sita saba nane tisa kumi',
    last: 'mwisho',
    determiners: 'ya wa la cha',
    every: 'kila',
  },
};
