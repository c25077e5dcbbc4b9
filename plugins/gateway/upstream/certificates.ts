import { X509Certificate } from 'node:crypto';

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** @throws Error when the text holds no certificate, or one that cannot be read */
export function parseCertificates(text: string): X509Certificate[] {
  const found = text.match(PEM) ?? [];
  if (found.length === 0) throw new Error('holds no certificate in PEM form (-----BEGIN CERTIFICATE-----)');
  return found.map((pem) => new X509Certificate(pem));
}
