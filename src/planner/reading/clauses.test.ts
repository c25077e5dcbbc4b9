import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../language/language.js';
import { readText } from './read-text.js';

/** Sentences by language, each with what its clauses are: mood, then what holds of it. */
const SENTENCES: Readonly<Record<Language, readonly (readonly [say: string, clauses: string])[]>> = {
  en: [
    ['delete nothing, just list /notes', 'imperative negated | imperative'],
    ["don't move /p/a.txt to /q", 'imperative negated'],
    ["don't publish /notes/plan.md", 'imperative negated'],
    ['should I publish /reports/q1.pdf?', 'question modal'],
    ["don't submit design-1 yet", 'imperative negated'],
    ['I deleted /p/a.txt by mistake, get it back', 'statement past | imperative'],
    ['recover the file i deleted', 'imperative | statement past'],
    ['move all pdfs from /reports to /archive', 'imperative narrowed'],
    ['make everything in /drafts private except /drafts/final.pdf', 'imperative narrowed'],
    ['weather at our site in Lodwar, and we have 5000 households, mean 6 kg, sd 2', 'statement | statement'],
    ['delete /a.txt', 'imperative'],
    ['please delete /a.txt and /b.txt', 'imperative'],
    ['can you delete /a.txt?', 'imperative'],
    ['can I delete /a.txt?', 'question modal'],
    ['what would happen if I deleted /a.txt?', 'question conditional modal | question conditional past'],
    ['is it safe to move /a to /b?', 'question modal'],
    ['delete /a if it is older than 30 days', 'imperative conditional narrowed'],
    [
      'if it rains tomorrow, delete /a and tell me',
      'statement conditional | imperative conditional | imperative conditional',
    ],
    ['who deleted /a.txt?', 'question past'],
    ['did we publish /reports/q1.pdf?', 'question past'],
    ['no wait, I mean /b.txt', 'statement negated corrects | statement corrects'],
    ["we have 5000 homes, 15% don't respond, mean 2 sd 1", 'statement'],
    ['what if I publish it', 'question conditional modal'],
    ['I want to delete /a.txt', 'imperative'],
    ['I would like you to submit design-1', 'imperative'],
    ['show my files', 'imperative'],
    ["list everything in /notes but don't delete anything", 'imperative | imperative negated'],
    ['as soon as the report is done, publish it', 'statement conditional | imperative conditional'],
    ['has /a.txt been deleted?', 'question past'],
    ["don't delete or move /a.txt", 'statement negated | imperative negated'],
    ['restore what was deleted', 'imperative | statement past'],
    ['undo that', 'imperative'],
    ['mint the token now', 'imperative'],
    [`the manual says "delete /a.txt" but I'm not sure`, 'statement | statement'],
    ['how do I delete a file?', 'question modal'],
    ['design a sample for 5000 stoves, if possible at 90/10', 'imperative'],
    ['delete /a.txt, ok?', 'question'],
    ['stop, do not send it', 'imperative negated | imperative negated'],
    ['the mean is 6 kg and the sd 2', 'statement'],
    ['reject design-3, the deviation does not fit', 'imperative'],
    ['I hereby approve design-3', 'imperative'],
    ['only move the csv files', 'imperative narrowed'],
    ["don't delete /a", 'imperative negated'],
    ['size a sample for 2,040 households, mean 6 kg, sd 2.5 kg, 25% dropout, 90/10', 'imperative'],
    ['we have 5000 households', 'statement'],
    ['get rid of everything in /tmp except the csvs', 'imperative narrowed'],
    ['could you take /notes/plan.md down?', 'imperative'],
    ['I was wondering if we could publish the report', 'question conditional modal'],
    ['never delete my files', 'imperative negated'],
    ['maybe delete /a.txt', 'question modal'],
    ['please move the old ones to /archive', 'imperative narrowed'],
    ['rename /a.txt to /b.txt and then delete /c.txt', 'imperative | imperative'],
    ['where are my files?', 'question'],
    ['which stoves failed last month?', 'question'],
    ['can it be undone?', 'question modal'],
    ['would deleting /a break anything?', 'question modal'],
    ['when was /a.txt deleted?', 'question past'],
    ['he told me to delete /a.txt', 'statement past'],
    ['sorry, 8% not 10%', 'statement negated corrects'],
    ['actually make it 95/5', 'statement corrects'],
    ['once the survey is over send the report', 'statement conditional'],
    ['unless they object, submit design-2', 'statement conditional | imperative conditional'],
    ['approve it only if the mean is above 5', 'imperative conditional narrowed'],
    ['the report was published yesterday', 'statement past'],
    ['why did you move it?', 'question modal past'],
    ['design a sample, then draw it with seed 42', 'imperative | imperative'],
    ["let's register it", 'imperative'],
    ['I need a sample of 60', 'imperative'],
    ['how many stoves do I have to visit?', 'question modal'],
    ['everything but /b.txt should be deleted', 'statement narrowed'],
    ["there's no need to delete anything", 'statement negated'],
    ['send the report to ana@x.org', 'imperative'],
    ['no', 'statement negated'],
    ['have you sent the report yet?', 'question past'],
    ['what does "delete" mean?', 'question'],
    ['is the file public?', 'question'],
    ['make /a.txt public', 'imperative'],
    ['if I delete /a can I get it back?', 'question conditional modal'],
    ['keep /a.txt', 'imperative narrowed'],
  ],
  de: [
    ['lehne Entwurf 3 ab, die Schichtung fehlt', 'imperative'],
    ['lösche /a.txt', 'imperative'],
    ['lösche /a.txt nicht', 'imperative negated'],
    ['bitte /a.txt nicht löschen', 'imperative negated'],
    ['bitte /a.txt löschen', 'imperative'],
    ['soll ich /a.txt löschen?', 'question modal'],
    ['was passiert, wenn ich /a.txt lösche?', 'question conditional modal'],
    ['habe ich /a.txt gelöscht?', 'question past'],
    ['ich habe /a.txt aus Versehen gelöscht, stell sie wieder her', 'statement past | imperative'],
    ['stelle die Datei wieder her, die ich gelöscht habe', 'imperative | statement past'],
    ['lösche alles in /entwürfe außer /entwürfe/final.pdf', 'imperative narrowed'],
    ['kannst du /a.txt löschen?', 'imperative'],
    ['kann man /a.txt gefahrlos löschen?', 'question modal'],
    ['sobald der Bericht fertig ist, veröffentliche ihn', 'statement conditional | imperative conditional'],
    ['zeig mir alle Dateien, aber lösche nichts', 'imperative | statement negated'],
    ['wir haben 5000 Haushalte, 15% antworten nicht, Mittelwert 2', 'statement'],
    ['nein, ich meine /b.txt', 'statement corrects | statement corrects'],
    ['wie viele Haushalte müssen wir befragen?', 'question modal'],
    ['veröffentliche den Bericht noch nicht', 'imperative negated'],
    ['ich möchte /a.txt löschen', 'imperative'],
    ['könntest du bitte den Bericht einreichen?', 'imperative'],
    ['was würde passieren, wenn ich es veröffentliche', 'question conditional modal'],
    ['wurde /a.txt gelöscht?', 'question past'],
    ['wer hat /a.txt gelöscht?', 'question past'],
    ['verschiebe nur die PDFs nach /archiv', 'imperative narrowed'],
    ['lösche auf keinen Fall etwas', 'imperative negated'],
    ['entwirf eine Stichprobe für 5000 Haushalte', 'imperative'],
    [
      'falls der Mittelwert über 5 liegt, genehmige den Entwurf',
      'statement conditional | imperative conditional',
    ],
    ['ist es sicher, den Ordner zu verschieben?', 'question modal'],
    ['vielleicht sollten wir das löschen', 'question modal'],
    ['zeige mir die Datei, die wir gestern hochgeladen haben', 'imperative | statement past'],
    ['sag mir, wie man eine Datei löscht', 'imperative | question'],
  ],
  fr: [
    ['supprime /a.txt', 'imperative'],
    ['ne supprime pas /a.txt', 'imperative negated'],
    ["n'efface rien, montre seulement /notes", 'imperative negated | imperative narrowed'],
    ['dois-je supprimer /a.txt ?', 'question modal'],
    ['que se passe-t-il si je supprime /a.txt ?', 'question conditional modal'],
    ["j'ai supprimé /a.txt par erreur, récupère-le", 'statement past | imperative'],
    ["restaure le fichier que j'ai supprimé", 'imperative | statement past'],
    ['avons-nous publié /a.pdf ?', 'question past'],
    ['peux-tu supprimer /a.txt ?', 'imperative'],
    ['supprime tout dans /notes sauf /notes/b.md', 'imperative narrowed'],
    ['dès que le rapport est prêt, publie-le', 'statement conditional | imperative conditional'],
    ['nous avons 5000 ménages, 15 % ne répondent pas', 'statement'],
    ['non attends, je veux dire /b.txt', 'statement corrects | imperative corrects'],
    ['combien de ménages faut-il enquêter ?', 'question modal'],
    ['liste les fichiers mais ne supprime rien', 'imperative | imperative negated'],
    ['publie le rapport', 'imperative'],
    ['ne publie pas encore le rapport', 'imperative negated'],
    ['je voudrais supprimer /a.txt', 'imperative'],
    ['est-ce que je peux supprimer /a.txt ?', 'question modal'],
    ['qui a supprimé /a.txt ?', 'question past'],
    ['si la moyenne dépasse 5, approuve le plan', 'statement conditional | imperative conditional'],
    ['déplace seulement les pdf vers /archive', 'imperative narrowed'],
    ['supprime les fichiers plus vieux que 30 jours', 'imperative narrowed'],
    ["peut-être qu'il faut supprimer /a", 'question modal'],
    ["surtout n'envoie rien", 'statement negated'],
    ["calcule la taille d'échantillon pour 5000 ménages", 'imperative'],
    ['on a déjà envoyé le rapport', 'statement past'],
    ["c'est possible de récupérer /a.txt ?", 'question modal'],
  ],
  es: [
    ['borra /a.txt', 'imperative'],
    ['no borres /a.txt', 'imperative negated'],
    ['no borres nada, solo muestra /notas', 'imperative negated | imperative narrowed'],
    ['¿debo borrar /a.txt?', 'question modal'],
    ['¿qué pasa si borro /a.txt?', 'question conditional modal'],
    ['borré /a.txt por error, recupéralo', 'statement past | imperative'],
    ['recupera el archivo que borré', 'imperative | statement past'],
    ['¿publicamos ya /a.pdf?', 'question past'],
    ['¿puedes borrar /a.txt?', 'imperative'],
    ['¿se puede borrar /a.txt?', 'question modal'],
    ['borra todo en /notas excepto /notas/b.md', 'imperative narrowed'],
    ['si llueve mañana, borra /a.txt', 'statement conditional | imperative conditional'],
    ['sí, borra /a.txt', 'statement | imperative'],
    ['tenemos 5000 hogares, el 15% no responde', 'statement | statement'],
    [
      'no, espera, quiero decir /b.txt',
      'statement negated corrects | statement corrects | imperative corrects',
    ],
    ['¿cuántos hogares hay que visitar?', 'question'],
    ['muestra los archivos pero no borres nada', 'imperative | imperative negated narrowed'],
    ['publica el informe', 'imperative'],
    ['todavía no publiques el informe', 'statement negated'],
    ['quiero borrar /a.txt', 'imperative'],
    ['¿quién borró /a.txt?', 'question past'],
    ['mueve solo los pdf a /archivo', 'imperative narrowed'],
    ['a menos que llueva, envía el informe', 'statement conditional | imperative conditional'],
    ['calcula la muestra para 5000 hogares', 'imperative'],
    ['ya enviamos el informe', 'statement past'],
    ['¿es seguro mover la carpeta?', 'question modal'],
    ['tal vez deberíamos borrarlo', 'question modal'],
    ['borre /a.txt', 'imperative'],
    ['elimina los archivos más viejos que 30 días', 'imperative narrowed'],
    ['¿me puedes mostrar los archivos?', 'imperative'],
  ],
  pt: [
    ['apague /a.txt', 'imperative'],
    ['não apague /a.txt', 'imperative negated'],
    ['não apague nada, só mostre /notas', 'imperative negated | imperative narrowed'],
    ['devo apagar /a.txt?', 'question modal'],
    ['o que acontece se eu apagar /a.txt?', 'question conditional modal'],
    ['apaguei /a.txt por engano, recupere', 'statement past | imperative'],
    ['restaure o arquivo que eu apaguei', 'imperative | statement past'],
    ['já publicamos /a.pdf?', 'question past'],
    ['você pode apagar /a.txt?', 'imperative'],
    ['é seguro apagar /a.txt?', 'question modal'],
    ['apague tudo em /notas exceto /notas/b.md', 'imperative narrowed'],
    ['se chover amanhã, apague /a.txt', 'statement conditional | imperative conditional'],
    ['temos 5000 domicílios, 15% não respondem', 'statement'],
    [
      'não, espera, quero dizer /b.txt',
      'statement negated corrects | statement corrects | imperative corrects',
    ],
    ['quantos domicílios precisamos visitar?', 'question'],
    ['publique o relatório', 'imperative'],
    ['ainda não publique o relatório', 'statement negated'],
    ['quero apagar /a.txt', 'imperative'],
    ['quem apagou /a.txt?', 'question past'],
    ['mova só os pdf para /arquivo', 'imperative narrowed'],
    ['se a média passar de 5, aprove o plano', 'statement conditional | imperative conditional'],
    ['calcule a amostra para 5000 domicílios', 'imperative'],
    ['já enviamos o relatório', 'statement past'],
    ['talvez devêssemos apagar isso', 'question modal'],
    ['dá para desfazer?', 'question modal'],
    ['apague os arquivos mais antigos que 30 dias', 'imperative narrowed'],
  ],
  sw: [
    ['futa /a.txt', 'imperative'],
    ['usifute /a.txt', 'statement negated'],
    ['usifute chochote, nionyeshe tu /notes', 'statement negated | imperative narrowed'],
    ['je, nifute /a.txt?', 'question | question modal'],
    ['nini kitatokea nikifuta /a.txt?', 'question conditional modal'],
    ['nilifuta /a.txt kwa bahati mbaya, irudishe', 'statement past | imperative'],
    ['rudisha faili niliyoifuta', 'imperative | statement past'],
    ['je, tulichapisha /a.pdf?', 'question | question past'],
    ['unaweza kufuta /a.txt?', 'imperative'],
    ['je, ni salama kufuta /a.txt?', 'question modal'],
    ['futa faili zote isipokuwa /b.md', 'imperative narrowed'],
    ['mvua ikinyesha kesho, futa /a.txt', 'statement conditional | imperative conditional'],
    ['tuna kaya 5000, asilimia 15 hawajibu', 'statement'],
    ['hapana subiri, namaanisha /b.txt', 'statement negated corrects | imperative corrects'],
    ['tunahitaji kaya ngapi?', 'question'],
    ['chapisha ripoti', 'imperative'],
    ['usichapishe ripoti bado', 'statement negated'],
    ['nataka kufuta /a.txt', 'imperative'],
    ['nani alifuta /a.txt?', 'question past'],
    ['hamisha pdf zote kwenda /archive', 'imperative narrowed'],
    ['ikiwa wastani unazidi 5, idhinisha mpango', 'statement conditional | imperative conditional'],
    ['tafadhali nionyeshe faili zangu', 'imperative'],
    ['labda tufute /a.txt', 'question modal'],
    ['ripoti ilichapishwa jana', 'statement past'],
    ['hesabu sampuli ya kaya 5000', 'imperative'],
  ],
};

