import { expect, it } from 'vitest';
import type { Operation, Parameter } from './operation.js';
import { requestOf } from './request.js';

const parameter = (name: string, place: Parameter['in'], type = 'string', required = false): Parameter => ({
  name,
  in: place,
  required: required || place === 'path',
  schema: { type },
});

const operation = (parameters: readonly Parameter[], type?: string): Operation => ({
  operationId: 'x',
  security: [],
  parameters,
  'x-effect': 'write',
  ...(type === undefined ? {} : { requestBody: { required: true, content: { [type]: {} } } }),
});

const filled = (pairs: readonly (readonly [Parameter, string])[], body?: string) => ({
  values: new Map(pairs),
  ...(body === undefined ? {} : { body }),
});

it('puts each value where it belongs, and leaves out what is empty', () => {
  const id = parameter('id', 'path');
  const rest = parameter('rest', 'path', 'array');
  const q = parameter('q', 'query');
  const tags = parameter('tag', 'query', 'array');
  const none = parameter('none', 'query');
  const match = parameter('If-None-Match', 'header');
  const request = requestOf(
    { method: 'get', path: '/a/{id}/{rest}', operation: operation([id, rest, q, tags, none, match]) },
    filled([
      [id, 'x/../$& y'],
      [rest, 'b c/d'],
      [q, 'ä&b=c'],
      [tags, 'one, two'],
      [none, ''],
      [match, '"e"'],
    ]),
  );
  expect(request).toEqual({
    method: 'GET',
    target: '/a/x%2F..%2F%24%26%20y/b%20c/d?q=%C3%A4%26b%3Dc&tag=one&tag=two',
    headers: { 'If-None-Match': '"e"' },
  });
});

it('sends JSON as JSON, and refuses what is none before it is sent', () => {
  const found = { method: 'post', path: '/a', operation: operation([], 'application/json') };
  expect(requestOf(found, filled([], '{"a": 1}'))).toEqual({
    method: 'POST',
    target: '/a',
    headers: { 'Content-Type': 'application/json' },
    body: '{"a": 1}',
  });
  expect(() => requestOf(found, filled([], '{a: 1}'))).toThrow(SyntaxError);
  expect(requestOf(found, filled([]))).toEqual({ method: 'POST', target: '/a', headers: {} });
});
