/** A header as it stands, which no table remembers (RFC 7541, section 6.2.2): of requests, most is built once a method. */
export function literal(name: string, value: string): Buffer {
  return Buffer.concat([Buffer.of(0), plain(name), plain(value)]);
}

/** Text after its length in octets; packing it would cost more than it saves. */
function plain(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  return Buffer.concat([lengthOf(bytes.length), bytes]);
}

/** A whole number behind one bit (RFC 7541, section 5.1). */
function lengthOf(length: number): Buffer {
  if (length < 0x7f) return Buffer.of(length);
  const bytes = [0x7f];
  let rest = length - 0x7f;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}
