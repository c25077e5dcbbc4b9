import { OracleError, type Principal } from 'oracle-runtime/plugin';
import { collectSettings } from '../openrosa/collect-settings.js';
import { phoneToken } from '../openrosa/phone-token.js';
import { PHONES_AT } from '../openrosa/routes.js';
import type { PhoneKey } from '../store/keys-store.js';
import type { Surveys } from './surveys.js';

/** What a phone is set up with; whoever has it can send answers until it is revoked. */
export interface PhoneSettings {
  readonly serverUrl: string;
  /** What the QR code holds. */
  readonly settings: string;
}

/**
 * Gives one person's phone a key for the forms of a design.
 * @throws OracleError `not_found` for a design that is not the principal's own, `conflict` when it has no form yet
 */
export async function makePhone(
  surveys: Surveys,
  principal: Principal,
  { designId, person }: { readonly designId: string; readonly person: string },
): Promise<PhoneKey> {
  await surveys.designs.get(principal, designId);
  const [form] = await surveys.forms.ofDesign(principal.id, designId);
  if (form === undefined)
    throw new OracleError('conflict', {
      detail: `The design '${designId}' has no form that a phone could take.`,
      hint: 'Make the form first.',
    });
  return surveys.phones.create(principal, { designId, person }, (id) => phoneToken(surveys.keys, id));
}

/** @throws OracleError `not_found`; `gone` for a key that was revoked; `conflict` while phones cannot reach this oracle */
export async function settingsOf(
  surveys: Surveys,
  principal: Principal,
  phoneId: string,
): Promise<PhoneSettings> {
  const { publicUrl } = surveys.oracle;
  const phone = await surveys.phones.get(principal.id, phoneId);
  if (phone.revokedAt !== null)
    throw new OracleError('gone', {
      detail: `The key of ${phone.person} was revoked on ${phone.revokedAt}.`,
    });
  if (publicUrl === undefined)
    throw new OracleError('conflict', {
      detail: 'Nobody has said under which address phones reach this oracle.',
      hint: 'The operator sets PUBLIC_URL, such as https://oracle.example.',
    });
  const serverUrl = `${publicUrl}${PHONES_AT}/${await phoneToken(surveys.keys, phone.id)}`;
  const [form] = await surveys.forms.ofDesign(principal.id, phone.designId);
  return { serverUrl, settings: collectSettings(serverUrl, form?.model.title ?? surveys.oracle.name) };
}
