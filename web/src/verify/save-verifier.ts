import { save } from '../ui/save.js';
import type { DrawRecord } from './draw-record.js';

/** Saves the verifier with a record as one HTML file. */
export async function saveVerifier(record: DrawRecord): Promise<void> {
  const { default: page } = await import('./saved.html');
  // Nothing in the record ends the element that it stands in.
  const json = JSON.stringify(record).replace(/</g, '\\u003c');
  const whole = page.replace('>"record"<', () => `>${json}<`);
  save(new Blob([whole], { type: 'text/html' }), 'verify-draw.html');
}
