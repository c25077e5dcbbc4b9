import type { Lexicon } from '../lexicon.js';

/** French: what survey people, owners of files and readers of chains call things. Alternatives stand between bars. */
export const FR: Lexicon = {
  reviewed: false,
  caseSensitive: 'N | n | ET | ES | DS | IC | NC | TR | FA | CV | SE | ETR',
  fields: {
    population:
      'population | populations | population mère | population cible | population totale | taille de la population | effectif de la population | effectif total | univers | base de sondage | pop | pop. | N | N= | N = | nombre de ménages | nombre de foyers | nombre total de ménages | parc | parc installé | parc de foyers | foyers distribués | foyers installés | foyers vendus | cuiseurs distribués | ménages du projet | ménages inscrits | sur un total de | sur une population de | au total dans le projet',
    mean: 'moyenne | moyennes | moyen | moyens | en moyenne | moyenne attendue | moyenne prévue | moyenne arithmétique | valeur moyenne | valeur attendue | espérance | moy | moy. | x̄ | x barre | μ | mu | consommation moyenne | usage moyen | moyennement',
    sd: 'écart-type | écart type | écarts-types | écarts types | ecart-type | ecart type | é.-t. | e.t. | ET | déviation standard | déviation type | DS | sd | σ | sigma | dispersion | étalement | variation autour',
    variance: "variance | variances | s² | σ² | sigma carré | variance d'échantillon | s au carré",
    standardError: 'erreur type | erreur-type | erreur standard | ES | SE | erreur type de la moyenne',
    median: 'médiane | médian | valeur médiane | valeur du milieu',
    proportion:
      'proportion | proportions | proportion attendue | part | parts | pourcentage | fraction | taux | fréquence | fréquence relative | prévalence | p | p= | p = | oui/non | binaire | dichotomique | taux de réussite | quelle part | quelle proportion',
    confidence:
      'confiance | niveau | fiabilité | fiab | niveau de confiance | degré de confiance | taux de confiance | seuil de confiance | coefficient de confiance | NC | certitude | degré de certitude | être sûr | sûrs | sûreté | à 95 % de confiance | au seuil de 95 | avec 95 % de certitude',
    alpha:
      "alpha | α | seuil de signification | niveau de signification | risque alpha | risque d'erreur | risque de première espèce | seuil de 5 %",
    confidenceInterval:
      'intervalle de confiance | IC | intervalle | fourchette | bornes de confiance | limites de confiance | IC 95 | IC à 95 %',
    precision:
      "précision | precision | préc | précision souhaitée | précision requise | précision voulue | marge d'erreur | marge | marge d'incertitude | erreur d'échantillonnage | erreur tolérée | erreur admissible | erreur acceptable | erreur maximale | tolérance | exactitude | incertitude | e | e= | d= | epsilon | ε | ± | plus ou moins | à … près | à 5 % près | à cinq pour cent près | demi-intervalle | demi-largeur",
    precisionRelative:
      'relatif | relative | précision relative | erreur relative | marge relative | de la moyenne | par rapport à la moyenne | en relatif | rapporté à la moyenne',
    precisionAbsolute:
      'absolu | absolue | précision absolue | erreur absolue | points de pourcentage | point de pourcentage | points | pts | pp | en absolu | en valeur absolue',
    confidencePrecisionPair:
      '90/10 | 95/10 | 95/5 | 90-10 | 95-5 | quatre-vingt-dix dix | quatre-vingt-dix sur dix | nonante dix | quatre-vingt-quinze cinq | quatre-vingt-quinze dix | nonante-cinq cinq | règle 90/10',
    dropout:
      "non-réponse | non réponse | nonréponse | taux de non-réponse | non-réponses | non-répondants | non-répondant | abandon | abandons | taux d'abandon | attrition | taux d'attrition | perte | pertes | taux de perte | perdus | perdus de vue | déperdition | taux de déperdition | refus | taux de refus | défection | défections | désistement | désistements | absents | absence | injoignables | introuvables | ne répondent pas | ne répondront pas | pas de réponse | perdre | perdons | nous perdons | on perd | on perdra | mortalité de l'échantillon",
    oversampling:
      'suréchantillonnage | suréchantillonner | surplus | réserve | marge de sécurité | majoration | majorer | tampon | ménages de remplacement | liste de réserve | de plus par sécurité | en plus par précaution',
    responseRate:
      "de réponse | de réponses | taux de réponse | taux de réponses | taux de participation | taux de retour | taux de complétion | taux de collecte | taux de coopération | taux de contact | taux de rétention | répondent | répondront | vont répondre | participent | joignables | qu'on peut joindre | retours | TR",
    usageShare:
      "taux d'utilisation | taux d'usage | taux d'adoption | part d'utilisation | part en usage | en usage | en service | encore utilisés | encore utilisé | utilisé au quotidien | toujours utilisés | utilisation continue | taux d'usage continu | fonctionnels | en état de marche | taux de fonctionnement | opérationnels | en fonctionnement | proportion d'utilisateurs | usage effectif",
    cv: 'coefficient de variation | coeff. de variation | coef de variation | CV | cv | écart-type relatif | écart type relatif | ETR | écart-type sur moyenne',
    designEffect:
      'effet de plan | effet du plan | effet du plan de sondage | effet de plan de sondage | effet de grappe | effet de grappes | effet grappe | deff | effet de sondage | effet de conception | facteur de plan',
    deft: "deft | racine de l'effet de plan",
    icc: "ICC | icc | CCI | rho | ρ | corrélation intraclasse | corrélation intra-classe | corrélation intra-grappe | coefficient de corrélation intraclasse | taux d'homogénéité",
    clusterSize:
      'taille de grappe | taille des grappes | ménages par grappe | ménages par village | par grappe | par village',
    strata:
      'strate | strates | stratifié | stratifiée | stratifiés | stratifier | stratification | couche | couches | sous-groupe | sous-groupes | sous-population | sous-populations | ventilé par | réparti par | répartis par | par région | selon la région | urbain et rural | urbain/rural | ville et campagne | zones | séparément pour',
    weight:
      "poids | pondération | pondérations | pondéré | pondérée | pondérer | poids de strate | poids de sondage | coefficient d'extrapolation | répartition | répartition proportionnelle | allocation | au prorata | proportionnellement | 60/40 | 60:40 | soixante quarante | moitié-moitié | cinquante-cinquante",
    seed: 'graine | germe | graine aléatoire | seed | valeur initiale | nombre de départ | valeur de départ | racine aléatoire | amorce | semence | même graine | reproductible avec',
    sampleSize:
      "taille d'échantillon | taille de l'échantillon | échantillon | echantillon | échantillons | échantillon de | effectif de l'échantillon | n | n= | n = | nombre d'enquêtes | nombre d'entretiens | nombre de ménages à enquêter | combien de ménages enquêter | combien en visiter | combien d'interviews | échantillon minimal | échantillon requis | échantillon net | échantillon brut | tirage de",
    pilot:
      "pilote | pilotes | enquête pilote | étude pilote | essai pilote | projet pilote | pré-enquête | préenquête | prétest | pré-test | pretest | phase pilote | lors du pilote | essai | test à blanc | enquête test | enquête précédente | enquête de l'an dernier | répétition générale | sur le pilote",
    total:
      "total | totale | totaux | au total | en tout | en total | ensemble | dans l'ensemble | somme | globalement | tout compris | en tout et pour tout | tous confondus",
    household:
      'ménage | ménages | menage | menages | mén. | foyer | foyers | famille | familles | maison | maisons | logement | logements | concession | concessions | cuisine | cuisines | HH | domicile | domiciles',
    stove:
      'foyer amélioré | foyers améliorés | foyer | foyers | réchaud | réchauds | cuisinière | cuisinières | cuiseur | cuiseurs | fourneau | fourneaux | poêle | appareil | appareils | appareil de cuisson | équipement | équipements | FA | cuiseur à bois | gazinière | plaque à induction | trois pierres | foyer trois pierres | autocuiseur électrique | brûleur | brûleurs',
    fuel: 'combustible | combustibles | bois | bois de feu | bois de chauffe | charbon | charbon de bois | gaz | GPL | butane | pétrole | pétrole lampant | granulés | briquettes | éthanol | biogaz | électricité | bouse | biomasse | consommation de bois | économie de bois',
    beneficiary:
      'bénéficiaire | bénéficiaires | beneficiaire | beneficiaires | utilisateur | utilisateurs | utilisatrice | utilisatrices | usager | usagers | client | clients | cliente | clientes | acheteur | acheteurs | participant | participants | ménagère | ménagères | utilisateur final',
    respondent:
      'répondant | répondants | enquêté | enquêtés | enquêtée | personne interrogée | personnes interrogées | sondés',
    interviewer:
      'enquêteur | enquêteurs | enquêtrice | enquêtrices | enquêteuse | agents enquêteurs | agent enquêteur | équipe de terrain | équipes de terrain',
    village:
      'village | villages | localité | localités | commune | communes | hameau | hameaux | communauté | communautés | quartier | quartiers | grappe | grappes | zone de dénombrement | ZD | unité primaire | UPE | arrondissement | fokontany',
    collection:
      'collection | collections | collection de claims | collection de déclarations | recueil | identifiant de collection | numéro de collection',
    claim:
      'claim | claims | déclaration | déclarations | réclamation | réclamations | revendication | revendications | demande | demandes | déclaration en attente | claim en attente | attestation',
    entity:
      'entité | entités | entite | DID | DIDs | did | document DID | identifiant décentralisé | identité décentralisée | actif | ressource liée',
    balance:
      "solde | soldes | solde du compte | solde du portefeuille | avoir | avoirs | combien il reste | combien j'ai | fonds | jetons détenus | balance",
    account:
      'compte | comptes | portefeuille | portefeuilles | adresse | adresses | adresse du compte | wallet',
    validator:
      'validateur | validateurs | validatrice | nœud validateur | noeud validateur | opérateur de nœud | producteur de blocs | validateurs actifs',
    block:
      'bloc | blocs | hauteur de bloc | hauteur | dernier bloc | blockchain | chaîne de blocs | chaîne | sur la chaîne',
    path: "chemin | chemins | chemin d'accès | chemin du fichier | chemin complet | emplacement | emplacement du fichier | arborescence | path",
    file: 'fichier | fichiers | document | documents | doc | docs | pièce jointe | pièces jointes | feuille de calcul | tableur | classeur | csv | CSV | pdf | PDF | xlsx | rapport | téléversement',
    folder:
      'dossier | dossiers | répertoire | répertoires | repertoire | sous-dossier | sous-dossiers | sous-répertoire',
    public:
      'public | publique | publics | publiques | publiquement | ouvert | ouverte | ouvert à tous | accessible à tous | visible par tous | visible de tous | tout le monde peut voir | publié | publiée | en ligne | en libre accès | partagé publiquement',
    private:
      'privé | privée | privés | privées | prive | confidentiel | confidentielle | interne | en interne | réservé | restreint | rien que pour moi | moi seul | non public | pas public | secret | fermé',
    hidden:
      'caché | cachée | cachés | cachées | cache | masqué | masquée | masqués | invisible | invisibles | dissimulé | non listé | non répertorié | fichier point',
    trash:
      'corbeille | poubelle | panier | bac | éléments supprimés | fichiers supprimés | supprimés récemment | déchets',
    version:
      'version | versions | révision | révisions | v1 | v2 | vers. | historique | historique des versions | version antérieure | version précédente | ancienne version | dernière version | brouillon | mouture',
    city: 'ville | villes | lieu | localité | capitale | bourg | agglomération | dans quelle ville',
    days: 'jour | jours | journée | journées | prochains jours | jours à venir | la semaine prochaine | semaine à venir | week-end | fin de semaine',
    forecast:
      'prévision | prévisions | prévision météo | prévisions météo | bulletin météo | tendance | perspectives | quel temps fera-t-il | va-t-il pleuvoir | il va pleuvoir | prévu',
    weather:
      "météo | meteo | temps | temps qu'il fait | quel temps | quel temps fait-il | conditions | conditions météo | il fait quel temps | climat du jour",
    temperature:
      'température | températures | temperature | temp | temp. | degré | degrés | combien de degrés | fait-il chaud | fait-il froid | maximale | minimale | maxi | mini | ° | °C | °F | celsius | fahrenheit',
    rain: 'pluie | pluies | pleut | pleuvoir | précipitation | précipitations | averse | averses | bruine | crachin | risque de pluie | pluvieux | cumul de pluie',
    wind: 'vent | vents | venteux | vitesse du vent | rafale | rafales | brise | harmattan',
    humidity: "humidité | humidite | humidité relative | humide | hygrométrie | taux d'humidité | moite",
    profile:
      'norme | standard | profil | référentiel | MDP | CDM | Gold Standard | GS | Verra | VCS | article 6 | règle suisse | ordonnance sur le CO2 | méthodologie',
    lowerBound:
      'borne inférieure | limite inférieure | borne basse | prudent | prudente | conservateur | valeur prudente | décote | borne supérieure | limite supérieure',
    period:
      "période de suivi | période de surveillance | période de déclaration | période de crédit | période | trimestre | saison | campagne | vague | passage | tour d'enquête",
    status:
      "statut | état | en attente | en cours d'examen | approuvé | approuvée | rejeté | rejetée | payé | contesté",
  },
  verbs: {
    design:
      "conçois | concevez | établis | établissez | élabore | élaborez | prépare | préparez | dresse | dressez | monte un plan | concevoir | établir | élaborer | préparer | dresser | mettre au point | pourrais-tu concevoir | pourriez-vous établir | veuillez préparer | je voudrais un plan d'échantillonnage | j'aimerais un plan de sondage | il me faudrait un échantillon | fais-moi un échantillon | ponds-moi un plan | il me faut un échantillon | monte-moi ça",
    calculate:
      "calcule | calculez | détermine | déterminez | estime | estimez | évalue la taille | chiffre | calculer | déterminer | estimer | chiffrer | pourrais-tu calculer | pourriez-vous calculer | veuillez calculer | quelle taille d'échantillon faut-il | combien de ménages faut-il | fais le calcul | combien il en faut | il m'en faut combien | ça donne combien",
    select:
      'tire | tirez | sélectionne | sélectionnez | choisis | choisissez | tire au sort | tirez au sort | prélève | échantillonne | tirer | tirer au sort | sélectionner | choisir | prélever | échantillonner | pourrais-tu tirer | pourriez-vous sélectionner | veuillez tirer au sort | voulez-vous choisir | pioche | prends-en | tire-moi ça au hasard | fais le tirage',
    register:
      'enregistre | enregistrez | inscris | inscrivez | consigne | consignez | déclare | enregistrer | inscrire | consigner | déclarer | pourrais-tu enregistrer | pourriez-vous inscrire | veuillez enregistrer | note-le | mets-le au registre | prends note',
    recalculate:
      'recalcule | recalculez | refais le calcul | refaites le calcul | actualise | mets à jour le calcul | recalculer | refaire le calcul | actualiser | pourrais-tu recalculer | pourriez-vous refaire le calcul | veuillez recalculer | refais | refais-le | encore un coup | relance le calcul',
    analyse:
      'analyse | analysez | dépouille | dépouillez | évalue | évaluez | examine | examinez | résume | analyser | dépouiller | évaluer | examiner | résumer | pourrais-tu analyser | pourriez-vous évaluer | veuillez analyser | que disent les données | jette un œil aux données | décortique | regarde ce que ça donne',
    plan: 'planifie | planifiez | programme | programmez | prévois | ajuste | ajustez | augmente de … à | planifier | programmer | prévoir | ajuster | pourrais-tu planifier | pourriez-vous programmer | veuillez planifier | cale ça | organise-moi ça | monte à',
    submit:
      'soumets | soumettez | dépose | déposez | remets | remettez | transmets | présente | soumettre | déposer | remettre | transmettre | présenter | pourrais-tu soumettre | pourriez-vous déposer | veuillez soumettre | envoie le tout | balance le dossier | rends-le',
    approve:
      "approuve | approuvez | accepte | acceptez | valide | validez | autorise | confirme | approuver | accepter | valider | autoriser | confirmer | pourrais-tu approuver | pourriez-vous valider | veuillez approuver | donne le feu vert | c'est bon, valide | dis oui",
    reject:
      'rejette | rejetez | refuse | refusez | décline | écarte | renvoie | rejeter | refuser | décliner | écarter | pourrais-tu rejeter | pourriez-vous refuser | veuillez rejeter | recale | retoque | dis non | envoie bouler',
    list: "liste | listez | énumère | énumérez | dresse la liste | donne la liste | lister | énumérer | dresser la liste | pourrais-tu lister | pourriez-vous me donner la liste | veuillez lister | y a quoi | qu'est-ce qu'on a | qu'est-ce qu'il y a dans",
    show: "montre | montrez | affiche | affichez | fais voir | présente | visualise | montrer | afficher | visualiser | voir | pourrais-tu me montrer | pourriez-vous afficher | veuillez afficher | puis-je voir | j'aimerais voir | montre voir | fais péter | sors-moi",
    read: 'lis | lisez | ouvre | ouvrez | charge | consulte | lire | ouvrir | charger | consulter | pourrais-tu lire | pourriez-vous ouvrir | veuillez lire | y a quoi dans | jette un œil dans | lis-moi ça',
    search:
      "cherche | cherchez | recherche | recherchez | trouve | trouvez | repère | chercher | rechercher | trouver | repérer | pourrais-tu chercher | pourriez-vous trouver | veuillez rechercher | savez-vous où | où est | c'est où | déniche | t'as quelque chose sur",
    publish:
      'publie | publiez | rends public | rendez public | mets en ligne | mettez en ligne | diffuse | ouvre à tous | partage publiquement | publier | rendre public | mettre en ligne | diffuser | pourrais-tu publier | pourriez-vous rendre public | veuillez publier | balance en ligne | mets-le sur le web | poste-le',
    unpublish:
      "dépublie | dépubliez | retire | retirez | rends privé | rendez privé | mets hors ligne | annule le partage | ferme l'accès | dépublier | retirer | rendre privé | mettre hors ligne | ne plus partager | pourrais-tu dépublier | pourriez-vous rendre privé | veuillez retirer | enlève-le du web | vire-le du site | coupe le lien",
    move: 'déplace | déplacez | mets dans | mettez dans | transfère | range dans | bouge | déplacer | transférer | ranger | bouger | pourrais-tu déplacer | pourriez-vous mettre dans | veuillez déplacer | fous-le dans | glisse-le dans | colle-le dans',
    rename:
      'renomme | renommez | change le nom | appelle-le | renommer | rebaptiser | changer le nom | pourrais-tu renommer | pourriez-vous renommer | veuillez renommer | rebaptise | appelle ça',
    copy: 'copie | copiez | duplique | dupliquez | fais une copie | recopie | copier | dupliquer | recopier | faire une copie | pourrais-tu copier | pourriez-vous dupliquer | veuillez copier | fais-en un double | dédouble',
    delete:
      'supprime | supprimez | efface | effacez | enlève | enlevez | mets à la corbeille | élimine | supprimer | effacer | enlever | éliminer | mettre à la corbeille | pourrais-tu supprimer | pourriez-vous effacer | veuillez supprimer | vire | jette | bazarde | fous à la poubelle | dégage | balance à la poubelle',
    restore:
      'restaure | restaurez | récupère | récupérez | rétablis | remets en place | restaurer | récupérer | rétablir | pourrais-tu restaurer | pourriez-vous récupérer | veuillez restaurer | ramène-le | sors-le de la corbeille | rends-le-moi',
    undo: 'annule | annulez | défais | reviens en arrière | revenez en arrière | annuler | défaire | revenir en arrière | pourrais-tu annuler | pourriez-vous revenir en arrière | veuillez annuler | oups, annule | marche arrière | retour arrière',
    write:
      'écris | écrivez | rédige | rédigez | enregistre sous | sauvegarde | note | crée un fichier | exporte | écrire | rédiger | sauvegarder | noter | créer | exporter | pourrais-tu écrire | pourriez-vous rédiger | veuillez écrire | note-moi ça | gribouille | tape-moi ça',
    send: 'envoie | envoyez | expédie | transmets à | fais suivre | adresse à | verse | envoyer | expédier | transmettre | faire suivre | verser | pourrais-tu envoyer | pourriez-vous transmettre | veuillez envoyer | balance-lui | file-lui | fais passer',
    tell: "dis | dites | dis-moi | dites-moi | explique | expliquez | décris | informe | dire | expliquer | décrire | informer | savoir | pourrais-tu me dire | pourriez-vous m'expliquer | veuillez expliquer | j'aimerais savoir | raconte | c'est quoi | dis voir | kesako",
    cancel:
      'arrête | arrêtez | stop | abandonne | interromps | arrêter | abandonner | interrompre | veuillez arrêter | pourriez-vous arrêter | pourrais-tu arrêter | laisse tomber | oublie | laisse | tant pis',
  },
  slips: {
    population: 'popultion | poplation | populaton | populasion',
    mean: 'moyene | moyennne | mouenne | moyenn',
    sd: 'écart-tipe | ecartype | écartype | ecar-type | écart-types',
    proportion: 'proprotion | propotion | pourcentag | pourcentege',
    confidence: 'confience | confiense | cofiance | confiannce',
    precision: "precission | présision | précison | marge d'ereur | marge derreur",
    dropout: 'non reponse | non-reponse | abandont | atrition | perdu de vu',
    responseRate: 'taux de reponse | taux de réponce | taut de réponse',
    usageShare: "taux d'utilistaion | taux dutilisation | taut d'utilisation | taux d utilisation",
    cv: 'coeficient de variation | coefficient de variations',
    designEffect: 'effet de plant | éffet de plan | effet de plans',
    strata: 'strat | stratte | strattes',
    weight: 'poid | ponderation | pondèration',
    seed: 'grainne | grène',
    sampleSize: "échantillion | échantilon | echantillion | taille d'echantillon | taile d'échantillon",
    pilot: 'enquete pilote | pilotte',
    household: 'mennage | mènage | ménagge',
    stove: 'rechaud | réchauf | foyer ameliore | cuisiniere',
    beneficiary: 'bénéficière | bénificiaire | benéficiaire',
    village: 'vilage | villlage',
    validator: 'validteur | valideur',
    file: 'fichié | fichie | ficher',
    folder: 'dossié | dosier | dossie',
    public: 'pulic | publlic',
    hidden: 'cacher | caché es',
    trash: 'corbeil | corbeile | poubele',
    version: 'verssion | verion',
    temperature: 'temperatur | témperature | temparature',
    forecast: 'prevision | previsions | prévison',
    weather: 'méteo | metéo',
    city: 'vile | vill',
    design: 'elabore | etablis | concoit',
    calculate: 'calcul | caclule | calculé',
    select: 'selectionne | séléctionne | tir au sort',
    register: 'enregistres | enregitre | enrengistre',
    recalculate: 'recalcul | re-calcule',
    analyse: 'analise | annalyse',
    approve: 'aprouve | approve | appprouve',
    reject: 'rejete | rejéte',
    show: 'montres | affihe | affice',
    search: 'cherhce | cherch | recherhe',
    publish: 'publi | puplie',
    unpublish: 'depublie | dépubli',
    move: 'deplace | déplaces | depalce',
    rename: 'renome | rennome | renommes',
    delete: 'suprime | suprimer | suppprime | éfface | eface',
    restore: 'restore | restaures | réstaure',
    submit: 'soumet | soumais',
    write: 'ecris | écrit',
    send: 'envoi | envoit | envoye',
  },
  talk: {
    yes: "oui | ouais | ok | okay'accord | bien sûr | vas-y | allez-y | exactement'est ça | correct | tout à fait | volontiers | si | entendu | ça marche | fais-le",
    no: 'non | nan | pas du tout | stop | pas maintenant | non merci | mieux vaut pas | faux | laisse | surtout pas',
    thanks:
      "merci | merci beaucoup | merci bien | mille mercis | un grand merci | je te remercie | je vous remercie | super, merci | parfait | génial | nickel | impeccable'est tout | ça ira'est bon | mci | thx | top",
    hello:
      'bonjour | bonsoir | salut | coucou | allô | bonne journée | rebonjour | ça va | comment ça va | comment allez-vous | cher | chère | bjr | slt',
    goodbye:
      'au revoir | à bientôt | à plus | à plus tard | bonne nuit | bonne journée | ciao | adieu | à demain | bye',
    followUp:
      "et | et avec | et pour | et si | et maintenant | qu'en est-il de | et alors pour | pareil pour | la même chose pour | idem pour | idem | de même pour | même chose mais | aussi pour | et l'autre | et le reste | maintenant avec | puis avec | ensuite | encore | encore une fois avec | cette fois avec | comme ci-dessus | comme avant | garde le reste | le reste inchangé | toutes choses égales | et à | et demain",
    correction:
      "non, je voulais dire | je voulais dire | je veux dire | attends | attendez | pardon | désolé | désolée | excuse-moi | correction | en fait | plutôt | ou plutôt | à la place | mets plutôt | mets | change pour | remplace … par | je me suis trompé | erreur de ma part | faute de frappe'est faux | ça devrait être'est … et non | finalement | tout compte fait | oups | rectification",
    hedge:
      'peut-être | éventuellement | possiblement | probablement | sans doute | je crois | je pense | je suppose | il me semble | plus ou moins | en quelque sorte | genre | je ne suis pas sûr | pas sûr | si je me souviens bien | à ma connaissance | sauf erreur | quelque chose comme | on va dire | disons | mettons | par exemple | p. ex. | hypothétiquement | en théorie | je me demandais | pourrait | devrait | idéalement | à peu près | a priori',
    negation:
      "ne … pas | pas | ne' | ne … plus | ne … jamais | jamais | ne … rien | rien | ne … aucun | aucun | aucune | personne | nul | nulle | ni … ni | sans | non | surtout pas | en aucun cas | sous aucun prétexte | pas encore | plus maintenant | ne pas | évite | évitez | abstiens-toi | garde-toi de | au lieu de | plutôt que | touche pas'y touche pas | pas question | hors de question | défense de",
    condition:
      "si'il'ils | à condition que | à condition de | pourvu que | à moins que | à moins de | sauf si | au cas où | dans le cas où | en cas de | supposons que | à supposer que | sinon | autrement | dès que | une fois que | quand | lorsque | jusqu'à ce que | tant que | même si | seulement si | uniquement si | si oui | si non | selon que | aurait | serait",
    exception:
      "sauf | excepté | exceptés | exceptée | hormis | hors | à l'exception de | à l'exclusion de | mis à part | à part | en dehors de | mais pas | pas le | tous sauf | tout sauf | sans | sans le | sans les | seulement | uniquement | rien que | ne … que | que les | juste les | à moins que | tant que | garde | mais garde | laisse | exclure | non compris | moins",
    all: "tous | toutes | tout | toute | tous les | toutes les'ensemble'intégralité | la totalité | entier | entière | complet | les deux | tout ça",
    every: "chaque | chacun | chacune | tout | par'importe quel",
    none: "aucun | aucune | pas un | pas une | pas un seul | nul | nulle | ni l'un ni l'autre",
    nothing: 'rien | rien du tout | que dalle',
    some: 'quelques | quelques-uns | certains | certaines | plusieurs | des | un peu | une partie | divers',
    most: 'la plupart | la majorité | la plus grande partie | plus de la moitié | presque tous | le gros de',
    few: 'peu | peu de | guère | une poignée',
    many: 'beaucoup | beaucoup de | nombreux | plein de | un tas de',
    only: 'seulement | uniquement | juste | exactement | précisément | ne … que',
  },
};
