/** One line of `oracle doctor`. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail';
  readonly subject: string;
  readonly detail: string;
  /** What to do about it; absent when all is well. */
  readonly mend?: string;
}

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
