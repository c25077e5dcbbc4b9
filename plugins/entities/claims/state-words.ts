import type { FieldWords } from 'oracle-runtime/plugin';
import type { CLAIM_STATES, COLLECTION_STATES } from './claim.js';

/** What people call the states of a claim. */
export const STATE_WORDS: Record<(typeof CLAIM_STATES)[number], NonNullable<FieldWords['values']>[string]> = {
  open: {
    en: [
      'open',
      'pending',
      'unevaluated',
      'not evaluated',
      'not yet evaluated',
      'outstanding',
      'waiting',
      'undecided',
      'unresolved',
    ],
    de: ['offen', 'offene', 'offenen', 'ausstehend*', 'unbearbeitet*', 'unentschieden*', 'wartend*'],
    fr: ['ouvert*', 'en attente', 'en suspens', 'non evalue*'],
    es: ['abiert*', 'pendiente*', 'en espera', 'sin evaluar'],
    pt: ['abert*', 'pendente*', 'em espera', 'por avaliar'],
    sw: ['wazi', '*subiri', 'bado hayajaamuliwa'],
  },
  approved: {
    en: ['approved', 'accepted', 'passed'],
    de: ['genehmigt*', 'angenommen*', 'anerkannt*', 'bewilligt*'],
    fr: ['approuve*', 'accepte*', 'valide', 'valides', 'validee', 'validees'],
    es: ['aprobad*', 'aceptad*'],
    pt: ['aprovad*', 'aceite*', 'aceit*'],
    sw: ['*idhinishwa', '*kubaliwa'],
  },
  rejected: {
    en: ['rejected', 'refused', 'declined', 'turned down', 'denied', 'thrown out'],
    de: ['abgelehnt*', 'zuruckgewiesen*', 'verworfen*'],
    fr: ['rejete*', 'refuse*'],
    es: ['rechazad*', 'denegad*'],
    pt: ['rejeitad*', 'recusad*', 'negad*'],
    sw: ['*kataliwa'],
  },
  disputed: {
    en: ['disputed', 'contested', 'in dispute', 'under dispute', 'challenged'],
    de: ['strittig*', 'umstritten*', 'bestritten*', 'angefochten*'],
    fr: ['conteste*', 'en litige', 'litigieu*'],
    es: ['disputad*', 'en disputa', 'impugnad*'],
    pt: ['disputad*', 'em disputa', 'contestad*', 'impugnad*'],
    sw: ['*bishaniwa', '*zozaniwa', 'yenye mgogoro'],
  },
  invalidated: {
    en: ['invalidated', 'invalid', 'void', 'voided', 'annulled'],
    de: ['ungultig*', 'annulliert*', 'fur nichtig erklart*'],
    fr: ['invalide*', 'annule*'],
    es: ['invalidad*', 'anulad*', 'invalid*'],
    pt: ['invalidad*', 'anulad*', 'invalid*'],
    sw: ['*batilishwa', 'batili'],
  },
  flagged: {
    en: ['flagged', 'marked', 'suspicious'],
    de: ['markiert*', 'gemeldet*', 'auffallig*'],
    fr: ['signale*', 'marque*'],
    es: ['marcad*', 'senalad*'],
    pt: ['marcad*', 'sinalizad*', 'assinalad*'],
    sw: ['*wekwa alama', '*tiliwa alama'],
  },
};

/** What people call the states of a collection. */
export const COLLECTION_STATE_WORDS: Record<
  (typeof COLLECTION_STATES)[number],
  NonNullable<FieldWords['values']>[string]
> = {
  open: {
    en: ['open', 'taking claims', 'take claims', 'active'],
    de: ['offen', 'offene', 'offenen', 'aktiv*'],
    fr: ['ouvert*', 'active', 'actives'],
    es: ['abiert*', 'activ*'],
    pt: ['abert*', 'ativ*'],
    sw: ['wazi', 'hai'],
  },
  paused: {
    en: ['paused', 'on hold', 'suspended'],
    de: ['pausiert*', 'angehalten*', 'ausgesetzt*'],
    fr: ['en pause', 'suspendu*'],
    es: ['en pausa', 'pausad*', 'suspendid*'],
    pt: ['em pausa', 'pausad*', 'suspens*'],
    sw: ['*simamishwa', '*sitishwa'],
  },
  closed: {
    en: ['closed', 'ended'],
    de: ['geschlossen*', 'beendet*'],
    fr: ['ferme*', 'clos', 'close', 'closes'],
    es: ['cerrad*'],
    pt: ['fechad*', 'encerrad*'],
    sw: ['*fungwa'],
  },
};
