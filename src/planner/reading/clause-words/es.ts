import type { ClauseWords } from './clause-words.js';

const DONE =
  '(?:\\p{L}{2,}(?:ado|ido|ada|ida|ados|idos|adas|idas)|hecho|puesto|escrito|visto|dicho|hecha|roto)';
// An accent alone tells `borré`, I deleted, from `borre`, delete; the reader keeps it at the end of longer words.
const I_DID =
  '(?:borré|eliminé|quité|publiqué|moví|envié|mandé|copié|renombré|subí|hice|guardé|perdí|cambié|aprobé|rechacé|creé|calculé|sobrescribí|puse|borró|borraron|borraste|eliminó|eliminaste|eliminaron|publicó|publicaron|publicaste|movió|movieron|moviste|envió|enviaron|enviaste|enviamos|borramos|eliminamos|publicamos|movimos|hicimos|perdimos|subimos|mandamos|aprobó|aprobaron|aprobamos|rechazó|rechazaron|encuestamos|visitamos|hizo|hicieron|mandó|mandaron|cambió|cambiaron|copiaron|copió|subieron)';

/** Not reviewed by a native speaker. */
export const ES: ClauseWords = {
  joins: 'y luego|y tambien|y despues|y|e|o|u|luego|despues|ademas|entonces',
  turns: 'pero|sino|mas bien|sin embargo|en cambio',
  starters:
    'yo|nosotros|tu|usted|ustedes|el|ella|hay|tenemos|tengo|son|es|que|cual|cuales|quien|quienes|donde|cuando|como|cuanto|cuantos|cuantas|por que|no|nunca|nada|puedes|puede|podrias|podria|puedo|podemos|debo|debemos|deberia|quiero|queremos|necesito|necesitamos|por favor|porfa|se',
  fillers:
    'por favor|porfa|porfavor|ok|hola|buenas|gracias|y|pues|bueno|ahora|luego|despues|entonces|solo|solamente|sí|primero|simplemente|,|:|!|¿|¡',
  negation:
    'no|nunca|jamas|nada|ningun|ninguno|ninguna|nadie|ni|tampoco|sin|en vez de|en lugar de|evita\\w*|deja .{1,40} (?:en paz|como esta|quiet\\w+|tal cual)|cancela\\w*|olvidalo|para nada|de ninguna manera',
  harmless:
    'no estoy segur\\w+|no se(?! te)|no solo|por que no|no (?:respond\\w+|contest\\w+|particip\\w+|us\\w+|utiliz\\w+|tien\\w+|teng\\w+|sab\\w+|recuerd\\w+|funcion\\w+|esta\\w*|estan|quier\\w+ (?:responder|contestar|participar)|son|es|hay|hab\\w+|entiend\\w+|encuentr\\w+|volv\\w+|pued\\w+ (?:localizar|encontrar)|se (?:encontr\\w+|us\\w+|localiz\\w+|pudo\\w*|sabe))|no (?:mas|menos) de|sin (?:perdidas?|desercion|abandonos?|reemplazo|reposicion|respuesta|bajas)|ningun(?:a)? (?:perdida|problema|abandono|idea)|con o sin|si no|o no',
  condition:
    'si(?!,)|a menos que|salvo que|siempre que|siempre y cuando|con tal|en caso|suponiendo|supongamos|supon|de lo contrario|si no|cuando|una vez|en cuanto|tan pronto|hasta que|mientras|despues de que|antes de que|segun si|solo si',
  courtesy:
    'si es posible|si puedes|si puede|si se puede|si pueden|si quieres|si hace falta|si es necesario|cuando puedas|cuando pueda|tan pronto como sea posible|si no me equivoco|si no',
  question:
    'que|cual|cuales|quien|quienes|donde|cuando|como|cuanto|cuanta|cuantos|cuantas|por que|es|son|esta|estan|hay|fue|fueron|puedo|podemos|se puede|puede|pueden|debo|debemos|deberia|deberiamos|sabes|sabe|acaso|ya|he|has|ha|hemos|tengo que|conviene|sera|seria|hicimos|borramos|publicamos',
  advice:
    'debo|debemos|deberia|deberiamos|tengo que|tenemos que|puedo|podemos|se puede|se podria|podria (?:yo|ser|borrarse)|puede (?:borrarse|eliminarse|publicarse|deshacerse|moverse|recuperarse|ser)|es (?:seguro|posible|prudente|recomendable|buena idea|peligroso|mejor|riesgoso|reversible)|seria (?:seguro|posible|mejor|bueno|malo)|que (?:pasa|pasaria|sucede|sucederia|ocurre|ocurriria|pasara|cambia)|y si|quizas?|tal vez|a lo mejor|me pregunto|estoy pensando|pienso en|dudo|no se si|no estoy segur\\w+ (?:de )?si|recomiendas?|aconsejas?|conviene|como (?:puedo|se|podria|hago|borro|elimino|publico|borrar|publicar)|en teoria|hipoteticamente|quien (?:puede|podria|veria|podra)|me dejas?',
  request:
    'puedes|podrias|puede (?:usted|ud)|podria (?:usted|ud|por favor|decirme|mostrarme|borrar|calcular|enviar|publicar|mover|hacer)|pueden|podrian|me (?:puedes|podrias|puede|podria|ayudas)|te importaria|puedo ver|podrias por favor|serias tan amable',
  wish: 'quiero|queremos|quisiera|quisieramos|me gustaria|nos gustaria|necesito|necesitamos|hace falta|hay que|por la presente|por favor|porfa|vamos a|deseo',
  past: `(?:he|has|ha|hemos|han|habia|habian|habiamos)(?: (?:ya|sido|por error|tambien|sin querer)){0,2} ${DONE}|(?:fue|fueron|era|estaba|estuvo|quedo) (?:\\p{L}+mente )?${DONE}|${I_DID}|por error|sin querer|por accidente|por equivocacion`,
  report: `(?:que |lo que )?(?:yo |nosotros |alguien |el |ella |ya |se me |se |ellos )?(?:(?:he|hemos|has|ha|han|habia) ${DONE}|${I_DID})`,
  narrowing:
    'excepto|menos (?:el|la|los|las|¤|ese|esa)|salvo(?! que)|a excepcion|pero no|aparte de|solo(?! # (?:%|por))|solamente|unicamente|nada mas (?:el|la|los|las)|tod[oa]s l[oa]s (?:pdfs?|csvs?|imagenes|fotos|viej[oa]s|antigu[oa]s|vaci[oa]s|borradores|hojas|duplicados|word|excel|¤)|l[oa]s (?:viej[oa]s|antigu[oa]s|vaci[oa]s|ultim[oa]s|primer[oa]s|duplicad[oa]s|demas|otr[oa]s)|mas (?:viej[oa]s?|antigu[oa]s?|grandes?|pequen[oa]s?|recientes?|nuev[oa]s?) que|anteriores? a|posteriores? a|l[oa]s que|aquell[oa]s que|cuy[oa]s?|que (?:son|estan|tienen|tengan|empiezan|empiecen|terminan|contienen|contengan|digan)|que empiecen|llamad[oa]s|conserva\\w*|deja (?:fuera|solo)|la mitad de|algun[oa]s|el resto',
  correction:
    'no,? espera|espera|espere|no,? perdon|perdon|quiero decir|quise decir|digo|mejor dicho|mas bien|en realidad|correccion|ups|me equivoque|no[,:]|perdona|disculpa',
  noOrder: 'es|son|fue|era|esta|estan|ha|han|de|del|=|:|y|o|yo|nosotros',
  objects:
    'el|la|los|las|un|una|unos|unas|mi|mis|nuestro|nuestra|nuestros|nuestras|todo|todos|toda|todas|este|esta|estos|estas|ese|esa|eso|esto|me|nos|¤|nada|cada|al',
};
