import type { FieldWords } from 'oracle-runtime/plugin';
import type { ValidatorState } from './validators.js';

/** What people call the states of a validator. */
export const VALIDATOR_STATE_WORDS: Record<ValidatorState, NonNullable<FieldWords['values']>[string]> = {
  active: {
    en: ['active', 'bonded', 'signing'],
    de: ['aktiv*', 'signierend*'],
    fr: ['actif*', 'active*'],
    es: ['activ*'],
    pt: ['ativ*'],
    sw: ['hai', '*nayofanya kazi', '*naofanya kazi'],
  },
  inactive: {
    en: ['inactive', 'unbonded', 'not active', 'outside the active set'],
    de: ['inaktiv*', 'nicht aktiv*'],
    fr: ['inactif*', 'inactive*'],
    es: ['inactiv*'],
    pt: ['inativ*'],
    sw: ['*siofanya kazi', '*siyo hai'],
  },
  jailed: {
    en: ['jailed', 'in jail', 'imprisoned', 'in prison'],
    de: ['gesperrt*', 'im gefangnis', 'eingesperrt*', 'inhaftiert*', 'verhaftet*', 'im knast'],
    fr: ['emprisonne*', 'en prison', 'incarcere*', 'detenu*'],
    es: ['encarcelad*', 'en la carcel', 'en prision', 'apresad*', 'preso', 'presos'],
    pt: ['preso', 'presos', 'na prisao', 'encarcerad*', 'na cadeia', 'detid*'],
    sw: ['*fungwa', 'gerezani', 'jela'],
  },
};
