import type { ClauseWords } from './clause-words.js';

const DONE =
  '(?:\\p{L}{3,}(?:e|ee|es|ees)|mis|mise|fait|faite|pris|ecrit|perdu|perdue|recu|vu|envoye|detruit|remis|transmis|soumis|obtenu|tire)';

/** Not reviewed by a native speaker. */
export const FR: ClauseWords = {
  joins: 'et puis|et aussi|et|ou|puis|ensuite|ainsi que|alors',
  turns: 'mais|plutot|cependant|toutefois|par contre',
  starters:
    "je|j'|nous|tu|vous|il|elle|on|ils|elles|il y a|c'est|que|qu'|quel|quelle|quels|quelles|qui|ou est|quand|comment|combien|pourquoi|est-ce|est|sont|ne|n'|pas|jamais|rien|peux|peut|pouvez|pourrais|pourriez|dois|faut|s'il te plait|s'il vous plait|svp|merci|veuillez",
  fillers:
    "s'il te plait|s'il vous plait|svp|stp|ok|bonjour|salut|merci|et|alors|donc|maintenant|puis|ensuite|juste|seulement|oui|bien|d'abord|simplement|merci de|veuillez|,|:|!",
  negation:
    "ne (?!serait)|n'|pas|jamais|rien|aucun|aucune|personne|ni|sans|surtout pas|laisse\\w* .{1,40} (?:tranquille|en place|tel quel)|au lieu de|plutot que|evite\\w*|arrete\\w*|annule\\w*|oublie",
  harmless:
    "pas sur|pas certain|pas seulement|pourquoi pas|pas (?:a la maison|chez eux|trouve\\w*|joignable\\w*|disponible\\w*|utilise\\w*)|(?:ne |n')(?:repond\\w*|ont|sait|sais|utilis\\w*|sont|est|particip\\w*|fonctionn\\w*|a|serai\\w*|marche\\w*|connai\\w*|trouv\\w*)(?: plus| pas)?(?: (?:repondu|participe|trouve\\w*|utilise\\w*|ete))?|(?:repond\\w*|utilis\\w*|sais|particip\\w*) (?:pas|plus)|sans (?:pertes?|abandons?|remise|reponse|non-reponse)|aucun(?:e)? (?:perte|abandon|idee|probleme|reponse|donnee)|pas (?:plus|moins) de|avec ou sans|pas de (?:pertes?|reponse|probleme|souci|abandon)|n'est-ce pas",
  condition:
    "si|s'il|s'ils|sauf si|a moins que|a condition|pourvu que|tant que|au cas ou|en cas|suppose que|supposons|sinon|quand|lorsque|lorsqu'|une fois|des que|des qu'|jusqu'a ce que|apres que|avant que|selon que",
  courtesy:
    "si possible|si tu peux|si vous pouvez|si vous voulez|si tu veux|s'il te plait|s'il vous plait|si besoin|si necessaire|des que possible",
  question:
    "que|qu'|qu'est-ce|quel|quelle|quels|quelles|qui|ou|quand|comment|combien|pourquoi|est-ce|est-il|sont-ils|peut-on|puis-je|dois-je|devrais-je|faut-il|y a-t-il|a-t-on|ai-je|avons-nous|est|sont|es-tu|as-tu|avez-vous|savez-vous|sais-tu|doit-on|pouvons-nous|peut-il|serait-il",
  advice:
    "dois-je|devrais-je|devons-nous|devrions-nous|doit-on|devrait-on|faut-il|puis-je|pouvons-nous|peut-on|pourrait-on|pourrais-je|est-ce (?:que je|qu'on|que nous|que ca|sur|prudent|possible|risque|une bonne idee)|est-il (?:possible|prudent|sage|sur)|serait-il|serait-ce|que se passe|qu'est-ce qui se passe|que se passerait|qu'arrive|et si|que ferait|peut-etre|eventuellement|je pourrais|on pourrait|je pense a|j'hesite|hesite|conseill\\w*|recommand\\w*|comment (?:puis|peut|faire|on|supprimer|publier|deplacer)|c'est (?:sur|prudent|risque|possible|grave)|en theorie|je me demande|qui (?:peut|pourra|pourrait|verra)|vaut-il mieux|ai-je le droit",
  request:
    'peux-tu|pourrais-tu|pouvez-vous|pourriez-vous|tu peux|tu pourrais|vous pouvez|vous pourriez|veux-tu|voulez-vous|voudriez-vous|merci de|veuillez|est-ce que tu peux|est-ce que vous pouvez|puis-je (?:voir|avoir)',
  wish: "je veux|je voudrais|j'aimerais|je souhaite|nous voulons|nous voudrions|nous souhaitons|on veut|on voudrait|j'ai besoin|nous avons besoin|on a besoin|par la presente|veuillez|j'approuve|il faut|il me faut|il nous faut|svp|stp|s'il te plait|s'il vous plait|allons",
  past: `(?:j'ai|j'avais|ai|as|a|avons|avez|ont|avait|avaient|avions)(?: (?:deja|par erreur|bien|aussi|ete|tout|pas|je|tu|il|elle|on|nous|vous|ils|-je|-t-on|vraiment)){0,3} ${DONE}|(?:ai-je|as-tu|a-t-on|a-t-il|avons-nous|avez-vous)(?: \\p{L}+){0,2} ${DONE}|(?:a|ont|avait|avaient) ete|(?:est|sont|etait|etaient) (?:deja )?(?:parti|partis|supprime|publie|envoye|deplace)\\p{L}*|par erreur|par accident|par megarde`,
  report: `(?:que |qu'|ce que )?(?:j'ai|j'avais|nous avons|tu as|il a|elle a|on a|vous avez|quelqu'un a|ils ont) (?:deja |par erreur |aussi ){0,2}${DONE}`,
  narrowing:
    "sauf(?! si)|excepte|a l'exception|hormis|mais pas|a part|seulement|uniquement|juste (?:le|la|les|l'|un|une|ceux)|rien que|ne .{1,60} que|tous les (?:pdfs?|csvs?|images|photos|anciens|vieux|vides|brouillons|tableurs|doublons|word|excel|¤)|toutes les (?:images|photos|anciennes|vieilles|feuilles)|plus (?:anciens?|anciennes?|vieux|vieilles?|grands?|grandes?|petits?|recents?|recentes?|lourds?) que|ceux (?:qui|que|de|du|dont)|celles (?:qui|que|de|du|dont)|les (?:anciens|vieux|vides|derniers|premiers|doublons|autres)|dont|qui (?:sont|ont|commencent|finissent|contiennent|datent)|commencant par|contenant|nommes|datant|garde\\w*|la moitie des|quelques|certains|certaines|le reste",
  correction:
    'non,? attends|attends|attendez|non,? pardon|pardon|je veux dire|je voulais dire|en fait|plutot|correction|oups|desole|desolee|erreur|non[,:]|disons',
  noOrder: 'est|sont|etait|a|ont|de|du|des|=|:|et|ou|je|nous|moyen|moyenne',
  objects:
    "le|la|les|l'|un|une|des|du|mon|ma|mes|notre|nos|tous|toutes|tout|ce|cet|cette|ces|moi|nous|-moi|-le|-la|-les|¤|rien",
};
