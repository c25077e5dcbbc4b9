import { expect, it, vi } from 'vitest';
import { inWords, Refusal } from './refusal.js';

it('tells a caller of a refusal, and of no place on this machine', () => {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    expect(inWords(new Refusal('The workspace is full.'))).toBe('The workspace is full.');
    const failure = new Error("ENAMETOOLONG: name too long, unlink '/tmp/sandbox-RqJsWJ/b58062bf/d/d'");
    expect(inWords(failure)).not.toMatch(/tmp|b58062bf/);
    expect(log).toHaveBeenCalledWith(expect.stringContaining('/tmp/sandbox-RqJsWJ'));
  } finally {
    log.mockRestore();
  }
});
