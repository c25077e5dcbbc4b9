import { describe, expect, it } from 'vitest';
import { createRedactor } from './redact.js';

describe('createRedactor', () => {
  const redact = createRedactor({
    LLM_API_KEY: 'sk-very-secret',
    DATABASE_URL: 'postgres://me:hunter22@db.example/x',
    WEATHER_DEFAULT_UNITS: 'celsius',
    SHORT_KEY: 'ab',
    LLM_EXTRA_HEADERS: '{"X-Org": "org-hidden"}',
    LLM_MAX_TOKENS: '128000',
  });

  it('puts the name of a variable where its value stood', () => {
    expect(redact('401 for key sk-very-secret, sk-very-secret')).toBe(
      '401 for key <LLM_API_KEY>, <LLM_API_KEY>',
    );
    expect(redact('cannot reach postgres://me:hunter22@db.example/x')).toBe('cannot reach <DATABASE_URL>');
  });

  it('knows the values inside of headers, and that a count is no secret', () => {
    expect(redact('org-hidden asked for 128000')).toBe('<LLM_EXTRA_HEADERS> asked for 128000');
  });

  it('takes the credentials out of any URL', () => {
    expect(redact('redis://:p4ss@cache.example:6379 refused')).toBe('redis://***@cache.example:6379 refused');
  });

  it('leaves ordinary words alone', () => {
    expect(redact('units celsius, tab, absent')).toBe('units celsius, tab, absent');
  });
});
