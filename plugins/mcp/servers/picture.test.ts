import { describe, expect, it } from 'vitest';
import { readPicture } from './picture.js';

const base64 = (text: string | Buffer) => Buffer.from(text as string, 'latin1').toString('base64');
const PNG = '\x89PNG\r\n\x1a\n and more';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg">';

describe('a picture that a server gives', () => {
  it.each([
    ['image/png', PNG],
    ['image/jpeg', '\xff\xd8\xff\xe0...'],
    ['image/gif', 'GIF89a...'],
    ['image/webp', 'RIFF\n\n\n\nWEBPVP8 '],
    ['image/svg+xml', `${SVG}<path d="M0 0"/></svg>`],
    // As matplotlib and Graphviz write them.
    [
      'image/svg+xml',
      `<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"\n "http://www.w3.org/svg11.dtd">\n<!-- made > by -->\n${SVG}<use xlink:href="#a" style="fill:url(#b)"/><image href="data:image/png;base64,AA"/></svg>`,
    ],
  ])('is one where its bytes are: %s', (kind, bytes) => {
    expect(readPicture(kind, base64(bytes))).toEqual({ bytes: Buffer.from(bytes, 'latin1') });
  });

  it('may have line breaks, and no padding', () => {
    const broken = base64(PNG).replace(/=+$/, '').replace(/.{8}/g, '$&\r\n');
    expect(readPicture('image/png', broken)).toEqual({ bytes: Buffer.from(PNG, 'latin1') });
  });

  it.each([
    ['image/png', '%%%notb64', 'it is no base64'],
    ['image/png', '', 'it is no base64'],
    ['image/png', 7, 'it is no base64'],
    ['image/png', 'AAAAA', 'it is no base64'],
    ['image/png', base64('<html>'), 'it is no image/png'],
    ['image/tiff', base64('II*'), 'it is of a kind that is not shown'],
    ['image/png', base64(PNG + 'x'.repeat(1024 * 1024)), 'it is too large'],
    ['image/svg+xml', base64('<html><svg></svg></html>'), 'it is no image/svg+xml'],
  ])('is told of and not shown where it is none: %s %j', (kind, data, reason) => {
    expect(readPicture(kind, data)).toMatchObject({ reason });
  });

  it.each([
    '<script>1</script>',
    '<svg:script/>',
    '<g onload="x()"/>',
    '<a href="javascript:x()"/>',
    '<image href="http://evil.example/p.png"/>',
    "<image xlink:href='//evil.example'/>",
    '<foreignObject/>',
    '<style>@import "x"</style>',
    '<g style="fill:url(http://evil.example)"/>',
    '<set attributeName="href" to="javascript:x()"/>',
  ])('is no drawing with a program or an address in it: %s', (inside) => {
    expect(readPicture('image/svg+xml', base64(`${SVG}${inside}</svg>`))).toMatchObject({
      reason: 'it has a program or an address in it',
    });
  });
});
