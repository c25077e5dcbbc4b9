/** A QR code for a phone, in the half blocks of a terminal, black on white whatever its colours. */
export async function showCode(code: string, what: string, write: (text: string) => void): Promise<void> {
  const { default: qrcode } = await import('qrcode');
  const drawn = await qrcode.toString(code, { type: 'terminal', small: true, errorCorrectionLevel: 'L' });
  write(`${what}\n${drawn}\nWaiting for the phone. Ctrl-C stops it.\n`);
}
