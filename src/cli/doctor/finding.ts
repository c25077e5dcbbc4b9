import type { Diagnosis } from '../../plugin/index.js';

/** One line of `oracle doctor`. */
export type Finding = Diagnosis;

export const ok = (subject: string, detail: string): Finding => ({ level: 'ok', subject, detail });
export const warn = (subject: string, detail: string, mend: string): Finding => ({
  level: 'warn',
  subject,
  detail,
  mend,
});
export const fail = (subject: string, detail: string, mend: string): Finding => ({
  level: 'fail',
  subject,
  detail,
  mend,
});
