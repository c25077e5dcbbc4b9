import { describe, expect, it } from 'vitest';
import { readEnvFile } from './env-file.js';

describe('readEnvFile', () => {
  it('reads values, quotes, comments, exports and several lines in quotes', () => {
    const file = readEnvFile(
      [
        '# head',
        'A=1',
        'export B="two words" # note',
        "C='x#y'",
        'D="one',
        'two"',
        '',
        'E=',
        'F = spaced ',
      ].join('\n'),
    );
    expect(file.faults).toEqual([]);
    expect(file.values).toEqual({ A: '1', B: 'two words', C: 'x#y', D: 'one\ntwo', E: '', F: 'spaced' });
    expect([file.lines.get('B'), file.lines.get('F')]).toEqual([3, 9]);
  });

  it('lists every malformed line with its number and never repeats its text', () => {
    const file = readEnvFile('A=1\nsk-secret-value\n1BAD=x\n=y\nB="open\nC=3\n');
    expect(file.faults.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
    expect(file.faults[3]?.message).toMatch(/the value of B opens a " that is never closed/);
    expect(JSON.stringify(file.faults)).not.toContain('sk-secret-value');
  });

  it('refuses text after a closing quote', () => {
    expect(readEnvFile('A="one" two').faults).toEqual([
      { line: 1, message: expect.stringMatching(/text follows the closing "/) },
    ]);
  });

  it('reads CRLF files and a byte order mark', () => {
    const file = readEnvFile('\uFEFFA=1\r\nB=2\r\n');
    expect(file.values).toEqual({ A: '1', B: '2' });
    expect(file.faults).toEqual([]);
  });
});
