import type { Lexicon } from '../lexicon.js';

/** German: what survey people, owners of files and readers of chains call things. Alternatives stand between bars. */
export const DE: Lexicon = {
  reviewed: false,
  caseSensitive: 'N | n | SA | SE | SD | KI | KN | MW | VK | PP | GS | HH',
  fields: {
    population:
      'Grundgesamtheit | Gesamtheit | Population | Populationsgröße | Populationsumfang | Zielpopulation | Zielgesamtheit | Auswahlgesamtheit | Auswahlgrundlage | Umfang der Grundgesamtheit | Größe der Grundgesamtheit | GG | N | N= | N = | Anzahl Haushalte | Anzahl der Haushalte | Zahl der Haushalte | Anzahl Öfen | Anzahl Kocher | Bestand | Gesamtbestand | verteilte Kocher | installierte Kocher | verkaufte Geräte | im Projekt sind | Haushalte im Projekt | von insgesamt | aus einer Gesamtheit von | Universum',
    mean: 'Mittelwert | Mittelwerte | Mittelwertes | Mittelwerts | Mittel | im Mittel | arithmetisches Mittel | Durchschnitt | Durchschnittswert | im Durchschnitt | durchschnittlich | im Schnitt | Schnitt | Schnittwert | mittlerer | mittlere | mittleren | mittleres | mittlerer Verbrauch | Durchschnittsverbrauch | Erwartungswert | erwarteter Mittelwert | Erwartungsmittel | MW | Ø | Durchschn. | x̄ | x-quer | μ | mü',
    sd: 'Standardabweichung | Standardabweichungen | Stdabw | Stdabw. | Std.-Abw. | Stabw | SD | s.d. | SA | StdA | σ | Sigma | Streuung | mittlere Abweichung | Abweichung | streut um | Streubreite | Schwankung',
    variance: 'Varianz | Varianzen | s² | σ² | Sigma Quadrat | Sigmaquadrat | Stichprobenvarianz',
    standardError: 'Standardfehler | Standardfehler des Mittelwerts | SE | SEM | Stichprobenstandardfehler',
    median: 'Median | Zentralwert | mittlerer Wert der Reihe',
    proportion:
      'Anteil | Anteile | Anteilen | Anteilswert | Anteilswerte | Quote | Prozentsatz | Prozentanteil | Rate | Proportion | erwarteter Anteil | p | p= | p = | relative Häufigkeit | Prävalenz | Bruchteil | ja/nein | Ja-Nein-Merkmal | dichotom | binär | Erfolgsquote | welcher Anteil | wie viel Prozent',
    confidence:
      'Konfidenz | Konf | Konf. | Niveau | Konfidenzniveau | Konfidenzgrad | Vertrauen | Vertrauensniveau | Vertrauensgrad | Vertrauenswahrscheinlichkeit | Sicherheit | Sicherheitsgrad | Sicherheitswahrscheinlichkeit | Aussagesicherheit | statistische Sicherheit | KN | wie sicher | sicher sein | mit 95 Prozent Sicherheit | Konfidenz von',
    alpha: 'Alpha | α | Signifikanzniveau | Irrtumswahrscheinlichkeit | Fehler erster Art | Alpha-Fehler',
    confidenceInterval:
      'Konfidenzintervall | Vertrauensintervall | Vertrauensbereich | Konfidenzbereich | KI | Mutungsintervall | Intervall | Konfidenzgrenzen',
    precision:
      'Genauigkeit | Präzision | Präz | Präz. | Fehler | gewünschte Genauigkeit | geforderte Genauigkeit | Fehlerspanne | Fehlermarge | Fehlertoleranz | Fehlerbereich | Toleranz | Toleranzgrenze | Stichprobenfehler | zulässiger Fehler | erlaubter Fehler | maximaler Fehler | Schätzfehler | Abweichung vom wahren Wert | Unsicherheit | Schwankungsbreite | Schwankungsintervall | e | e= | d= | epsilon | ε | ± | plusminus | plus minus | plus/minus | plus oder minus | auf … genau | höchstens … daneben | halbe Breite | Spielraum',
    precisionRelative:
      'relativ | relative Genauigkeit | relativer Fehler | vom Mittelwert | des Mittelwerts | bezogen auf den Mittelwert | Prozent vom Mittelwert | relativ zum Mittel',
    precisionAbsolute:
      'absolut | absolute Genauigkeit | absoluter Fehler | Prozentpunkte | Prozentpunkten | Prozentpunkt | Punkte | PP | Pp. | %-Punkte | in der Einheit selbst',
    confidencePrecisionPair:
      '90/10 | 95/10 | 95/5 | 90-10 | 95-5 | neunzig zehn | neunzig zu zehn | neunzig-zehn | fünfundneunzig fünf | fünfundneunzig zu fünf | fünfundneunzig zehn | neunzig Schrägstrich zehn | 90/10-Regel',
    dropout:
      'Ausfall | Ausfälle | Ausfällen | Ausfallquote | Ausfallrate | Ausfallsrate | Schwund | Schwundquote | Dropout | Drop-out | Drop-outs | Abbruch | Abbrecher | Abbruchquote | Nonresponse | Non-Response | Nonresponse-Rate | Antwortausfall | Antwortausfälle | Nichtantwort | Nichtantworter | Nichtbeantwortung | Nichtteilnahme | Verweigerung | Verweigerer | Verweigerungsquote | Panelmortalität | Verlust | Verluste | Verlustquote | verlieren | fallen aus | fällt aus | fallen weg | springen ab | nicht erreichbar | nicht angetroffen | niemand zu Hause | antworten nicht | machen nicht mit',
    oversampling:
      'Überquote | Übererhebung | Oversampling | Puffer | Reserve | Zuschlag | Sicherheitszuschlag | Sicherheitspuffer | Aufschlag | Ersatzhaushalte | Ersatzliste | obendrauf | zusätzlich draufschlagen',
    responseRate:
      'Rücklauf | Rücklaufquote | Rücklaufrate | Antwortquote | Antwortrate | Beantwortungsquote | Ausschöpfung | Ausschöpfungsquote | Ausschöpfungsrate | Teilnahmequote | Beteiligung | Beteiligungsquote | Responserate | Response-Rate | Responsequote | Kooperationsrate | antworten | machen mit | nehmen teil | erreichbar | erreichen wir | Verbleibsquote',
    usageShare:
      'Nutzungsquote | Nutzungsrate | Nutzungsanteil | Nutzungsgrad | Benutzungsquote | in Gebrauch | in Benutzung | in Betrieb | noch benutzt | noch genutzt | wird genutzt | werden genutzt | in Verwendung | Gebrauchsanteil | Verwendungsquote | Betriebsquote | funktionstüchtig | funktioniert noch | Einsatzquote | Anwendungsquote | aktive Nutzung | Akzeptanzquote',
    cv: 'Variationskoeffizient | Variationskoeffizienten | Variationszahl | relative Standardabweichung | VK | CV | cv | RSD | Variabilitätskoeffizient | SD durch Mittelwert | Abweichungskoeffizient',
    designEffect:
      'Designeffekt | Design-Effekt | Designeffekte | Deff | Klumpeneffekt | Klumpungseffekt | Clustereffekt | Designfaktor | Varianzaufblähung | Varianzinflation',
    deft: 'Deft | Wurzel aus dem Designeffekt',
    icc: 'ICC | icc | Rho | ρ | Intraklassenkorrelation | Intraklassen-Korrelation | Intraclusterkorrelation | Klumpenkorrelation | Intra-Klassen-Korrelationskoeffizient | Homogenitätsmaß',
    clusterSize:
      'Klumpengröße | Klumpenumfang | Clustergröße | Haushalte pro Klumpen | Haushalte je Dorf | pro Dorf | je Dorf | pro Klumpen | pro Cluster',
    strata:
      'Schicht | Schichten | geschichtet | geschichtete | geschichteten | Schichtung | Stratum | Strata | stratifiziert | stratifizieren | Stratifizierung | Untergruppe | Untergruppen | Teilgruppe | Teilgruppen | Teilgesamtheit | aufgeteilt nach | getrennt nach | gegliedert nach | je Region | nach Region | Stadt und Land | städtisch und ländlich | Stadt/Land',
    weight:
      'Gewicht | Gewichte | Gewichten | Gewichtung | gewichtet | Schichtgewicht | Schichtgewichte | Anteil der Schicht | Hochrechnungsfaktor | Wichtung | Aufteilung | Verteilung | Allokation | proportional | anteilig | anteilmäßig | 60/40 | 60:40 | sechzig zu vierzig | sechzig vierzig | halbe-halbe | fifty-fifty',
    seed: 'Seed | Startwert | Zufallsstartwert | Startzahl | Zufallszahl | Saatwert | Seedwert | Zufalls-Seed | Samen | Keim | Initialwert | gleicher Startwert | reproduzierbar mit',
    sampleSize:
      'Stichprobe | Stichproben | Stichprobengröße | Stichprobenumfang | Stichprobenumfanges | Stichprobenanzahl | Umfang der Stichprobe | Größe der Stichprobe | Fallzahl | Fallzahlen | n | n= | n = | Anzahl Interviews | Anzahl Befragungen | wie viele befragen | wie viele Haushalte besuchen | wie viele Haushalte brauchen | Nettostichprobe | Bruttostichprobe | Mindestumfang | Mindeststichprobe | Stichprobe von | Stpr. | zu befragende Haushalte',
    pilot:
      'Pilot | Pilotstudie | Pilotstudien | Piloterhebung | Pilotbefragung | Pilotversuch | Pilotphase | im Pilot | aus dem Pilot | Vorstudie | Vorerhebung | Vortest | Pretest | Probelauf | Testlauf | Vorversuch | Testerhebung | frühere Erhebung | letzte Erhebung | Voruntersuchung | Generalprobe',
    total:
      'gesamt | insgesamt | Gesamtzahl | Gesamtsumme | Summe | total | im Ganzen | alles in allem | zusammen | zusammengenommen | alles zusammen | unterm Strich | in Summe',
    household:
      'Haushalt | Haushalte | Haushalten | Haushaltes | Haushalts | HH | Hh | HHe | Haush. | Familie | Familien | Wohnung | Wohnungen | Haus | Häuser | Hof | Höfe | Küche | Küchen | Wohneinheit | Privathaushalt',
    stove:
      'Kocher | Kochers | Kochern | Ofen | Öfen | Kochofen | Kochöfen | Kochherd | Kochherde | Herd | Herde | Herden | verbesserter Kocher | verbesserte Kocher | effizienter Kocher | Energiesparofen | Sparherd | Gaskocher | Holzkocher | Holzvergaser | Kochstelle | Kochstellen | Kochgerät | Gerät | Geräte | Geräten | Dreisteinfeuer | Elektroschnellkochtopf | Induktionsplatte | Brenner',
    fuel: 'Brennstoff | Brennstoffe | Brennstoffverbrauch | Brennholz | Feuerholz | Holz | Holzkohle | Flüssiggas | Gas | Kochgas | Kerosin | Petroleum | Pellets | Briketts | Ethanol | Biogas | Strom | Dung | Biomasse | Holzverbrauch | Brennstoffeinsparung',
    beneficiary:
      'Begünstigte | Begünstigter | Begünstigten | Nutznießer | Nutzniesser | Nutzer | Nutzern | Nutzerin | Nutzerinnen | Benutzer | Endnutzer | Anwender | Kunde | Kunden | Kundin | Empfänger | Empfängerin | Teilnehmer | Teilnehmende | Käufer | Zielpersonen | Abnehmer',
    respondent: 'Befragte | Befragter | Befragten | Auskunftsperson | Interviewte | Probanden | Antwortende',
    interviewer:
      'Interviewer | Interviewern | Interviewerin | Interviewerinnen | Befrager | Befragern | Befragerinnen | Feldteam | Feldteams',
    village:
      'Dorf | Dörfer | Dörfern | Ort | Orte | Ortschaft | Ortschaften | Weiler | Gemeinde | Gemeinden | Siedlung | Klumpen | Cluster | Zählbezirk | Zählbezirke | Primäreinheit | PSU | Bezirk',
    collection:
      'Sammlung | Sammlungen | Collection | Kollektion | Claim-Sammlung | Anspruchssammlung | Sammlungs-ID | Sammlungsnummer',
    claim:
      'Claim | Claims | Anspruch | Ansprüche | Ansprüchen | Forderung | Forderungen | Einreichung | Antrag | Anträge | offene Claims | Claim-ID | Nachweis',
    entity:
      'Entität | Entitäten | Entity | Objekt | DID | DIDs | did | DID-Dokument | dezentrale Kennung | dezentraler Bezeichner | Identität | Kennung',
    balance:
      'Kontostand | Kontostände | Guthaben | Saldo | Salden | Bestand im Wallet | wie viel ist drauf | wie viel habe ich | Restbetrag | Mittelbestand | Kontosaldo',
    account:
      'Konto | Konten | Wallet | Adresse | Adressen | Geldbörse | Brieftasche | Kontoadresse | Wallet-Adresse | Account',
    validator:
      'Validator | Validatoren | Validierer | Validator-Knoten | Knotenbetreiber | Prüfknoten | aktive Validatoren',
    block:
      'Block | Blöcke | Blockhöhe | letzter Block | neuester Block | Blockchain | Kette | auf der Kette | on-chain',
    path: 'Pfad | Pfade | Pfades | Dateipfad | Verzeichnispfad | Speicherort | Ablageort | voller Pfad',
    file: 'Datei | Dateien | File | Files | Dokument | Dokumente | Dokumenten | Unterlage | Unterlagen | Anhang | Anhänge | Tabelle | Tabellen | Excel | CSV | csv | PDF | xlsx | Bericht | Upload',
    folder:
      'Ordner | Ordners | Ordnern | Verzeichnis | Verzeichnisse | Mappe | Unterordner | Unterverzeichnis | Ablage',
    public:
      'öffentlich | öffentliche | öffentlichen | öffentlicher | oeffentlich | offen | allgemein zugänglich | frei zugänglich | für alle sichtbar | für jeden sichtbar | jeder kann es sehen | veröffentlicht | online | im Netz | freigegeben | publik',
    private:
      'privat | private | privaten | vertraulich | intern | nur für mich | nur ich | geheim | nicht öffentlich | nichtöffentlich | gesperrt | eingeschränkt | unter uns',
    hidden:
      'versteckt | versteckte | versteckten | verborgen | verborgene | ausgeblendet | unsichtbar | Punktdatei | nicht gelistet | verdeckt',
    trash:
      'Papierkorb | Papierkorbs | Müll | Mülleimer | Abfall | Abfalleimer | Mistkübel | gelöschte Dateien | gelöschte Objekte | Eimer | Tonne',
    version:
      'Version | Versionen | Fassung | Fassungen | Stand | Revision | Revisionen | V1 | V2 | Vers. | Versionsverlauf | Verlauf | frühere Version | ältere Fassung | vorherige Version | letzter Stand | Entwurf',
    city: 'Stadt | Städte | Ort | Ortschaft | Hauptstadt | Kleinstadt | in welcher Stadt',
    days: 'Tag | Tage | Tagen | Tages | nächste Tage | nächsten Tage | kommende Tage | kommenden Tage | kommende Woche | nächste Woche | Wochenende',
    forecast:
      'Vorhersage | Wettervorhersage | Prognose | Wetterprognose | Aussichten | Wetteraussichten | Vorschau | Wetterbericht | wie wird das Wetter | wird es regnen | regnet es morgen',
    weather: 'Wetter | Wetterlage | aktuelles Wetter | wie ist das Wetter | Witterung | Wetter jetzt',
    temperature:
      'Temperatur | Temperaturen | Temp | Temp. | Grad | Grade | wie warm | wie heiß | wie kalt | Höchstwert | Tiefstwert | Höchsttemperatur | Tiefsttemperatur | ° | °C | °F | Celsius | Grad Celsius | Fahrenheit',
    rain: 'Regen | Regens | regnet | regnen | regnerisch | Niederschlag | Niederschläge | Schauer | Nieselregen | Regenwahrscheinlichkeit | nass',
    wind: 'Wind | Winde | windig | Windgeschwindigkeit | Böen | Windstärke | Sturm | Bise | Föhn',
    humidity: 'Luftfeuchte | Luftfeuchtigkeit | Feuchte | Feuchtigkeit | schwül | rel. Feuchte',
    profile:
      'Standard | Regelwerk | Profil | CDM | Gold Standard | GS | Verra | VCS | Artikel 6 | Schweizer Regel | Schweizer Profil | CO2-Verordnung | Methodik | Methodologie',
    lowerBound:
      'untere Grenze | Untergrenze | untere Konfidenzgrenze | unterer Wert | konservativ | konservative | Abschlag | Obergrenze | obere Grenze',
    period:
      'Monitoringperiode | Überwachungszeitraum | Berichtszeitraum | Berichtsperiode | Zeitraum | Periode | Kreditierungsperiode | Quartal | Saison | Welle | Erhebungswelle | Runde',
    status:
      'Status | Zustand | offen | hängig | ausstehend | genehmigt | bewilligt | abgelehnt | in Prüfung | in Bearbeitung | bezahlt | strittig',
  },
  verbs: {
    design:
      'entwirf | plane eine Stichprobe | erstelle einen Stichprobenplan | lege … an | gestalte | konzipiere | setze … auf | bereite … vor | entwerfen | planen | erstellen | anlegen | konzipieren | aufsetzen | vorbereiten | könntest du … entwerfen | könnten Sie … entwerfen | würden Sie … planen | bitte … entwerfen | ich hätte gern einen Stichprobenplan | ich bräuchte eine Stichprobe | mach mal eine Stichprobe | bastel mir einen Plan | stell mir was zusammen | ich brauch ne Stichprobe',
    calculate:
      'berechne | rechne … aus | ermittle | bestimme | kalkuliere | schätze | rechne … durch | berechnen | ausrechnen | ermitteln | bestimmen | kalkulieren | schätzen | könntest du … berechnen | könnten Sie … berechnen | bitte … ausrechnen | wie groß muss die Stichprobe sein | wie viele Haushalte brauche ich | rechne mal | rechne mir aus | wie viele brauch ich | wie groß muss n sein | mach die Rechnung',
    select:
      'ziehe | wähle | wähle … aus | zieh | losst … aus | lose … aus | suche … aus | nimm | entnimm | ziehen | auswählen | wählen | auslosen | aussuchen | entnehmen | könntest du … ziehen | könnten Sie … auswählen | bitte … ziehen | würden Sie … auslosen | zieh mal | pick … raus | such mir … raus | würfel mir | greif dir',
    register:
      "registriere | erfasse | trage … ein | verzeichne | melde … an | halte fest | hinterlege | registrieren | erfassen | eintragen | verzeichnen | anmelden | festhalten | könntest du … registrieren | bitte … eintragen | würden Sie … erfassen | trag's ein | schreib's auf | nimm's auf",
    recalculate:
      "berechne neu | rechne neu | rechne nochmal | rechne noch einmal | wiederhole die Rechnung | aktualisiere | neu berechnen | nachrechnen | erneut berechnen | neu rechnen | aktualisieren | könntest du … neu berechnen | bitte nochmals rechnen | würden Sie … neu rechnen | nochmal bitte | nochmal durchrechnen | mach's nochmal | rechne das nochmal durch",
    analyse:
      'analysiere | werte … aus | untersuche | prüfe | beurteile | fasse zusammen | bewerte | analysieren | auswerten | untersuchen | prüfen | beurteilen | bewerten | könntest du … auswerten | könnten Sie … analysieren | bitte … auswerten | was sagen die Daten | schau dir die Daten an | guck mal drüber | nimm das auseinander',
    plan: 'plane | plane … ein | setze … an | terminiere | passe … an | stelle einen Plan auf | erhöhe von … auf | planen | einplanen | ansetzen | terminieren | anpassen | aufstellen | könntest du … planen | bitte … einplanen | würden Sie … anpassen | plan mal | setz das an | stock … auf',
    submit:
      "reiche … ein | reich … ein | lege … vor | übermittle | gib … ab | schicke … ein | einreichen | vorlegen | übermitteln | abgeben | einsenden | könntest du … einreichen | bitte … einreichen | würden Sie … vorlegen | schick's ab | gib's ab | raus damit",
    approve:
      "genehmige | bewillige | gib … frei | nimm … an | stimme zu | bestätige | akzeptiere | billige | genehmigen | bewilligen | freigeben | annehmen | zustimmen | bestätigen | akzeptieren | könntest du … genehmigen | bitte … freigeben | würden Sie … bewilligen | wink's durch | passt, freigeben | gib grünes Licht | absegnen",
    reject:
      "lehne … ab | lehn … ab | weise … zurück | verweigere | verwirf | schicke … zurück | ablehnen | zurückweisen | verweigern | verwerfen | abweisen | könntest du … ablehnen | bitte … ablehnen | würden Sie … zurückweisen | schmeiß … raus | gib's zurück | nein dazu",
    list: "liste … auf | liste | zähle … auf | gib eine Liste | zeige alle | führe … auf | auflisten | aufzählen | aufführen | könntest du … auflisten | bitte … auflisten | würden Sie mir eine Liste geben | was haben wir da | was liegt da | was gibt's alles",
    show: 'zeige | zeig | zeig mir | blende … ein | stelle dar | präsentiere | zeigen | anzeigen | darstellen | ansehen | könntest du mir … zeigen | bitte … anzeigen | darf ich … sehen | ich möchte … sehen | lass mal sehen | her damit | mach mal auf',
    read: 'lies | lies … vor | öffne | lade | lesen | vorlesen | öffnen | einlesen | könntest du … lesen | bitte … öffnen | würden Sie … vorlesen | was steht in | guck mal rein in | schau in … rein',
    search:
      "suche | such | finde | finde heraus | durchsuche | stöbere … auf | suchen | finden | durchsuchen | nachschlagen | könntest du … suchen | bitte … finden | würden Sie … suchen | wissen Sie, wo | wo ist | wo steckt | gibt's was zu | kram … raus",
    publish:
      "veröffentliche | publiziere | mache öffentlich | mach öffentlich | gib öffentlich frei | stelle online | teile öffentlich | veröffentlichen | publizieren | öffentlich machen | online stellen | öffentlich teilen | könntest du … veröffentlichen | bitte … veröffentlichen | würden Sie … öffentlich machen | stell's online | hau's raus | ins Netz damit | schalt's live",
    unpublish:
      "nimm offline | mache privat | mach wieder privat | ziehe … zurück | hebe die Veröffentlichung auf | beende die Freigabe | sperre | offline nehmen | privat machen | zurückziehen | depublizieren | die Freigabe aufheben | könntest du … wieder privat machen | bitte … offline nehmen | würden Sie … zurückziehen | nimm's runter | nimm's vom Netz | mach's wieder zu",
    move: "verschiebe | verschieb | bewege | lege … nach | verlege | räume … nach | verschieben | bewegen | verlegen | umziehen | könntest du … verschieben | bitte … verschieben | würden Sie … ablegen in | pack's in | schieb's rüber | steck's in | tu's in",
    rename:
      "benenne … um | benenn … um | nenne … um | gib … einen neuen Namen | umbenennen | neu benennen | könntest du … umbenennen | bitte … umbenennen | würden Sie … umbenennen | nenn's | das soll … heißen",
    copy: 'kopiere | kopier | dupliziere | lege eine Kopie an | sichere | kopieren | duplizieren | vervielfältigen | sichern | könntest du … kopieren | bitte … kopieren | würden Sie … duplizieren | mach ne Kopie | zieh mir ne Kopie',
    delete:
      'lösche | lösch | entferne | tilge | wirf … weg | beseitige | verwirf die Datei | loesche | löschen | entfernen | wegwerfen | beseitigen | tilgen | könntest du … löschen | bitte … löschen | würden Sie … entfernen | schmeiß … weg | weg damit | hau … weg | in die Tonne | kann … weg | mach … weg',
    restore:
      "stelle wieder her | stell … wieder her | hole … zurück | hol … zurück | rette | wiederherstellen | zurückholen | retten | könntest du … wiederherstellen | bitte … wiederherstellen | würden Sie … zurückholen | hol's wieder her | aus dem Papierkorb holen | her damit zurück",
    undo: 'mache rückgängig | mach rückgängig | nimm … zurück | setze … zurück | widerrufe | rückgängig machen | zurücknehmen | zurücksetzen | widerrufen | könntest du … rückgängig machen | bitte rückgängig machen | würden Sie … zurücknehmen | zurück bitte | ups, zurück | doch nicht | vergiss das letzte',
    write:
      "schreibe | schreib | speichere | speicher | erstelle | verfasse | notiere | lege … ab | exportiere | schreiben | speichern | erstellen | verfassen | notieren | ablegen | könntest du … schreiben | bitte … speichern | würden Sie … verfassen | schreib's auf | tipp mal | leg's irgendwo ab",
    send: "sende | schicke | schick | versende | leite weiter | überweise | maile | senden | schicken | versenden | weiterleiten | überweisen | mailen | könntest du … schicken | bitte … senden | würden Sie … weiterleiten | schick rüber | hau's rüber",
    tell: "sage | sag | sag mir | erkläre | erklär | beschreibe | nenne | informiere | sagen | erklären | beschreiben | nennen | wissen | könntest du mir sagen | könnten Sie erklären | bitte … erklären | ich wüsste gern | ich möchte wissen | erzähl mal | was ist mit | wie kommt's",
    cancel:
      'brich … ab | stopp | halt | storniere | hör … auf | abbrechen | stoppen | stornieren | aufhören | bitte abbrechen | könntest du … abbrechen | würden Sie … stornieren | lass mal | lass gut sein | vergiss es | egal | Kommando … zurück',
  },
  slips: {
    population: 'Grundgesamheit | Grundgesammtheit | Grundgesamtheti | Populaton | Gesammtheit',
    mean: 'Mitelwert | Mittelwehrt | Mittlewert | Durschnitt | Durchschnit | Durchnitt | durchschnitlich',
    sd: 'Standartabweichung | Standard-Abweichung | Standardabeichung | Standardabweichug | Standart Abweichung',
    proportion: 'Anteill | Antiel | Prozentsaz',
    confidence: 'Konfidens | Konfidentzniveau | Konfidenznivau | Konfidenzniveu | Sichereit',
    precision:
      'Genauigket | Genauikeit | Präzission | Prezision | Fehlertolleranz | Praezision | Genauigkeitt',
    dropout: 'Ausfalquote | Ausfallqoute | Ausfallqote | Drop out | Schwundt | Ausfaelle',
    responseRate: 'Rücklaufqoute | Ruecklauf | Rücklaufqote | Rüchlauf',
    usageShare: 'Nutzungsqoute | Nutzungsqote | Nuzungsquote',
    cv: 'Variazionskoeffizient | Variationskoefizient',
    designEffect: 'Desingeffekt | Designefekt',
    strata: 'Schichen | Schichtn | Startum',
    weight: 'Gewischt | Gewichtug | Gewihct',
    sampleSize:
      'Sitchprobe | Stichporbe | Stichrobe | Stichprobegröße | Stichprobengroesse | Stichproben Größe',
    household: 'Haushallt | Hausalte | Haushlate | Haushaltee',
    stove: 'Kochr | Koher | Oefen',
    beneficiary: 'Begünstigete | Begünstiger',
    village: 'Dorff | Doerfer',
    balance: 'Kontostandt | Guthabn',
    validator: 'Vailidator | Validtor',
    file: 'Dateie | Daten | Datie',
    folder: 'Orndner | Ornder | Odner',
    public: 'öffendlich | öffentlch | offentlich',
    hidden: 'verstekt | vesteckt',
    private: 'priwat',
    trash: 'Papierkrob | Papierkob',
    version: 'Verison | Vesion',
    temperature: 'Temparatur | Temperratur',
    forecast: 'Vorhersge | Vorraussage | Forhersage',
    weather: 'Weter | Wtter',
    total: 'insgesammt | ingesamt | gesammt',
    design: 'entwrif | erstele',
    calculate: 'bereche | berchne | berechen | ausrechen',
    select: 'ziehee | zihe | auswälen | auswahlen',
    register: 'registriren | regestrieren | erfase',
    recalculate: 'neu berechen | neuberechnen',
    analyse: 'analisiere | anlysiere | auswertten',
    approve: 'genemigen | genehmige es | bewiligen',
    reject: 'ablenen | abllehnen',
    show: 'zeie | zeigr',
    search: 'suhce | sucehn',
    publish: 'veröffendlichen | veroeffentlichen | verröffentlichen | veröfentlichen',
    move: 'verschibe | verschiben | vershieben',
    rename: 'umbennen | umbenenen',
    delete: 'löche | löshe | loeschen | lösce | lössche',
    restore: 'wiederherstelen | wiederherrstellen | wieder herstellen',
    submit: 'einreichenn | einrechen',
    write: 'schribe | shreibe',
    send: 'schike | sendne',
  },
  talk: {
    yes: 'ja | jo | jep | jawohl | klar | okay | ok | genau | richtig | stimmt | mach das | mach es | nur zu | gerne | gern | einverstanden | in Ordnung | passt | natürlich | los',
    no: 'nein | nö | nee | ne | nicht | stopp | falsch | lieber nicht | nein danke | jetzt nicht | lass es | auf keinen Fall',
    thanks:
      "danke | vielen Dank | danke schön | dankeschön | danke sehr | besten Dank | herzlichen Dank | tausend Dank | merci | merci vilmal | thx | super, danke | perfekt | prima | klasse | toll | das war's | das wär's | passt | alles klar",
    hello:
      "hallo | hi | hey | guten Tag | guten Morgen | guten Abend | Morgen | moin | servus | grüezi | grüß Gott | grüß dich | Mahlzeit | tach | wie geht's | sehr geehrte",
    goodbye:
      "tschüss | tschüs | auf Wiedersehen | ciao | bis später | bis dann | bis bald | gute Nacht | mach's gut | ade | tschau",
    followUp:
      "und | und mit | und für | und wenn | und jetzt | was ist mit | wie sieht es aus mit | wie wär's mit | dasselbe für | das Gleiche für | das gleiche mit | gleich, aber | ebenso für | auch für | und der andere | und der Rest | jetzt mit | nun mit | dann mit | als Nächstes | nochmal | noch einmal mit | noch einer | diesmal mit | wie oben | wie vorher | der Rest bleibt | sonst alles gleich | dito | dto. | und in | und morgen",
    correction:
      "nein, ich meinte | ich meinte | ich meine | sondern | vielmehr | besser gesagt | beziehungsweise | bzw. | Moment | warte | halt, nein | Entschuldigung | sorry | Korrektur | korrigiere | eigentlich | doch lieber | stattdessen | mach … daraus | mach's zu | ändere auf | ändere es auf | ich habe mich vertan | vertippt | Tippfehler | falsch | das sollte … sein | es sind … nicht | ersetze … durch | ach nein | ups",
    hedge:
      'vielleicht | eventuell | evtl. | möglicherweise | wahrscheinlich | vermutlich | wohl | ich glaube | ich denke | ich nehme an | ich schätze | etwa so | so ungefähr | sozusagen | irgendwie | nicht sicher | ich bin mir nicht sicher | wenn ich mich recht erinnere | soweit ich weiß | m. W. | könnte | dürfte | müsste | mal | halt | eigentlich | gegebenenfalls | ggf. | sagen wir | beispielsweise | z. B. | hypothetisch | theoretisch | rein interessehalber',
    negation:
      'nicht | kein | keine | keinen | keinem | keiner | keines | nie | niemals | nein | nee | ohne | weder … noch | nichts | niemand | nirgends | nicht mehr | noch nicht | auf keinen Fall | keinesfalls | keineswegs | bloß nicht | ja nicht | bitte nicht | nicht doch | lieber nicht | unterlass | lass … in Ruhe | Finger weg | statt | anstatt | anstelle von | darf nicht | soll nicht | sollst nicht | sondern',
    condition:
      'wenn | falls | sofern | soweit | im Fall dass | für den Fall | nur wenn | außer wenn | es sei denn | vorausgesetzt | unter der Bedingung | angenommen | gesetzt den Fall | ansonsten | sonst | andernfalls | sobald | solange | bis | ob | sollte | auch wenn | selbst wenn | wenn nicht | wenn ja | je nachdem | wäre | hätte | würde',
    exception:
      'außer | ausser | ausgenommen | ausgeschlossen | mit Ausnahme von | mit Ausnahme | bis auf | abgesehen von | aber nicht | nur nicht | alle bis auf | alles außer | alles bis auf | ohne die | nur | nur die | nur das | bloß die | lediglich | ausschließlich | nichts außer | solange | es sei denn | behalte | aber behalte | verschone | lass aus | lass weg | exklusive | exkl. | minus',
    all: 'alle | alles | allen | aller | sämtliche | sämtlichen | gesamte | ganze | ganzen | das Ganze | komplett | vollständig | beide | allesamt',
    every: 'jede | jeder | jedes | jeden | jedem | pro | je | jeweils | jedwede',
    none: 'kein | keine | keiner | keines | keinen | nicht einer | kein einziger | keinerlei',
    nothing: 'nichts | gar nichts | überhaupt nichts | nix | null',
    some: 'einige | ein paar | manche | etliche | mehrere | gewisse | etwas | teils | ein Teil',
    most: 'die meisten | meist | die Mehrheit | mehr als die Hälfte | fast alle | der Großteil | überwiegend',
    few: 'wenige | kaum | kaum welche | eine Handvoll',
    many: 'viele | zahlreiche | jede Menge | massenhaft | ein Haufen',
    only: 'nur | bloß | lediglich | ausschließlich | genau | exakt',
  },
};
