import { type ExternalAccount, type FieldError, OracleError } from '../../plugin/index.js';

const PROVIDER = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
/** `did:…` is an id of its own, and `key:…` is that of an API key. */
const TAKEN = new Set(['did', 'key']);
const SUBJECT_LENGTH = 200;
const NAME_LENGTH = 200;

/** What an account is called in the store and in what it owns: `<provider>:<subject>`. @throws OracleError `invalid_request` */
export function accountId({ provider, subject }: ExternalAccount): string {
  const errors: FieldError[] = [];
  if (provider.length > 40 || !PROVIDER.test(provider) || TAKEN.has(provider))
    errors.push({ field: 'provider', message: 'must be a name such as slack, and neither did nor key' });
  if (subject === '' || subject.length > SUBJECT_LENGTH || /[\s\p{C}]/u.test(subject))
    errors.push({
      field: 'subject',
      message: `must have 1 to ${SUBJECT_LENGTH} characters, none of them blank or invisible`,
    });
  if (errors.length === 0) return `${provider}:${subject}`;
  throw new OracleError('invalid_request', {
    detail: `This is no account: ${errors.map(({ field, message }) => `${field} ${message}`).join('; ')}.`,
    errors,
  });
}

/** The name as it can be shown in a line; people choose it themselves. */
export function accountName({ name, subject }: ExternalAccount): string {
  const shown = name
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, NAME_LENGTH);
  return shown === '' ? subject : shown;
}
