/** A status and, of a JSON body, what it has to hold. */
interface Expected {
  readonly status: number;
  readonly body?: Readonly<Record<string, unknown>>;
}

interface Difference {
  readonly what: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly ours: Expected;
  readonly theirs: Expected;
}

const echo = (fields: Readonly<Record<string, unknown>>): Expected => ({
  status: 200,
  body: { request: fields },
});
const refused: Expected = { status: 400, body: { code: 3 } };
const nowhere: Expected = { status: 501, body: { code: 12, message: 'Not Implemented' } };

/**
 * Everything in which this gateway is meant to differ from the one that a node has (grpc-gateway v1.16 and gogoproto,
 * as the Cosmos SDK sets them up). docs/decisions/0013 says why.
 */
export const INTENDED_DIFFERENCES: readonly Difference[] = [
  {
    what: 'a literal wins over a variable that was declared before it',
    path: '/fixture/items/latest',
    ours: echo({ text: '' }),
    theirs: echo({ text: 'latest' }),
  },
  {
    what: 'a literal wins over ** that was declared before it',
    path: '/fixture/deep/exact',
    ours: echo({ text: '' }),
    theirs: echo({ text: 'exact' }),
  },
  {
    what: 'an escaped slash is part of its segment',
    path: '/fixture/items/ibc%2FABC',
    ours: echo({ text: 'ibc/ABC' }),
    theirs: nowhere,
  },
  {
    what: 'a segment may end in a colon',
    path: '/fixture/items/x:',
    ours: echo({ text: 'x:' }),
    theirs: echo({ text: 'x' }),
  },
  {
    what: 'a segment may begin with a colon',
    path: '/fixture/items/:x',
    ours: echo({ text: ':x' }),
    theirs: nowhere,
  },
  {
    what: 'a path that is not UTF-8 is refused before the node sees it',
    path: '/fixture/items/%ff',
    ours: refused,
    theirs: { status: 500, body: { code: 13 } },
  },
  {
    what: 'a query that is not UTF-8 is refused before the node sees it',
    path: '/fixture/echo?text=%ff',
    ours: refused,
    theirs: { status: 500, body: { code: 13 } },
  },
  {
    what: 'an escape that is none is refused in JSON',
    path: '/fixture/items/%zz',
    ours: refused,
    theirs: { status: 400 },
  },
  {
    what: 'HEAD is GET without its body',
    path: '/fixture/echo',
    method: 'HEAD',
    ours: { status: 200 },
    theirs: { status: 501 },
  },
  {
    what: 'OPTIONS tells what is possible',
    path: '/fixture/echo',
    method: 'OPTIONS',
    ours: { status: 204 },
    theirs: nowhere,
  },
  {
    what: 'a form sent by POST is no query',
    path: '/fixture/echo',
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '0' },
    ours: { status: 501, body: { code: 12 } },
    theirs: echo({ text: '' }),
  },
  {
    what: 'an enum goes by its name in a query as it does in a path',
    path: '/fixture/echo?color=COLOR_RED',
    ours: echo({ color: 'COLOR_RED' }),
    theirs: refused,
  },
  {
    what: 'a number that an enum lacks is refused in a query as it is in a path',
    path: '/fixture/echo?color=99',
    ours: refused,
    theirs: echo({ color: 99 }),
  },
  {
    what: 'the base64 of a page key needs no padding',
    path: '/fixture/echo?pagination.key=AAE',
    ours: echo({ pagination: { key: 'AAE=' } }),
    theirs: refused,
  },
  {
    what: 'the base64 of a page key may have lost its + to a space',
    path: '/fixture/echo?pagination.key=+/+/',
    ours: echo({ pagination: { key: '+/+/' } }),
    theirs: refused,
  },
  {
    what: 'the base64 of a page key may mix its alphabets',
    path: '/fixture/echo?pagination.key=-/-_',
    ours: echo({ pagination: { key: '+/+/' } }),
    theirs: refused,
  },
  {
    what: 'numbers have no hexadecimal fractions',
    path: '/fixture/echo?real=0x1p-2',
    ours: refused,
    theirs: echo({ real: 0.25 }),
  },
  {
    what: 'a map is written with brackets only',
    path: '/fixture/echo?labels=k&labels=v',
    ours: refused,
    theirs: echo({ labels: { k: 'v' } }),
  },
  {
    what: 'brackets at a field that is no map are refused',
    path: '/fixture/echo?nested.text[a]=1',
    ours: refused,
    theirs: echo({ nested: { text: 'a' } }),
  },
  {
    what: 'a time has to be one',
    path: '/fixture/echo?since=null',
    ours: refused,
    theirs: echo({ since: '1970-01-01T00:00:00Z' }),
  },
  {
    what: 'a span of time has to be one',
    path: '/fixture/echo?within=null',
    ours: refused,
    theirs: echo({ within: '0s' }),
  },
  {
    what: 'a parameter without a name means nothing; there it sets any one field of a oneof',
    path: '/fixture/echo?=1',
    ours: echo({ text: '', u64: '0' }),
    theirs: { status: 200 },
  },
  {
    what: 'a parameter of dots means nothing',
    path: '/fixture/echo?.=1',
    ours: echo({ text: '' }),
    theirs: refused,
  },
  {
    what: 'details of a fault are shown',
    path: '/fixture/fail/9?message=m&detail=1',
    ours: { status: 400, body: { code: 9, details: [{ '@type': 'type.googleapis.com/fixture.Nested' }] } },
    theirs: { status: 500, body: { code: 13, message: 'failed to marshal error message' } },
  },
  {
    what: 'a message of an unknown type keeps its bytes',
    path: '/fixture/kinds/unknown-any',
    ours: { status: 200, body: { any: { '@type': '/nobody.Knows', value: 'AQI=' } } },
    theirs: { status: 500, body: { code: 2 } },
  },
  {
    what: 'a height that is none is refused at once',
    path: '/fixture/echo',
    headers: { 'x-cosmos-block-height': 'abc' },
    ours: refused,
    theirs: echo({ text: '' }),
  },
  {
    what: 'two heights are refused',
    path: '/fixture/echo',
    headers: { 'x-cosmos-block-height': ['5', '6'] },
    ours: refused,
    theirs: echo({ text: '' }),
  },
  {
    what: 'an optional field that is not set is null; the generator of a chain knows no optional',
    path: '/fixture/kinds/empty',
    ours: { status: 200, body: { note: null, rank: null } },
    theirs: { status: 200, body: { text: '' } },
  },
];
