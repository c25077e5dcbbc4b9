import { describe, expect, it } from 'vitest';
import { attachedFile } from './attached-file.js';

const csv = {
  name: 'r.csv',
  mimeType: 'text/csv',
  url: `data:text/csv;base64,${Buffer.from('id\né\n').toString('base64')}`,
};
const plain = { name: 'p.csv', mimeType: 'text/csv', url: 'data:text/csv;charset=utf-8,id%0A%C3%A9%0A' };
const elsewhere = { name: 'x.csv', mimeType: 'text/csv', url: '/files/x.csv' };

describe('the file that a message brought', () => {
  it('is the only one, or the one that is named', () => {
    expect(attachedFile([csv], undefined, 'the registry').content.toString()).toBe('id\né\n');
    expect(attachedFile([csv, plain], 'p.csv', 'the registry').content.toString()).toBe('id\né\n');
  });

  it.each([
    [[], undefined, 'No file is attached to the message; attach the registry.'],
    [[csv, plain], undefined, 'Which file is the registry? Attached: r.csv, p.csv.'],
    [[csv], 'q.csv', 'Which file is the registry? Attached: r.csv.'],
    [[elsewhere], undefined, "The file 'x.csv' is not attached as inline content."],
  ])('of %j named %s: %s', (attachments, wanted, detail) => {
    expect(() => attachedFile(attachments, wanted, 'the registry')).toThrowError(
      expect.objectContaining({ code: 'invalid_request', detail }),
    );
  });
});
