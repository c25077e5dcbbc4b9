import { expect, it } from 'vitest';
import { lineWriter } from './line-writer.js';

it('writes one line for each text, whatever stands in it', () => {
  let written = '';
  const line = lineWriter((text) => {
    written += text;
  });
  line('mark: x\npass\r\u001b[2J\u001b[H\u001b[8m\u2028ok \u202eelif');
  line('pass');
  expect(written).toBe('mark: x\\npass\\r\\u{1b}[2J\\u{1b}[H\\u{1b}[8m\\u{2028}ok \\u{202e}elif\npass\n');
});