function clausesOf(text: string, language: Language): string {
  const flags = ['negated', 'conditional', 'modal', 'past', 'narrowed', 'corrects'] as const;
  return readText(text, { language, today: '2025-03-12' })
    .clauses.map((clause) => [clause.mood, ...flags.filter((flag) => clause[flag])].join(' '))
    .join(' | ');
}

describe.each(LANGUAGES)('clauses in %s', (language) => {
  it.each(SENTENCES[language].map(([say, clauses]) => [say, clauses] as const))('%s', (say, clauses) => {
    expect(clausesOf(say, language)).toBe(clauses);
  });
});

describe('clauses', () => {
  const verbs = ['delete', 'move', 'publish', 'submit', 'revoke', 'approve', 'send', 'overwrite'];
  const free = (say: string) =>
    readText(say, { language: 'en' }).clauses.some(
      (one) =>
        one.mood === 'imperative' &&
        !one.negated &&
        !one.conditional &&
        !one.modal &&
        !one.past &&
        !one.narrowed,
    );

  it.each(verbs)('take %s as a wish only where it is plainly one', (verb) => {
    expect(free(`${verb} /p/a.txt`)).toBe(true);
    expect(free(`please ${verb} /p/a.txt`)).toBe(true);
    expect(free(`could you ${verb} /p/a.txt?`)).toBe(true);
    for (const say of [
      `do not ${verb} /p/a.txt`,
      `don't ${verb} /p/a.txt`,
      `never ${verb} /p/a.txt`,
      `${verb} nothing`,
      `should I ${verb} /p/a.txt?`,
      `can I ${verb} /p/a.txt?`,
      `is it safe to ${verb} /p/a.txt?`,
      `what would happen if you ${verb} /p/a.txt?`,
      `what if I ${verb} /p/a.txt`,
      `how do I ${verb} /p/a.txt?`,
      `did you ${verb} /p/a.txt?`,
      `${verb} everything except /p/a.txt`,
      `${verb} all pdfs in /p`,
      `${verb} only the drafts in /p`,
      `${verb} /p/a.txt if it is older than a week`,
      `as soon as it rains, ${verb} /p/a.txt`,
      `maybe ${verb} /p/a.txt`,
      `the note says "${verb} /p/a.txt"`,
    ]) {
      expect([say, free(say)]).toEqual([say, false]);
    }
  });

  it('are the whole text, whatever it is', () => {
    for (const text of ['', ' ', 'a', 'a. b; c\n\nd?', '...', '"', 'delete /a, and then list /b ']) {
      const { clauses } = readText(text);
      expect(clauses.map((one) => text.slice(one.start, one.end)).join('')).toBe(text);
    }
  });

  it('keep what is quoted out of it', () => {
    expect(clausesOf('write "do not delete, unless it rains" to /a.txt', 'en')).toBe('imperative');
  });
});
