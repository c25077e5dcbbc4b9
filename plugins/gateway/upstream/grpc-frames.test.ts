import { describe, expect, it } from 'vitest';
import { CallHead, framed, kindOf, messagesIn, metadataIn, statusIn } from './grpc-frames.js';
import { HeaderDecoder } from './http2/header-decoder.js';

const headersOf = (headers: Record<string, string>) => new Map(Object.entries(headers));

describe('messages on the wire', () => {
  it('come out as they went in, one after the other', () => {
    const messages = [Buffer.alloc(0), Buffer.of(1, 2, 3), Buffer.alloc(70_000, 7)];
    expect(messagesIn(Buffer.concat(messages.map(framed)))).toEqual(messages);
    expect(messagesIn(Buffer.alloc(0))).toEqual([]);
  });

  it.each([
    ['cut in the prefix', Buffer.of(0, 0, 0)],
    ['cut in the message', framed(Buffer.of(1, 2, 3)).subarray(0, 7)],
    ['compressed', Buffer.of(1, 0, 0, 0, 0)],
  ])('that are %s are none', (_, bytes) => expect(messagesIn(bytes)).toBeUndefined());
});

describe('headers', () => {
  it('of a request carry what it may take and its metadata, binary in base64', () => {
    const metadata = { 'x-cosmos-block-height': '7', 'x-key-bin': Buffer.of(255, 0) };
    const head = new CallHead({ tls: false, target: 'node:9090' }, '/a.Query/B');
    const read = (block: Buffer) => Object.fromEntries(new HeaderDecoder().read(block));
    expect(read(head.with(20))).toMatchObject({ 'grpc-timeout': '20m', ':path': '/a.Query/B' });
    expect(read(head.with(1_500.2, metadata))).toMatchObject({
      ':authority': 'node:9090',
      ':path': '/a.Query/B',
      'grpc-timeout': '1501m',
      'x-cosmos-block-height': '7',
      'x-key-bin': '/wA=',
    });
  });

  it('of an answer are metadata without those of the transport', () => {
    const headers = { ':status': '200', 'grpc-encoding': 'identity', 'x-a': '1', 'x-b-bin': '/wA' };
    expect(metadataIn(headersOf(headers))).toEqual({ 'x-a': '1', 'x-b-bin': Buffer.of(255, 0) });
  });
});

describe('metadata', () => {
  it.each([
    ['a height that splits', 'x-cosmos-block-height', '5\r\nSet-Cookie: a=b'],
    ['a height of odd bytes', 'x-cosmos-block-height', '\0\xff evil'],
    ['a height that is no number', 'x-cosmos-block-height', '5, 6'],
    ['odd bytes elsewhere', 'x-a', 'a\0b'],
    ['a name that is none', 'x a', '1'],
  ])('leaves out %s', (_what, name, value) =>
    expect(metadataIn(headersOf({ [name]: value, 'x-kept': '1' }))).toEqual({ 'x-kept': '1' }),
  );
});

describe('a status', () => {
  it.each(['OK', '-1', '0, 5', '', '1.5', '0x5', 'NaN', '99999999999'])('of %j is unknown', (told) =>
    expect(statusIn(headersOf({ 'grpc-status': told, 'grpc-message': 'x' }))).toEqual({
      code: 2,
      message: `the chain node answered with the status ${JSON.stringify(told)}, which is none`,
    }),
  );

  it('that comes twice with one value is that one', () =>
    expect(statusIn(headersOf({ 'grpc-status': '5, 5' }))?.code).toBe(5));

  it('has its words decoded and its details', () => {
    const told = { 'grpc-status': '5', 'grpc-message': 'no %C3%A4pfel', 'grpc-status-details-bin': 'CAU' };
    expect(statusIn(headersOf(told))).toEqual({ code: 5, message: 'no äpfel', details: Buffer.of(8, 5) });
    expect(statusIn(headersOf({ 'grpc-status': '3', 'grpc-message': '100 %' }))).toEqual({
      code: 3,
      message: '100 %',
    });
    expect(statusIn(headersOf({ ':status': '200' }))).toBeUndefined();
    expect(statusIn(undefined)).toBeUndefined();
  });
});

describe('an answer without a status', () => {
  it.each([
    [{ ':status': '404', 'content-type': 'text/html' }, { why: 'HTTP status 404' }],
    [{ ':status': '403', 'content-type': 'application/grpc' }, { why: 'HTTP status 403' }],
    [{ ':status': '503' }, 'away'],
    [{ ':status': '429' }, 'away'],
    [{ ':status': '200', 'content-type': 'application/grpc+proto' }, 'cut'],
    [{ ':status': '200', 'content-type': 'application/grpc' }, 'cut'],
    [{ ':status': '200', 'content-type': 'text/html' }, { why: 'content of the type "text/html"' }],
    [
      { ':status': '200', 'content-type': 'application/grpc-web' },
      { why: 'content of the type "application/grpc-web"' },
    ],
    [{ ':status': '200' }, { why: 'no type of content' }],
  ])('with %j is of a node that is away, cut, or none of gRPC', (headers, kind) =>
    expect(kindOf(headersOf(headers as Record<string, string>))).toEqual(kind),
  );
});
