import type { ClauseWords } from './clause-words.js';

const DONE =
  '(?:[a-z]{0,9}ge[a-z]{3,}(?:t|en)|[a-z]{3,}iert|verschoben|veroffentlicht|verworfen|uberschrieben|entfernt|erstellt|erhoben|befragt|bekommen|verloren|umbenannt|vergessen)';

/** Not reviewed by a native speaker. */
export const DE: ClauseWords = {
  joins: 'und dann|und auch|und|oder|dann|danach|ausserdem|sowie',
  turns: 'aber|sondern|stattdessen|jedoch|doch',
  starters:
    'ich|wir|du|sie|er|es gibt|was|wer|wo|wann|welche[rs]?|wie|warum|wieso|ist|sind|war|hat|habe|haben|kann|kannst|konnen|konnte|konntest|konnten|soll|sollte|sollten|sollen|darf|durfen|muss|mussen|wird|wurde|wurden|nicht|nie|niemals|nichts|kein|keine|bitte|lass|lasst|mochte',
  fillers:
    'bitte|ok|okay|hallo|hi|also|und|so|nun|jetzt|dann|danke|ja|gut|mal|zuerst|schnell|einfach|nur|,|:|!',
  negation:
    'nicht|nie|niemals|nichts|kein|keine|keinen|keinem|keiner|keines|niemand|weder|noch nicht|ohne|lass(?:e|t)? .{1,40} (?:in ruhe|stehen|liegen|so)|statt|anstatt|auf keinen fall|vergiss es|finger weg|vermeide|unterlass\\w*',
  harmless:
    'nicht sicher|nicht nur|warum nicht|ob nicht|nicht zu hause|nicht (?:mehr )?(?:da|erreichbar|angetroffen|erreicht|gefunden|genutzt|benutzt|verwendet|verfugbar|geantwortet|teilgenommen|auffindbar)|(?:antworten|antwortet|antworteten|reagieren|nutzen|nutzt|benutzen|haben|habe|weiss|kenne|verstehe|machen|mitmachen|funktionieren|funktioniert|teilnehmen|nehmen) (?:¤ )?(?:\\p{L}+ )?nicht(?: mehr| mit| teil)?|nicht (?:antworten|antwortet|mitmachen|teilnehmen|nutzen|reagieren|mehr (?:nutzen|benutzen|da))|kein(?:e|en)? (?:ahnung|problem|antwort|daten|ausfall|ausfalle|verlust|verluste|schwund|eile)|ohne (?:ausfall|ausfalle|verlust|verluste|schwund|zurucklegen|antwort)|nicht (?:mehr|weniger) als|mit oder ohne',
  condition:
    'wenn|falls|sofern|sobald|solange|ausser wenn|es sei denn|vorausgesetzt|angenommen|im fall|bis (?:ich|du|er|sie|es|wir|die|der|das|alle)|ob|nachdem|erst nach|sonst|ansonsten|bevor|je nachdem',
  courtesy:
    'wenn moglich|falls moglich|wenn du kannst|wenn es geht|wenn das geht|wenn ihr konnt|sobald wie moglich|falls notig|wenn notig',
  question:
    'was|wer|wen|wem|wessen|wo|wohin|wann|welche[rsnm]?|wie|wieviele?|warum|wieso|weshalb|ist|sind|war|waren|bin|hat|hast|habe ich|haben|hatte|hatten|kann|kannst|konnen|konnte|konnten|soll|sollte|sollten|sollen|darf|durfen|muss|mussen|wird|wurde|wurden|werden|gibt es|geht|weisst|ob|stimmt',
  advice:
    'soll ich|sollen wir|sollte ich|sollten wir|sollte man|darf ich|durfen wir|darf man|kann ich|konnen wir|konnte ich|konnten wir|kann man|konnte man|kann es|kann das|kann ¤|kann die|kann der|muss ich|mussen wir|muss man|ist es (?:sicher|ok|okay|sinnvoll|moglich|klug|erlaubt|ratsam|besser|schlimm)|ware es|was (?:passiert|wurde|ware|geschieht|geht verloren|wenn)|wurde (?:das|es|ich)|vielleicht|eventuell|womoglich|eigentlich mal|empfiehlst|rat(?:en|est)|wie (?:kann|konnte|soll|sollte|mache|geht|loscht|loesche|veroffentlicht)|uberlege|uberlegen|unsicher|bin mir nicht sicher|hypothetisch|theoretisch|wer (?:kann|konnte|darf|sieht)|geht das',
  request:
    '(?:kannst|konntest|wurdest|willst|magst) du|(?:konnen|konnten|wurden|wollen) sie|konnt ihr|konntet ihr|kann ich .{0,40}(?:sehen|haben|bekommen)|ware es moglich,? dass du',
  wish: 'ich will|ich mochte|ich wurde gern|ich hatte gern|wir wollen|wir mochten|wir hatten gern|hiermit|ich brauche|wir brauchen|ich benotige|wir benotigen|lass uns|lasst uns|bitte',
  past: `(?:habe|hab|hat|hast|haben|habt|hatte|hatten|wurde|wurden|worden|bin|ist|sind|war|waren)(?: (?!nicht zu)[^ ]+){0,9}? ${DONE}|${DONE} (?:habe|hab|hat|haben|hast|hatte|hatten|wurde|wurden|worden|war|waren)|(?:ich|wir|er|sie|jemand|wer) (?:loschte|verschob|schickte|sandte|kopierte|veroffentlichte|speicherte|zog|machte|entfernte)\\p{L}*|aus versehen|versehentlich|irrtumlich`,
  report: `(?:die|den|das|der|was|welche[rsn]?) (?:ich|wir|du|er|sie|jemand) (?:[^ ]+ ){0,4}?${DONE}|(?:ich|wir|jemand|er) (?:habe|hab|haben|hat|hatte|hatten)(?: [^ ]+){0,9}? ${DONE}`,
  narrowing:
    'ausser(?! wenn)|ausgenommen|mit ausnahme|aber nicht|bis auf|nur(?! # (?:%|prozent))|lediglich|ausschliesslich|alles ausser|alle (?:pdfs?|csvs?|bilder|fotos|alten|leeren|grossen|kleinen|unbenutzten|doppelten|entwurfe|privaten|tabellen|word|excel|¤)|(?:die|den|der|das) (?:alten|alteren|altesten|neuesten|neueste|leeren|grossten|letzten|ersten|doppelten)|(?:alter|neuer|grosser|kleiner|fruher|spater|mehr|weniger) als|deren|dessen|die mit|die (?:auf|unter|in|aus|von) .{1,30} (?:sind|liegen|enden|beginnen)|(?:beginnend|endend|namens) mit|behalte|behalten|lass .{1,40} (?:drin|stehen|weg)|aus (?:letzter|dem letzten|2\\d{3})|die restlichen|den rest|einige|manche|die halfte der',
  correction:
    'nein,? warte|warte|moment|ich meine|ich meinte|nein,? ich meine|entschuldigung|sorry|korrektur|doch lieber|besser gesagt|vielmehr|eigentlich|falsch|nein[,:]|ups|quatsch',
  noOrder: 'ist|sind|war|waren|hat|haben|wird|wurde|von|=|:|und|oder|ich|wir',
  objects:
    'der|die|das|den|dem|des|ein|eine|einen|mein|meine|meinen|unser|unsere|alle|alles|jede[ns]?|diese[rsn]?|mir|uns|es|sie|ihn|¤|nichts',
};
