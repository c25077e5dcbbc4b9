import { createHash } from 'node:crypto';
import { element, escapeXml } from '../xform/xml.js';

/** A form as the list of a server tells of it. */
export interface ListedForm {
  readonly formId: string;
  readonly title: string;
  readonly version: string;
  /** The XForm itself. */
  readonly xform: string;
}

/** A file that a form needs beside it. */
export interface MediaFile {
  readonly name: string;
  readonly content: string;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The list of forms (OpenRosa Form Discovery API 1.0). `base` is the address that the phone calls, without a slash at its end. */
export function formListXml(forms: readonly ListedForm[], base: string): string {
  const entries = forms.map(({ formId, title, version, xform }) =>
    element(
      'xform',
      {},
      [
        element('formID', {}, escapeXml(formId)),
        element('name', {}, escapeXml(title)),
        element('version', {}, escapeXml(version)),
        element('hash', {}, `md5:${md5(xform)}`),
        element('downloadUrl', {}, escapeXml(`${base}/forms/${formId}.xml`)),
        element('manifestUrl', {}, escapeXml(`${base}/forms/${formId}/manifest`)),
      ].join(''),
    ),
  );
  return `${DECLARATION}${element('xforms', { xmlns: 'http://openrosa.org/xforms/xformsList' }, entries.join(''))}\n`;
}

/** The files of a form (OpenRosa manifest). */
export function manifestXml(formId: string, files: readonly MediaFile[], base: string): string {
  const entries = files.map(({ name, content }) =>
    element(
      'mediaFile',
      {},
      [
        element('filename', {}, escapeXml(name)),
        element('hash', {}, `md5:${md5(content)}`),
        element('downloadUrl', {}, escapeXml(`${base}/forms/${formId}/${name}`)),
      ].join(''),
    ),
  );
  return `${DECLARATION}${element('manifest', { xmlns: 'http://openrosa.org/xforms/xformsManifest' }, entries.join(''))}\n`;
}

/** What a phone shows of a submission. */
export function responseXml(message: string, nature: 'submit_success' | 'error'): string {
  return `${DECLARATION}${element(
    'OpenRosaResponse',
    { xmlns: 'http://openrosa.org/http/response' },
    element('message', { nature }, escapeXml(message)),
  )}\n`;
}

/** The protocol has MD5 tell changes, nothing more. */
function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
