import { deflateSync } from 'node:zlib';

/**
 * Settings of ODK Collect as its QR codes carry them: JSON, deflated, in base64
 * (https://docs.getodk.org/collect-import-export/).
 * @param serverUrl address with the token
 */
export function collectSettings(serverUrl: string, project: string): string {
  const settings = {
    general: { server_url: serverUrl, form_update_mode: 'match_exactly', autosend: 'wifi_and_cellular' },
    admin: {},
    project: { name: project },
  };
  return deflateSync(JSON.stringify(settings)).toString('base64');
}

/** The code as a picture that a phone can scan. */
export async function settingsPicture(settings: string): Promise<Buffer> {
  const { default: qrcode } = await import('qrcode');
  return qrcode.toBuffer(settings, { errorCorrectionLevel: 'L', margin: 2, scale: 6 });
}
