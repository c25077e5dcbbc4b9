import { describe, expect, it } from 'vitest';
import { languageOf } from './language-of.js';

describe('languageOf', () => {
  it.each([
    ['en', 'how many stoves should we visit?'],
    ['en', 'mean 6 kg, sd 2'],
    ['de', 'wie viele Haushalte müssen wir befragen?'],
    ['de', 'Bitte den Ordner /berichte anzeigen'],
    ['fr', "combien de ménages faut-il enquêter, l'écart-type est 2"],
    ['fr', 'montre les fichiers du dossier /rapports'],
    ['es', '¿cuántos hogares tenemos que visitar?'],
    ['es', 'borra el archivo /notas.md por favor'],
    ['pt', 'quantos domicílios precisamos visitar?'],
    ['pt', 'apague o arquivo /notas.md'],
    ['sw', 'tunahitaji kaya ngapi kwa sampuli?'],
    ['de', 'tausendzweihundert'],
    ['es', 'dos tercios'],
    ['fr', 'quatre-vingts'],
    ['sw', 'elfu mbili'],
    ['sw', 'nionyeshe faili zilizo kwenye /ripoti'],
    ['sw', 'je, nifute /a.txt?'],
    ['fr', 'je supprime /a.txt'],
    ['fr', 'du 1 novembre au 29 novembre design-0b9f1234-aaaa-4bbb-8ccc-123456789abc depuis /readings.csv'],
    ['en', 'Recalculate: actual mean 5.5, actual sd 2.4, dropout 20%'],
    ['es', 'la media actual es 5,5'],
    ['en', 'inactive validators'],
    ['sw', 'ninatumia jiko'],
    ['sw', 'inapatikana'],
    // A name of another language decides nothing where words tell it.
    ['fr', 'Que dit umlaute.md sur Köln ?'],
    ['de', 'Was sagt handbuch.md über Señor Muñoz?'],
    ['es', '¿Qué dice umlaute.md sobre Köln?'],
    ['de', 'Wetter Köln'],
    ['es', 'Reparte 180 visitas entre costa 45%, colinas 30% y lago 25%'],
  ])('reads %s: %s', (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  it('takes English where no word speaks for another', () => {
    expect(languageOf('')).toBe('en');
    expect(languageOf('95/5 2500 ???')).toBe('en');
  });
});
