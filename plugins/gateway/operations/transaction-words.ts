import type { FieldWords } from 'oracle-runtime/plugin';
import type { Direction, Outcome } from '../facts/transactions.js';

type Words<Choice extends string> = Record<Choice, NonNullable<FieldWords['values']>[string]>;

/** What people call the side of an address in a transaction. */
export const DIRECTION_WORDS: Words<Direction> = {
  sent: {
    en: ['sent', 'sent by', 'outgoing', 'made by', 'signed by'],
    de: ['gesendet*', 'gesandt*', 'ausgehend*'],
    fr: ['envoye*', 'sortant*'],
    es: ['enviad*', 'saliente*'],
    pt: ['enviad*', 'de saida'],
    sw: ['*tuma', '*tumwa', '*liyotuma'],
  },
  received: {
    en: ['received', 'received by', 'incoming', 'paid to', 'sent to'],
    de: ['erhalten*', 'empfangen*', 'eingehend*', 'bekommen*'],
    fr: ['recu', 'recus', 'recue', 'recues', 'entrant*'],
    es: ['recibid*', 'entrante*'],
    pt: ['recebid*', 'de entrada'],
    sw: ['*pokea', '*pokelewa'],
  },
};

/** What people call how a transaction ended. */
export const OUTCOME_WORDS: Words<Outcome> = {
  failed: {
    en: ['failed', 'failing', 'unsuccessful', 'went wrong'],
    de: ['fehlgeschlagen*', 'gescheitert*', 'erfolglos*'],
    fr: ['echoue*', 'en echec', 'rate*'],
    es: ['fallid*', 'fracasad*'],
    pt: ['falhad*', 'falharam', 'fracassad*'],
    sw: ['*feli', '*shindwa', '*shindikana'],
  },
  succeeded: {
    en: ['succeeded', 'successful'],
    de: ['erfolgreich*', 'gelungen*'],
    fr: ['reussi*'],
    es: ['exitos*', 'lograd*'],
    pt: ['bem sucedid*', 'com exito', 'com sucesso'],
    sw: ['*fanikiwa', '*liyofaulu'],
  },
};
