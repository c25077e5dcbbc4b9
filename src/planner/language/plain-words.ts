/**
 * Words that join and point, and say neither of what a number is nor how it stands to another: articles, pronouns, forms of to
 * be and to have, and the prepositions that lead to what is counted. What denies, compares, shares out or sets against (`not`,
 * `than`, `per`, `instead`, `up`, `by`) is none of them.
 */
const PLAIN = new Set(
  (
    'a an the this that these those of for in at on with and is are was were be been am it its there has have had having ' +
    'we our us i my me you your they their who which will would we’re we’ve i’m let lets please ok okay so well then now also too ' +
    'about around approximately roughly circa ca approx say think guess suppose expect expected assume assuming assumed estimate ' +
    'estimated likely probably  possibly need needs want use using take taking get got give gives given set put make ' +
    'der die das den dem des ein eine einen einem einer eines und ist sind war waren sei es im in am an auf bei mit von vom fur zu ' +
    'zum zur wir unser unsere unserer ich mein meine haben hat habe hatte etwa ungefahr circa rund wohl wahrscheinlich ' +
    'bitte da also brauche brauchen nehmen nimm betragt liegt erwartet erwarten erwarte ' +
    'le la les l un une des du de d et est sont etait etaient soit en au aux a dans avec pour sur nous notre nos je j mon ma mes ' +
    'ai avons avez ont on il elle y environ probablement sans doute svp prends prenez attendu attendue ' +
    'el los las una unos unas del al y o es son era eran sea con para nuestro nuestra nuestros nuestras yo mi mis tengo tenemos ' +
    'hay unos aproximadamente cerca probablemente favor por usa toma esperado esperada ' +
    'os as um uma uns umas e do da dos das em no na nos nas ao com que eu meu minha nosso nossa nossos nossas temos tenho ha ' +
    'provavelmente usa use ' +
    'ya wa za la cha vya kwa ni katika kwenye na tuna nina kuna yetu zetu wetu yangu zangu takriban karibu kama  ' +
    'tafadhali tumia'
  ).split(' '),
);

/** Whether a word, without accents, only joins what stands around it. */
export function isPlainWord(plain: string): boolean {
  return plain.length < 2 || PLAIN.has(plain);
}
