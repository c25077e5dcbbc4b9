import { expect, it } from 'vitest';
import { createLogger } from './logger.js';

function written(format: 'text' | 'json', fields: Readonly<Record<string, unknown>>): string {
  const lines: string[] = [];
  createLogger({ level: 'info', format, write: (line) => lines.push(line) }).error(fields, 'request failed');
  return lines.join('');
}

it.each(['text', 'json'] as const)('tells in %s why something failed, whatever was thrown', (format) => {
  expect(written(format, { err: new TypeError('no such pattern') })).toContain('TypeError: no such pattern');
  // Some libraries throw words.
  expect(written(format, { err: 'Error: DOW must be below 8' })).toContain('DOW must be below 8');
  expect(written(format, { err: { code: 17 } })).toContain('17');
});

it.each(['text', 'json'] as const)('hides in %s what is secret by its name', (format) => {
  const line = written(format, { apiKey: 'hush', model: { password: 'hush', id: 'm' } });
  expect(line).not.toContain('hush');
  expect(line).toContain('[redacted]');
});
